// A section of a stack file that is removed and added again: the comments of the section above stay its own.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { addHost, type EditResult, removeHost } from '../../../infra/config/edit/edit.ts';
import { settingsOf } from '../../../infra/config/stack-file.ts';

const LOCAL = readFileSync('Pulumi.local.yaml', 'utf8');
const file = (text: string) => ({ name: 'Pulumi.local.yaml', text });
const textOf = (result: EditResult): string => {
  if ('text' in result) return result.text;
  throw new Error(JSON.stringify(result.problems));
};
const edited = (text: string, ...steps: readonly ((text: string) => EditResult)[]) =>
  steps.reduce((now, step) => textOf(step(now)), text);

const remove = (host: string) => (text: string) => removeHost(file(text), host);
const add = (host: string) => (text: string) => addHost(file(text), { host, site: 'docs' });
const WITHOUT_DOCS = [remove('www.petstore.localhost'), remove('petstore.localhost')];

test.each(['\n', '\r\n'])('a commented-out host stays in its list, and works where it is', (eol) => {
  const before = LOCAL.replaceAll('\n', eol);
  const after = edited(before, ...WITHOUT_DOCS, add('petstore.localhost'));
  const docs = `  petstore:docs:${eol}    primary: petstore.localhost`;
  const start = before.indexOf('  petstore:docs:');
  const end = before.indexOf(`${eol}${eol}# For`);
  expect(after).toBe(before.slice(0, start) + docs + before.slice(end));
  // What the line itself says: no other character of it has to be changed.
  const deployed = after.replace('# - shop.petstore.localhost', '- shop.petstore.localhost');
  expect(settingsOf('local', file(deployed))).toMatchObject({
    settings: { api: { domains: expect.arrayContaining(['shop.petstore.localhost']) } },
  });
});

test('a section that is removed takes one of the two empty lines with it', () => {
  expect(edited(LOCAL, ...WITHOUT_DOCS)).not.toMatch(/\n\n\n/);
});

test('a first redirect comes after a commented-out domain', () => {
  const redirect = (text: string) =>
    addHost(file(text), {
      host: 'old.petstore.localhost',
      site: 'api',
      redirectTo: 'api.petstore.localhost',
    });
  expect(edited(LOCAL, redirect)).toContain(
    'this line deploys the host\n    redirects:\n      - { from: old.',
  );
});

test('sections without an empty line between them get none, and a comment of the next key stays with it', () => {
  const dense = `config:
  aws:region: eu-west-1
  petstore:plan: pro
  petstore:zones: { petstore.localhost: { provider: route53 } }
  # About the docs.
`;
  expect(edited(dense, add('petstore.localhost'))).toBe(`config:
  aws:region: eu-west-1
  petstore:plan: pro
  petstore:zones: { petstore.localhost: { provider: route53 } }
  petstore:docs:
    primary: petstore.localhost
  # About the docs.
`);
});
