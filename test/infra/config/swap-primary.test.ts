// A host becomes the primary of its site in one edit: which lines change, and that nothing else does.
import { expect, test } from 'vitest';
import { type EditResult, setPrimary } from '../../../infra/config/edit/edit.ts';
import { settingsOf } from '../../../infra/config/stack-file.ts';

const HEAD = '# The stack.\nconfig:\n  aws:region: eu-west-1 # home\n  petstore:plan: pro\n';
const file = (text: string) => ({ name: 'Pulumi.x.yaml', text: HEAD + text });
const textOf = (result: EditResult): string => ('text' in result ? result.text.slice(HEAD.length) : '');

/** Every line of the result, and a config without problems. */
function expectSwapped(before: string, host: string, after: string): void {
  const swapped = textOf(setPrimary(file(before), host));
  expect(swapped).toBe(after);
  expect(settingsOf('x', file(swapped))).toHaveProperty('settings.docs.primary');
}

test('a primary and its redirect change places, and the other redirects follow', () => {
  const before = `  petstore:docs:
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
  const after = `  petstore:docs:
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
  expectSwapped(before, 'B.dev.', after);
  expectSwapped(after, 'a.dev', before);
});

test('a primary and a domain change places', () => {
  const before = `  petstore:docs: { primary: "a.dev", domains: [c.dev, 'b.dev'] }\n`;
  expectSwapped(before, 'b.dev', `  petstore:docs: { primary: "b.dev", domains: [c.dev, 'a.dev'] }\n`);
});

test('a redirect that led elsewhere becomes the primary, and the former one leads to it', () => {
  const redirect = (from: string, to: string) =>
    `    redirects: [{ from: ${from}, to: ${to}, status: 307 }]\n`;
  const before = `  petstore:docs:\n    primary: a.dev\n${redirect('b.dev', '"https://shop.example/x"')}`;
  expectSwapped(before, 'b.dev', `  petstore:docs:\n    primary: b.dev\n${redirect('a.dev', '"b.dev"')}`);
});

test('a name stays in the form in which it is written', () => {
  const before = '  petstore:docs:\n    primary: Büro.dev\n    domains: [B.dev.]\n';
  expectSwapped(before, 'b.dev', '  petstore:docs:\n    primary: B.dev.\n    domains: ["Büro.dev"]\n');
});

test('the primary itself: nothing changes', () => {
  const before = '  petstore:docs: { primary: a.dev, domains: [b.dev] }\n';
  expect(textOf(setPrimary(file(before), 'a.dev'))).toBe(before);
});

test.each<[string, string]>([
  ['  petstore:docs: { primary: a.dev }\n', 'host-unknown'],
  ['  x:y: &b b.dev\n  petstore:docs: { primary: a.dev, domains: [*b] }\n', 'cannot-edit'],
  ['  petstore:docs: { primary: a.dev, domains: [&b b.dev] }\n  x:y: *b\n', 'cannot-edit'],
  ['  petstore:docs:\n    primary: a.dev\n    domains:\n      - >-\n        b.dev\n', 'cannot-edit'],
])('%j is refused', (text, code) => {
  expect(setPrimary(file(text), 'b.dev')).toMatchObject({ problems: [{ code }] });
});
