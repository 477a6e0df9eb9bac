// `domains adopt`, and how `check` judges a host that is live, without an account.
import { expect, test } from 'vitest';
import { codesOf, fixtureForEach, healthyInternet, outputsOf, productionFile } from './harness.ts';

const FILE = 'Pulumi.production.yaml';
const GATEWAY = 'd-abc1234567.execute-api.eu-west-1.amazonaws.com';
const API = 'api.petstore.example';
const DOCS = 'old.petstore.example';

const fixture = fixtureForEach({ [FILE]: productionFile });

const serve = (records: readonly string[]) =>
  fixture.serve({
    ...healthyInternet,
    'petstore.example': { on: ['127.0.0.21', '127.0.0.22'], records },
    'amazonaws.com': { on: ['127.0.0.25'], records: [`${GATEWAY} A 192.0.2.7`] },
    'elsewhere.example': { on: ['127.0.0.25'], records: ['shop.elsewhere.example A 192.0.2.8'] },
  });
const run = (...args: string[]) => fixture.run(...args, '--stack', 'production');
const checked = async (host: string) => {
  const { status, out } = await run('check', '--host', host, '--format', 'json');
  return { status, findings: codesOf(JSON.parse(out).hosts[0]) };
};

test('a live host is listed with its id, and its record no longer blocks the pull request: 0', async () => {
  await serve([`${API} 300 CNAME ${GATEWAY}`]);
  expect(await checked(API)).toEqual({ status: 1, findings: ['blocked cname-elsewhere'] });
  expect((await run('adopt', API, '--mapping', 'a1b2c3')).status).toBe(0);
  expect(fixture.read(FILE)).toContain(`petstore:adopt:\n    - { host: ${API}, mapping: a1b2c3 }\n`);
  expect(await checked(API)).toEqual({ status: 0, findings: ['warning adoptable'] });
});

test('what the last deployment found to be of the account is no conflict: `check` and `status` repeat its fix: 1', async () => {
  await serve([`${API} 300 CNAME ${GATEWAY}`]);
  const blocked = [{ code: 'adoptable', found: 'the domain name', why: 'why', fix: 'adopt it' }];
  fixture.write('outputs.json', outputsOf({ [API]: { blocked } }));
  for (const command of [`check --host ${API}`, `status ${API}`]) {
    const words = `${command} --outputs outputs.json --format json`.split(' ');
    const { status, out } = await run(...words);
    expect(status).toBe(1);
    expect(JSON.parse(out).hosts[0].findings).toMatchObject([{ ...blocked[0], severity: 'blocked' }]);
  }
});

test.each<[string, readonly string[], string]>([
  ['an api host without its mapping', [API], 'aws apigatewayv2 get-api-mappings'],
  ['a docs host without its distribution', [DOCS], 'aws cloudfront list-distributions'],
  ['the id of another kind', [DOCS, '--mapping', 'a1b2c3'], 'aws cloudfront list-distributions'],
  ['an id of each kind', [API, '--mapping', 'a1', '--distribution', 'E1'], 'it takes no --distribution.'],
  ['a deployed host', [API, '--mapping', 'a1', '--outputs', 'outputs.json'], `status ${API}`],
])('%s is refused: 2, and nothing changed', async (_, args, message) => {
  const own = { site: 'api', role: 'primary', certificate: 'ISSUED', target: GATEWAY, records: [] };
  fixture.write('outputs.json', outputsOf({ [API]: own }));
  const { status, err } = await run('adopt', ...args);
  expect([status, fixture.read(FILE)]).toEqual([2, productionFile]);
  expect(err).toContain(message);
});
