// Commands about the local stack while `npm run local` deploys, and while it has refused its zone file.
import { beforeEach, describe, expect, test } from 'vitest';
import { deployedAs, fixtureForEach, type Misbehaviour, outputsOf, productionFile } from './harness.ts';

const FILE = 'Pulumi.local.yaml';
const HOST = 'old.petstore.example';
const SHOP = 'shop.partner.example';
const TARGET = 'd1.cloudfront.localhost';
const SERVED = deployedAs('docs', 'domain', HOST, 'ISSUED', TARGET);
const WAITING = 'npm run local is deploying; waiting until it ends\n';
const PROBLEM = { code: 'bad-zone-line', path: 'internet.zone:12', what: 'has no type', fix: 'write one' };

const fixture = fixtureForEach({ [FILE]: `${productionFile}      - ${SHOP}\n`, 'internet.zone': '' });
beforeEach(async () => {
  await serve(`${HOST} 3600 CNAME ${TARGET}`);
  fixture.writeLocal('ca.pem', '');
  fixture.writeLocal('outputs.json', outputsOf({}));
});

const serve = (record: string, misbehave?: Misbehaviour) =>
  fixture.serve({ 'petstore.example': { on: ['127.0.0.21'], records: [record] } }, misbehave);

/** What a deployment writes at its end. */
function deployed(): void {
  fixture.writeLocal('outputs.json', outputsOf({ [HOST]: SERVED }));
  fixture.ready();
}

const run = (...args: string[]) => fixture.run(...args, '--stack', 'local');
const check = () => run('check', '--host', HOST);

test('a record that leads to nothing is fixed in the zone file, as any other', async () => {
  await serve(`${HOST} 3600 CNAME gone.petstore.example`);
  fixture.ready();
  expect((await check()).out).toContain('in internet.zone: remove the record, or create what it points to');
});

test('what cannot be read is fixed in the zone file while it is served, and else where the finding says', async () => {
  await serve(`${HOST} 3600 CNAME ${TARGET}`, ({ server }) => (server === '127.0.0.1' ? [] : undefined));
  fixture.ready();
  const fix = 'in internet.zone: see there';
  expect((await check()).out).toContain(fix);
  fixture.writeLocal('ready.json', 'null');
  expect((await check()).out).toMatch(/dns-unreadable(?!.*see there)/s);
});

test('a removed host whose zone the file has lost: no owner has its records', async () => {
  fixture.write(FILE, fixture.read(FILE).replace(/ {2}petstore:zones:\n( {4}.*\n)+/, ''));
  const zone = { zone: 'petstore.example', provider: 'cloudflare' };
  fixture.writeLocal('outputs.json', outputsOf({ [HOST]: { ...SERVED, ...zone } }));
  fixture.ready();
  const { status, out } = await run('remove', HOST);
  expect([status, out]).toEqual([0, expect.stringContaining('npm run local deploys it now')]);
  expect(out).not.toContain('its owner');
});

describe('a deployment that runs', () => {
  test.each([
    ['runs', true, undefined],
    ['has not begun, of the stack file', false, FILE],
  ])('%s: check waits for its end, so that its own record is no conflict', async (_, isRunning, changed) => {
    fixture.ready({ isRunning });
    if (changed !== undefined) fixture.write(changed, `${fixture.read(changed)}\n`);
    fixture.whileSleeping(deployed);
    expect(await check()).toMatchObject({ status: 0, err: WAITING });
  });

  test.each([
    ['status'],
    ['records', HOST],
    ['move', HOST],
    ['remove', HOST],
    ['report', '--base', 'base'],
    ['open', '--export', 'pages'],
  ])('%s waits too, and edits nothing before', async (...args) => {
    fixture.commit();
    fixture.ready({ isRunning: true });
    const before = fixture.read(FILE);
    fixture.whileSleeping(() => {
      expect(fixture.read(FILE)).toBe(before);
      deployed();
    });
    expect((await run(...args)).err).toContain(WAITING);
  });

  test('a minute is the limit of a command that reads once: 3', async () => {
    fixture.ready({ isRunning: true });
    let slept = 0;
    fixture.whileSleeping((milliseconds) => {
      slept += milliseconds;
    });
    expect((await run('status')).status).toBe(3);
    // The clock also runs while the command works.
    expect(slept / 60_000).toBeCloseTo(1, 1);
  });

  test('a cloud that stops meanwhile ends the wait: 2', async () => {
    fixture.ready({ isRunning: true });
    fixture.whileSleeping(() => fixture.writeLocal('ready.json', 'null'));
    expect(await check()).toMatchObject({ status: 2, out: '' });
  });
});

test.each(['check', 'check --format json', 'status', `verify ${SHOP}`, 'move api.petstore.example'])(
  'after a zone file that was refused, DNS is that from before, and %s decides nothing by it: 3',
  async (command) => {
    fixture.ready({ refusedInternet: [PROBLEM] });
    const { status, out, err } = await run(...command.split(' '));
    expect([status, out]).toEqual([3, '']);
    expect(err).toContain('internet.zone:12');
  },
);

test('adopt finds the id of what serves the host here, which no tool of AWS can list', async () => {
  fixture.ready();
  const distributions = { E2EXAMPLE12345: { inputs: { aliases: [HOST] } } };
  fixture.writeLocal('cloud.json', JSON.stringify({ 'cloudfront/distributions': distributions }));
  await run('adopt', HOST);
  expect(fixture.read(FILE)).toContain(`{ host: ${HOST}, distribution: E2EXAMPLE12345 }`);
});

test.each<[string, string, number, (readonly string[])?]>([
  ['newest API is taken over', 'second', 0],
  ['API of a state that is lost is refused: no deployment could take it over', 'first', 2],
  ['API of a state that is lost stays: none is created beside it', 'first', 2, ['--mapping', 'none']],
])('a host of the API whose mapping leads to the %s', async (_, apiId, status, ids = []) => {
  const host = 'api.petstore.example';
  fixture.ready();
  const stored = {
    'apigateway/apis': { first: {}, second: {} },
    'apigateway/api-mappings': { a1b2c3: { inputs: { domainName: host, apiId } } },
  };
  fixture.writeLocal('cloud.json', JSON.stringify(stored));
  expect((await run('adopt', host, ...ids)).status).toBe(status);
  expect(fixture.read(FILE).includes('mapping:')).toBe(status === 0);
});
