// `domains records`: which hosts, which records of them, and each format.
import { expect, test } from 'vitest';
import { cname, fixtureForEach, outputsOf } from './harness.ts';

const ZONE = 'partner.example';
const SHOP = `shop.${ZONE}`;
const API = `api.${ZONE}`;
const validation = (host: string) => cname('validation', `_v.${host}`, '_x.acm-validations.aws');
const alias = { purpose: 'routing', name: ZONE, type: 'ALIAS', value: 'd2.cloudfront.net', ttl: 3600 };
const RECORDS: Record<string, object[]> = {
  [ZONE]: [validation(ZONE), alias, { ...alias, type: 'HTTPS', value: '1 . alpn="h3,h2"' }],
  [SHOP]: [validation(SHOP), cname('routing', SHOP, 'd1.cloudfront.net')],
  [API]: [validation(API)],
};

const FILE = 'Pulumi.production.yaml';
const fileWith = (zone?: string) => `config:
  aws:region: eu-west-1
  petstore:plan: pro
${zone === undefined ? '' : `  petstore:zones: { ${zone}: { provider: route53 } }`}
  petstore:docs: { primary: ${ZONE}, domains: [${SHOP}] }
  petstore:api: { primary: ${API} }
`;
const hosts = Object.entries(RECORDS).map(([host, all]) => [
  host,
  { site: 'docs', role: 'domain', certificate: 'ISSUED', records: all },
]);
const fixture = fixtureForEach({ [FILE]: fileWith(), 'outputs.json': outputsOf(Object.fromEntries(hosts)) });

const records = (...args: string[]) =>
  fixture.run('records', '--outputs', 'outputs.json', '--stack', 'production', ...args);
const hostsOf = async (...args: string[]) =>
  Object.keys(JSON.parse((await records('--format', 'json', ...args)).out));

test('as JSON', async () => {
  expect(JSON.parse((await records('--format', 'json')).out)).toEqual(RECORDS);
});

test.each(['table', 'zone'])('as %s: every host and record', async (format) => {
  const { status, out } = await records('--format', format);
  expect(status).toBe(0);
  await expect(out).toMatchFileSnapshot(`../../golden/domains/records-${format}.txt`);
});

test('the zone file of the local internet has ALIAS, which is a comment in any other', async () => {
  fixture.write('Pulumi.local.yaml', fileWith());
  fixture.ready();
  const zone = async (stack: string) => (await records('--format', 'zone', '--stack', stack, ZONE)).out;
  expect(await zone('local')).toMatch(/^partner\.example\. .*ALIAS/m);
  expect(await zone('production')).toMatch(/^; ALIAS, .*partner\.example\. /m);
});

test('that a host is not attached yet is a note', async () => {
  const { status, err } = await records(API);
  expect([status, err.split(':')[0]]).toEqual([0, API]);
});

test('--zone: all hosts of a declared zone, which are not listed without it', async () => {
  fixture.write(FILE, fileWith(SHOP));
  expect(await hostsOf()).toEqual([API, ZONE]);
  expect(await hostsOf('--zone', `${SHOP.toUpperCase()}.`)).toEqual([SHOP]);
  const { status, out, err } = await records('--zone', 'petsotre.example');
  expect([status, out]).toEqual([2, '']);
  expect(err).toContain(`zones of petstore:zones: ${SHOP};`);
});

test('--zone, of external hosts: those in it', async () => {
  expect(await hostsOf('--zone', SHOP)).toEqual([SHOP]);
  expect(await hostsOf(API, '--zone', ZONE)).toEqual([API]);
});

test('no host is external: there is nothing to print', async () => {
  fixture.write(FILE, fileWith(ZONE));
  expect(await records()).toMatchObject({ status: 0, out: '', err: expect.stringContaining('production') });
});

test('that a host is not deployed is a note', async () => {
  fixture.write('outputs.json', outputsOf({}));
  const err = `${API}: no record is known until it is deployed (pulumi up --stack production).\n`;
  expect(await records(API)).toEqual({ status: 0, out: '', err });
});
