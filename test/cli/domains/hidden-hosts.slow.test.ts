// An unconfirmed removal of a file that has other problems: named where the file can be known not to have the host.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type DomainsFixture, healthyInternet, openCommitted, productionFile } from './harness.ts';

let fixture: DomainsFixture;
beforeEach(async () => {
  fixture = openCommitted();
  fixture.write('Pulumi.production.yaml', BEFORE);
  fixture.commit();
  await fixture.serve(healthyInternet);
});
afterEach(() => fixture.close());

const BEFORE = productionFile.replace(
  'primary: api.petstore.example\n',
  'primary: api.petstore.example\n    domains: [api.petstore.dev]\n',
);
const NO_OLD = BEFORE.replace('    domains:\n      - old.petstore.example\n', '');
const MISSPELT = ['domains: [api', 'domians: [api'] as const;

/** The hosts whose removal production is said to refuse. */
async function refused(text: string): Promise<string[]> {
  fixture.write('Pulumi.production.yaml', text);
  const { status, err } = await fixture.run('check', '--stack', 'production', '--base', 'base');
  expect(status).toBe(2);
  return [...err.matchAll(/refuses to remove "(.*?)"/g)].map(([, host = '']) => host);
}

test('a misspelt key hides what is below it, and nothing else', async () => {
  expect(await refused(NO_OLD.replace(...MISSPELT))).toEqual(['old.petstore.example']);
  expect((await fixture.run('report', '--base', 'base')).out).toContain('remove "old.petstore.example"');
  const withoutPrimary = BEFORE.replace('primary: api.petstore.example', 'primary: api2.petstore.example');
  expect(await refused(withoutPrimary.replace(...MISSPELT))).toEqual(['api.petstore.example']);
});

test.each([
  ['another section', BEFORE.replace('petstore:docs', 'petstore:dosc')],
  ['another namespace', BEFORE.replace('petstore:docs', 'petstor:docs')],
  [
    'its new site, below the misspelt key',
    NO_OLD.replace(MISSPELT[0], 'domians: [old.petstore.example, api'),
  ],
  [
    'a redirect',
    `${NO_OLD}    redirects: [{ form: old.petstore.example, to: petstore.example, status: 301 }]\n`,
  ],
  ['the list of confirmed removals', `${NO_OLD}  petstore:removlas: [old.petstore.example]\n`],
])('a host below a misspelt key is hidden: %s', async (_, text) => {
  expect(await refused(text)).toEqual([]);
});

test('a host that is declared twice is read, and hides none', async () => {
  expect(await refused(`${NO_OLD}    domains: [api.petstore.dev]\n`)).toEqual(['old.petstore.example']);
});

test('a name that is not valid hides each host of its site, as it may be any of them, and none of the other', async () => {
  const noDomain = NO_OLD.replace('    domains: [api.petstore.dev]\n', '');
  expect(await refused(noDomain.replace('primary: api.', 'primary: a_b.'))).toEqual(['old.petstore.example']);
  expect(await refused(noDomain.replace('primary: petstore.', 'primary: a_b.'))).toEqual([
    'api.petstore.dev',
  ]);
  expect(await refused(`${noDomain}  petstore:removals: [a_b.petstore.example]\n`)).toEqual([]);
});
