// A host becomes the primary of its site in one edit, and edits of hosts that others need are refused.
import { expect, test } from 'vitest';
import { addHost, type EditResult, removeHost, setPrimary } from '../../../infra/config/edit/edit.ts';
import { settingsOf } from '../../../infra/config/stack-file.ts';

const HEAD = '# The stack.\nconfig:\n  aws:region: eu-west-1 # home\n  petstore:plan: pro\n';
const file = (text: string) => ({ name: 'Pulumi.x.yaml', text: HEAD + text });
const textOf = (result: EditResult) => ('text' in result ? result.text.slice(HEAD.length) : '');

const sites = (primary: string, other: string) => `  petstore:docs:
    primary: ${primary} # the public address
    redirects:
      # from the old name
      - { from: ${other}, to: ${primary}, status: 302 } # for now
      - { from: c.dev, to: "https://${primary}/guide", status: 301 }
      - from: d.dev
        to: '${primary}'
        status: 308
      - { from: e.dev, to: "https://a.dev.elsewhere.example", status: 301 }
  petstore:api:
    primary: api.dev
    redirects: [{ from: old-api.dev, to: ${primary}, status: 308 }]
`;
const PRIMARY = sites('a.dev', 'b.dev');
const SWAPPED = sites('b.dev', 'a.dev');

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
    '  petstore:docs:\n    primary: B.dev.\n    domains: [Büro.dev]\n',
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

const LED = `  petstore:docs:
    { primary: a.dev, domains: [b.dev], redirects: [{ from: c.dev, to: b.dev, status: 301 }] }
`;
const stays = { code: 'primary-stays', path: 'petstore:docs.primary' };
test.each([
  ['a primary is not removed', removeHost(file(PRIMARY), 'a.dev'), stays],
  ['nor a redirect', addHost(file(PRIMARY), { host: 'a.dev', site: 'docs', redirectTo: 'c.dev' }), stays],
  ['nor a host of the API', addHost(file(PRIMARY), { host: 'a.dev', site: 'api' }), stays],
  ['a target is not removed', removeHost(file(LED), 'b.dev'), { code: 'redirect-target-unserved' }],
])('%s', (_, result, problem) => {
  expect(result).toMatchObject({ problems: [problem] });
});
