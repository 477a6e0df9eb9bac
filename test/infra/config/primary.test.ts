// A host becomes the primary of its site in one edit, and edits of hosts that others need are refused.
import { expect, test } from 'vitest';
import { addHost, type EditResult, removeHost, setPrimary } from '../../../infra/config/edit/edit.ts';
import { settingsOf } from '../../../infra/config/stack-file.ts';

const HEAD = '# The stack.\nconfig:\n  aws:region: eu-west-1 # home\n  petstore:plan: pro\n';
const file = (text: string) => ({ name: 'Pulumi.x.yaml', text: HEAD + text });
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

test.each([
  ['removed', removeHost(file(PRIMARY), 'a.dev')],
  ['a redirect', addHost(file(PRIMARY), { host: 'a.dev', site: 'docs', redirectTo: 'c.dev' })],
  ['a host of the API', addHost(file(PRIMARY), { host: 'a.dev', site: 'api' })],
])('a primary is not %s while it is one', (_, result) => {
  expect(result).toMatchObject({ problems: [{ code: 'primary-stays', path: 'petstore:docs.primary' }] });
});

test('a host that another one redirects to is not removed', () => {
  const led =
    '  petstore:docs:\n    primary: a.dev\n    domains: [b.dev]\n    redirects: [{ from: c.dev, to: b.dev, status: 301 }]\n';
  expect(removeHost(file(led), 'b.dev')).toMatchObject({
    problems: [{ code: 'redirect-target-unserved', path: 'petstore:docs.redirects[0].to' }],
  });
});
