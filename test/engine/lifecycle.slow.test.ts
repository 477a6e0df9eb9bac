// The lifecycle of a stack under the Pulumi CLI: create, no change, hosts added and removed, drift, protection, destroy.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { drift } from '../../cli/local/drift/drift.ts';
import { environmentFile } from '../../cli/local/environment-file.ts';
import { localKey } from '../../cli/local/local-key.ts';
import { thisProcess } from '../../cli/running-process.ts';
import { ask } from '../cli/local/clients.ts';
import {
  EngineFixture,
  LAST_HOST,
  logSkipReason,
  nameOf,
  type Operation,
  pulumi,
  STACK_FILE,
} from './pulumi.ts';

logSkipReason();

const SHOP = 'shop.petstore.localhost';
const TAKEN = 'taken.petstore.localhost';
const ZEBRA = 'zebra.petstore.localhost';
const FORBIDDEN = 'shop.forbidden.petstore.localhost';
const ROUTE = 'api.petstore.localhost-route';
const TABLES = ['api-store-idempotency', 'api-store-keys', 'api-store-orders', 'api-store-pets'];
const CERTIFICATE = 'aws:acm/certificate:Certificate';

/** Without those on what watches the hosts: alarms and the dashboard. */
const hosting = (operations: readonly Operation[]) =>
  operations.filter(({ type }) => !type.startsWith('aws:cloudwatch/'));

