// A host becomes the primary of its site in one edit, and edits of hosts that others need are refused with the commands that
// have to run first.
import { expect, test } from 'vitest';
import { addHost, type EditResult, removeHost, setPrimary } from '../../../infra/config/edit/edit.ts';
import { settingsOf } from '../../../infra/config/stack-file.ts';

const HEAD = '# The stack.\nconfig:\n  aws:region: eu-west-1 # home\n  petstore:plan: pro\n';
const file = (text: string) => ({ name: 'Pulumi.x.yaml', text: HEAD + text });
const problemsOf = (result: EditResult) => ('problems' in result ? result.problems : []);
const textOf = (result: EditResult) => ('text' in result ? result.text.slice(HEAD.length) : '');

const PRIMARY = `  petstore:docs:
    primary: a.dev # the public address
    redirects:
      # from the old name
      - { from: b.dev, to: a.dev, status: 302 } # for now
      - { from: c.dev, to: "https://a.dev/guide", status: 301 }
      - from: d.dev
        to: 'a.dev'
        status: 308
      - { from: e.dev, to: "https://a.dev.elsewhere.example", status: 301 }
  petstore:api:
    primary: api.dev
    redirects: [{ from: old-api.dev, to: a.dev, status: 308 }]
`;
const SWAPPED = `  petstore:docs:
    primary: b.dev # the public address
    redirects:
      # from the old name
      - { from: a.dev, to: b.dev, status: 302 } # for now
      - { from: c.dev, to: "https://b.dev/guide", status: 301 }
      - from: d.dev
        to: 'b.dev'
        status: 308
      - { from: e.dev, to: "https://a.dev.elsewhere.example", status: 301 }
  petstore:api:
    primary: api.dev
    redirects: [{ from: old-api.dev, to: b.dev, status: 308 }]
`;

test.each([
  ['a redirect, and the others follow', PRIMARY, 'B.dev.', SWAPPED],
  ['the former primary', SWAPPED, 'a.dev', PRIMARY],
  ['the primary already', PRIMARY, 'a.dev', PRIMARY],
  [
    'a domain',
    `  petstore:docs: { primary: "a.dev", domains: [c.dev, 'b.dev'] }\n`,
    'b.dev',
    `  petstore:docs: { primary: "b.dev", domains: [c.dev, 'a.dev'] }\n`,
  ],
  [
    'a redirect that led elsewhere',
    '  petstore:docs:\n    primary: a.dev\n    redirects: [{ from: b.dev, to: "https://shop.example/x", status: 307 }]\n',
    'b.dev',
    '  petstore:docs:\n    primary: b.dev\n    redirects: [{ from: a.dev, to: "b.dev", status: 307 }]\n',
  ],
  [
    'a name in another form',
    '  petstore:docs:\n    primary: Büro.dev\n    domains: [B.dev.]\n',
    'b.dev',
    '  petstore:docs:\n    primary: B.dev.\n    domains: ["Büro.dev"]\n',
  ],
])('the new primary was %s', (_, before, host, after) => {
  const swapped = textOf(setPrimary(file(before), host));
  expect(swapped).toBe(after);
  expect(settingsOf('x', file(swapped))).toHaveProperty('settings.docs.primary');
});

test.each<[string, string]>([
  ['  petstore:docs: { primary: a.dev }\n', 'host-unknown'],
  ['  x:y: &b b.dev\n  petstore:docs: { primary: a.dev, domains: [*b] }\n', 'cannot-edit'],
  ['  petstore:docs: { primary: a.dev, domains: [&b b.dev] }\n  x:y: *b\n', 'cannot-edit'],
  ['  petstore:docs:\n    primary: a.dev\n    domains:\n      - >-\n        b.dev\n', 'cannot-edit'],
])('no primary becomes of %j', (text, code) => {
  expect(setPrimary(file(text), 'b.dev')).toMatchObject({ problems: [{ code }] });
});

function nextPrimary(result: EditResult): string | undefined {
  expect(result).toMatchObject({ problems: [{ code: 'primary-stays', path: 'petstore:docs.primary' }] });
  return /npm run domains -- primary (\S+) --stack x/.exec(problemsOf(result)[0]?.fix ?? '')?.[1];
}

const to = (redirectTo: string) => (text: string) =>
  addHost(file(text), { host: 'a.dev', site: 'docs', redirectTo });
const toApi = (text: string) => addHost(file(text), { host: 'a.dev', site: 'api' });
const away = (text: string) => removeHost(file(text), 'a.dev');

// The redirect that was asked for, else a host whose records the stack sets, else the first; none is HOST.
test.each<[string, (text: string) => EditResult, string, string]>([
  ['removed', away, '  petstore:docs:\n    primary: a.dev\n    domains:\n      - b.dev\n', 'b.dev'],
  [
    'removed, others in a zone',
    away,
    `  petstore:zones: { c.dev: { provider: route53 } }\n${PRIMARY}`,
    'c.dev',
  ],
  ['a redirect', to('c.dev'), PRIMARY, 'c.dev'],
  ['a host of the API', toApi, PRIMARY, 'b.dev'],
  ['a host of the API, alone', toApi, '  petstore:docs: { primary: a.dev }\n', 'HOST'],
])('the former primary can be %s after the command that is named', (_, edit, text, next) => {
  expect(nextPrimary(edit(text))).toBe(next);
  if (next !== 'HOST') expect(edit(textOf(setPrimary(file(text), next)))).toHaveProperty('text');
});

const LED = `  petstore:zones: { a.dev: { provider: route53 } }
  petstore:api:
    primary: api.a.dev
  petstore:docs:
    primary: a.dev
    domains: [docs.a.dev]
    redirects:
      - { from: old.a.dev, to: DOCS.a.dev, status: 302 }
      - { from: far.a.dev, to: api.a.dev, status: 301 }
`;

// A redirect of the other site is led to the primary of its own.
test.each([
  ['docs.a.dev', 'old.a.dev', 0],
  ['api.a.dev', 'far.a.dev', 1],
])('%s goes once %s no longer leads there, by one of two commands', (host, from, index) => {
  expect(problemsOf(removeHost(file(LED), host))).toMatchObject([
    {
      ...{ code: 'redirect-target-unserved', path: `petstore:docs.redirects[${index}].to` },
      commands: [
        `npm run domains -- add ${from} --site docs --redirect-to a.dev --stack x`,
        `npm run domains -- remove ${from} --stack x`,
      ],
    },
  ]);
  const led = addHost(file(LED), { host: from, site: 'docs', redirectTo: 'a.dev' });
  for (const freed of [led, removeHost(file(LED), from)])
    expect(problemsOf(removeHost(file(textOf(freed)), host))).toEqual([]);
});
