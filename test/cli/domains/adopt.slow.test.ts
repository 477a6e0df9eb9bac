// `domains adopt`, and how `check` and `report` judge a host that is live, without an account.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type DomainsFixture, healthyInternet, openFixture, productionFile } from './harness.ts';

const FILE = 'Pulumi.production.yaml';
const GATEWAY = 'd-abc1234567.execute-api.eu-west-1.amazonaws.com';
const API = 'api.petstore.example';
const DOCS = 'old.petstore.example';

let fixture: DomainsFixture;
beforeEach(() => {
  fixture = openFixture();
  fixture.write(FILE, productionFile);
});
afterEach(() => fixture.close());

const serve = (records: readonly string[]) => {
  const zone = { on: ['127.0.0.21', '127.0.0.22'], records };
  return fixture.serve({
    ...healthyInternet,
    'petstore.example': zone,
    'amazonaws.com': { on: ['127.0.0.25'], records: [`${GATEWAY} A 192.0.2.7`] },
    'elsewhere.example': { on: ['127.0.0.25'], records: ['shop.elsewhere.example A 192.0.2.8'] },
  });
};
const run = (...args: string[]) => fixture.run(...args, '--stack', 'production');
const checked = async (host: string) => {
  const { status, out } = await run('check', '--host', host, '--format', 'json');
  const findings = JSON.parse(out).hosts[0].findings as { severity: string; code: string }[];
  return { status, findings: findings.map(({ severity, code }) => `${severity} ${code}`) };
};

describe('a live host', () => {
  test('is listed with its id, and its record no longer blocks the pull request', async () => {
    await serve([`${API} 300 CNAME ${GATEWAY}`]);
    expect(await checked(API)).toEqual({ status: 1, findings: ['blocked cname-elsewhere'] });
    const { status, out } = await run('adopt', API, '--mapping', 'a1b2c3');
    expect({ status, out }).toMatchObject({ status: 0, out: expect.stringContaining('API mapping a1b2c3') });
    expect(out).toContain(`CNAME ${GATEWAY} (TTL 300)`);
    expect(fixture.read(FILE)).toContain(`petstore:adopt:\n    - { host: ${API}, mapping: a1b2c3 }\n`);
    expect(await checked(API)).toEqual({ status: 0, findings: ['warning adoptable'] });
  });

  test('stays blocked where its record leads to neither a gateway nor a distribution', async () => {
    await serve([`${API} 300 CNAME shop.elsewhere.example`, `${DOCS} 300 CNAME ${GATEWAY}`]);
    expect((await run('adopt', API, '--mapping', 'a1b2c3')).status).toBe(1);
    expect((await run('adopt', DOCS, '--distribution', 'E2EXAMPLE12345')).status).toBe(1);
    expect(await checked(API)).toEqual({ status: 1, findings: ['blocked cname-elsewhere'] });
    // A host of the docs is never behind a gateway.
    expect((await checked(DOCS)).status).toBe(1);
  });

  test('can be listed again with another id, and is dropped with its host', async () => {
    await serve([]);
    await run('adopt', DOCS, '--distribution', 'E2EXAMPLE12345');
    await run('adopt', DOCS, '--distribution', 'E3EXAMPLE12345');
    expect(fixture.read(FILE).match(/distribution: \w+/g)).toEqual(['distribution: E3EXAMPLE12345']);
    await run('remove', DOCS);
    expect(fixture.read(FILE)).not.toContain('E3EXAMPLE12345');
  });
});

test('refuses a host that the stack has deployed, where its outputs are known', async () => {
  const own = { site: 'api', role: 'primary', certificate: 'ISSUED', target: GATEWAY, records: [] };
  fixture.write('outputs.json', JSON.stringify({ hosts: { [API]: own } }));
  const { status, err } = await run('adopt', API, '--mapping', 'a1b2c3', '--outputs', 'outputs.json');
  expect({ status, file: fixture.read(FILE) }).toEqual({ status: 2, file: productionFile });
  expect(err).toContain(`${API} is deployed by the stack production already`);
});

test.each<[string, readonly string[], string]>([
  ['an api host without its mapping', [API], 'aws apigatewayv2 get-api-mappings'],
  ['a docs host without its distribution', [DOCS], 'aws cloudfront list-distributions'],
  ['the id of another kind', [DOCS, '--mapping', 'a1b2c3'], 'aws cloudfront list-distributions'],
  [
    'the id of another kind beside its own',
    [API, '--mapping', 'a1b2c3', '--distribution', 'E2EXAMPLE12345'],
    'its mapping is not what --distribution names',
  ],
  ['an id that is not one', [API, '--mapping', 'A B'], 'is not the id of a mapping'],
  ['a host that is not declared', ['new.petstore.example', '--mapping', 'a1b2c3'], 'new.petstore.example'],
])('refuses %s', async (_name, args, message) => {
  const { status, err } = await run('adopt', ...args);
  expect({ status, err }).toEqual({ status: 2, err: expect.stringContaining(message) });
  expect(fixture.read(FILE)).toBe(productionFile);
});