describe.skipIf(pulumi === undefined)('a stack', { timeout: 120_000 }, () => {
  let fixture: EngineFixture;
  const since = async (work: () => Promise<unknown>): Promise<Operation[]> => {
    const before = fixture.operations.length;
    await work();
    return fixture.operations.slice(before);
  };

  beforeAll(async () => {
    fixture = await EngineFixture.start('local');
  }, 60_000);
  afterAll(() => fixture?.close());

  test('the first up creates everything and does not change the stack file', async () => {
    const file = readFileSync(join(fixture.folder, STACK_FILE), 'utf8');
    const up = await fixture.up();
    expect(up.status, up.text).toBe(0);
    expect(up.text).toMatch(/\+ \d+ created/);
    expect(up.text).not.toMatch(/warning/);
    expect(readFileSync(join(fixture.folder, STACK_FILE), 'utf8')).toBe(file);
  });

  test('a second up changes nothing, with refresh too', async () => {
    const up = await fixture.up('--refresh', '--expect-no-changes');
    expect(up.status, up.text).toBe(0);
    expect(up.text).toMatch(/Resources:\s+\d+ unchanged\s+Duration/);
    const preview = await fixture.run(['preview', '--refresh', '--expect-no-changes']);
    expect(preview.status, preview.text).toBe(0);
  });

  test('neither an API key nor its hash is in the state, the outputs or the printed text', async () => {
    const outputs = await fixture.outputs();
    const key = await localKey(fixture.cloud, { region: 'eu-west-1', table: outputs.tables.keys });
    const up = await fixture.up();
    const state = (await fixture.run(['stack', 'export', '--show-secrets'])).text;
    for (const text of [up.text, state, JSON.stringify(outputs)]) {
      expect(text).not.toContain(key);
      expect(text).not.toMatch(/pets_test_[0-9A-Za-z]{36}|BEGIN (EC )?PRIVATE KEY/);
    }
  });

  test('adding a host changes the resources of that host only', async () => {
    fixture.addHosts(SHOP);
    const steps = await fixture.steps();
    const [created, others] = [true, false].map((is) => steps.filter(({ op }) => (op === 'create') === is));
    // The dashboard shows every host.
    expect(others?.map(({ urn }) => nameOf(urn))).toEqual(['panel']);
    expect(created?.length).toBeGreaterThan(5);
    const alarm = `host-alarm-certificate-${SHOP}`;
    expect(created?.filter(({ urn }) => !nameOf(urn).startsWith(SHOP) && nameOf(urn) !== alarm)).toEqual([]);
    const operations = hosting(await since(async () => expect((await fixture.up()).status).toBe(0)));
    expect(operations.every(({ kind }) => kind === 'create')).toBe(true);
    expect(operations[0]?.type).toBe(CERTIFICATE);
    expect(operations.at(-1)?.type).toBe('cloudflare:index/dnsRecord:DnsRecord');
  });

  test('removing it deletes its routing record first and its certificate last', async () => {
    fixture.removeHost(SHOP);
    const operations = hosting(await since(async () => expect((await fixture.up()).status).toBe(0)));
    expect(operations.every(({ kind }) => kind === 'delete')).toBe(true);
    expect(operations.at(-1)?.type).toBe(CERTIFICATE);
    expect(operations[0]?.type).toBe('cloudflare:index/dnsRecord:DnsRecord');
    const records = fixture.cloud.recordHistory.filter(({ name }) => name.endsWith(SHOP)).slice(-2);
    expect(records.map(({ action, name }) => [action, name === SHOP])).toEqual([
      ['delete', true],
      ['delete', false],
    ]);
  });

  test('a host becomes a redirect: its own record is not a conflict, and what it left is kept with its certificate', async () => {
    const redirect = '    redirects: [{ from: api.pets.localhost, to: api.petstore.localhost, status: 308 }]';
    fixture.edit(STACK_FILE, LAST_HOST, redirect);
    const up = await fixture.up();
    expect(up.status, up.text).toBe(0);
    expect(up.text).not.toMatch(/conflicting-record|cname-elsewhere/);
    const own = ['api.pets.localhost-attachment', 'api.pets.localhost-certificate'];
    const types = async () =>
      (await fixture.state())
        .filter(({ urn }) => own.some((name) => nameOf(urn).startsWith(name)))
        .map(({ urn, type }) => `${type.split(':').at(-1)} ${nameOf(urn)}`)
        .sort();
    const both = [
      'Certificate api.pets.localhost-certificate',
      'Certificate api.pets.localhost-certificate-2',
      'Distribution api.pets.localhost-attachment',
      'DomainName api.pets.localhost-attachment',
    ];
    expect(await types()).toEqual(both);
    const kept = async () => (await fixture.outputs()).hosts['api.pets.localhost']?.kept?.target;
    expect(await kept()).toBe('gateway');
    expect(await fixture.steps()).toEqual([]);
    fixture.edit(STACK_FILE, redirect, LAST_HOST);
    const before = fixture.operations.length;
    const back = await fixture.up();
    expect(back.status, back.text).toBe(0);
    expect(await types()).toEqual(both);
    expect(await kept()).toBe('distribution');
    expect(await fixture.steps()).toEqual([]);
    // It is served again by what it left: nothing is created but the engine's wait, and nothing is deleted in the cloud.
    const kinds = hosting(fixture.operations.slice(before)).filter(
      ({ type }) => !type.endsWith('Validation'),
    );
    expect(new Set(kinds.map(({ kind }) => kind))).toEqual(new Set(['update']));
    fixture.environment.PETSTORE_LOCAL_CLOCK = String(2 * 3600 * 1000);
    const over = await fixture.up();
    expect(over.status, over.text).toBe(0);
    expect(await types()).toEqual([both[0], both[3]]);
    expect(await kept()).toBeUndefined();
    delete fixture.environment.PETSTORE_LOCAL_CLOCK;
    expect(await fixture.steps()).toEqual([]);
  });

  /** The response that a client gets there, which trusts the local certificate authority. */
  const responseOf = async (host: string) => {
    const url = `https://${host}:${fixture.cloud.httpsPort}/v1/openapi.json`;
    const { status, certificateNames } = await ask(url, { ca: fixture.cloud.authorityPem });
    return { status, certificateNames };
  };
  const served = (host: string) => ({ status: 200, certificateNames: [`DNS:${host}`] });

  test('one of three new hosts is blocked: the others are served, the run succeeds, and the outputs give the reason', async () => {
    fixture.addHosts(SHOP, TAKEN, ZEBRA);
    const preview = await fixture.run(['preview']);
    expect(preview.status, preview.text).toBe(0);
    expect(preview.text).toMatch(`${TAKEN} is blocked and left out; everything else is deployed`);
    const up = await fixture.up();
    expect(up.status, up.text).toBe(0);
    expect(up.text).toMatch(/conflicting-record +A 192\.0\.2\.1/);
    for (const host of [SHOP, ZEBRA]) expect(await responseOf(host)).toEqual(served(host));
    const { hosts } = await fixture.outputs();
    expect(hosts[TAKEN]?.blocked).toMatchObject([
      { code: 'conflicting-record', records: [{ action: 'remove', name: TAKEN, value: '192.0.2.1' }] },
    ]);
    expect((await fixture.state()).filter(({ urn }) => urn.includes(TAKEN))).toEqual([]);
  });

  test('after its record is removed, the next up creates the third', async () => {
    fixture.shrinkInternet(TAKEN);
    const up = await fixture.up();
    expect(up.status, up.text).toBe(0);
    expect(up.text).not.toMatch(/warning/);
    expect(await responseOf(TAKEN)).toEqual(served(TAKEN));
    expect((await fixture.outputs()).hosts[TAKEN]).toMatchObject({ certificate: 'ISSUED' });
    for (const host of [TAKEN, ZEBRA]) fixture.removeHost(host);
    expect((await fixture.up()).status).toBe(0);
  });

  test('strict: a blocked host ends the run with every finding, and nothing changes', async () => {
    fixture.edit(STACK_FILE, 'petstore:plan: pro', 'petstore:plan: pro\n  petstore:preflight: strict');
    fixture.addHosts(FORBIDDEN, ZEBRA);
    const operations = await since(async () => {
      const up = await fixture.up();
      expect(up.status).not.toBe(0);
      expect(up.text).toMatch(/1 host is blocked; nothing was changed/);
      expect(up.text).toMatch(/caa-blocks-authority/);
      expect(up.text).not.toMatch(/\n\s+at /);
    });
    expect(operations).toEqual([]);
    fixture.edit(STACK_FILE, 'petstore:preflight: strict', 'petstore:preflight: off');
  });

  test('a host whose certificate is refused fails, and no other host does', async () => {
    const up = await fixture.up();
    expect(up.status).not.toBe(0);
    expect(up.text).toMatch(/petstore:preflight is off/);
    expect(up.text).toMatch(/CAA/);
    expect(await responseOf(ZEBRA)).toEqual(served(ZEBRA));
    const names = (await fixture.state()).map(({ urn }) => nameOf(urn));
    expect(names).toContain('api.petstore.localhost-route');
    expect(names).not.toContain(`${FORBIDDEN}-route`);
    for (const host of [SHOP, FORBIDDEN, ZEBRA]) fixture.removeHost(host);
    fixture.edit(STACK_FILE, '\n  petstore:preflight: off', '');
    expect((await fixture.up()).status).toBe(0);
  });

  test("a change of the function's code updates the function, and the alias that routes to its versions", async () => {
    expect(await fixture.steps()).toEqual([]);
    fixture.edit('service/http/errors.ts', 'Something went wrong here', 'Something broke here');
    const steps = await fixture.steps();
    expect(steps.map(({ op, urn }) => [op, nameOf(urn)])).toEqual([
      ['update', 'api-function'],
      ['update', 'api-release-live'],
    ]);
    expect((await fixture.up()).status).toBe(0);
  });

  test.each(['SIGINT', 'SIGKILL'] as const)(
    'after an up that %s ended, the next up completes the deployment',
    async (signal) => {
      fixture.addHosts(SHOP);
      const onText = `${SHOP}-certificate created`;
      const stopped = await fixture.run(['up', '--yes'], { onText, signal });
      expect(stopped.status).not.toBe(0);
      // A killed engine leaves its lock behind; one that was interrupted has released it.
      await fixture.run(['cancel', '--yes']);
      const up = await fixture.up();
      expect(up.status, up.text).toBe(0);
      expect((await fixture.state()).some(({ urn }) => nameOf(urn) === `${SHOP}-route`)).toBe(true);
      fixture.removeHost(SHOP);
      const removed = await fixture.up();
      expect(removed.status, removed.text).toBe(0);
    },
  );

  const REFRESH = ['preview', '--refresh', '--expect-no-changes'];

  test.each([
    ['a changed TTL', { delete: false, set: ['ttl=120'] }, /~ ttl\s*: 3600 => 120/, 'update'],
    ['a deleted record', { delete: true, set: [] }, /- content +: "d-/, 'create'],
  ])(
    'refresh finds %s, as npm run local -- drift causes it, and up reverts it',
    async (_, options, shown, kind) => {
      const folder = join(fixture.folder, '.local');
      const run = { root: fixture.folder, folder, again: 'npm run local -- --engine' };
      writeFileSync(join(folder, 'pulumi.env'), environmentFile(fixture.environment, run));
      writeFileSync(join(folder, 'ready.json'), JSON.stringify(thisProcess()));
      expect(String(await drift(folder, ROUTE, options))).toContain(ROUTE);
      const preview = await fixture.run([...REFRESH, '--diff']);
      expect(preview.status, preview.text).not.toBe(0);
      expect(preview.text).toMatch(shown);
      const operations = await since(async () => expect((await fixture.up('--refresh')).status).toBe(0));
      expect(operations.map((one) => one.kind)).toEqual([kind]);
      const settled = await fixture.run(REFRESH);
      expect(settled.status, settled.text).toBe(0);
    },
  );

  const tables = async () =>
    (await fixture.state())
      .filter(({ type }) => type === 'aws:dynamodb/table:Table')
      .map(({ urn, id }) => ({ name: nameOf(urn), id }))
      .sort((a, b) => a.name.localeCompare(b.name));

  test('destroy is refused while tables are protected; without them one deployment brings the stack back', async () => {
    fixture.edit(STACK_FILE, 'petstore:plan: pro', 'petstore:plan: pro\n  petstore:protect: true');
    expect((await fixture.up()).status).toBe(0);
    const before = await tables();
    expect(before.map(({ name }) => name)).toEqual(TABLES);
    const operations = await since(async () => {
      const refused = await fixture.run(['destroy', '--yes']);
      expect(refused.status).not.toBe(0);
      expect(refused.text).toMatch(/protect/);
    });
    expect(operations).toEqual([]);
    const destroyed = await fixture.run(['destroy', '--yes', '--exclude-protected']);
    expect(destroyed.status, destroyed.text).toBe(0);
    expect(await tables()).toEqual(before);
    fixture.edit(STACK_FILE, '\n  petstore:protect: true', '');
    expect((await fixture.up()).status).toBe(0);
    expect(await tables()).toEqual(before);
  });

  test('destroy deletes everything from the local cloud', async () => {
    const deployed = (await fixture.state()).filter(({ id, type }) => id && /^(aws|cloudflare):/.test(type));
    expect(deployed.length).toBeGreaterThan(50);
    const destroyed = await fixture.run(['destroy', '--yes']);
    expect(destroyed.status, destroyed.text).toBe(0);
    const context = { region: 'eu-west-1', signal: AbortSignal.timeout(5000) };
    for (const { type, id = '', inputs } of deployed) {
      expect(
        await fixture.cloud.registry.handler(type).read(id, context, inputs as never),
        `${type} ${id}`,
      ).toBeUndefined();
    }
  });
});
