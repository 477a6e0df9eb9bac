// The life of a stack under the real engine: first up, nothing to do, hosts come and go, drift, the end.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeKey } from '../../cli/local/create-key.ts';
import { ask } from '../cli/local/clients.ts';
import { EngineWorld, type Operation, pulumi, sayWhySkipped } from './pulumi.ts';

sayWhySkipped();

const SHOP = 'shop.petstore.localhost';
const TAKEN = 'taken.petstore.localhost';
const ZEBRA = 'zebra.petstore.localhost';
const FORBIDDEN = 'shop.forbidden.petstore.localhost';
const STACK = 'Pulumi.local.yaml';
const HOSTS = '      - api.pets.localhost';
const CERTIFICATE = 'aws:acm/certificate:Certificate';
const nameOf = (urn: string) => urn.split('::').pop() ?? '';

describe.skipIf(pulumi === undefined)('a stack', { timeout: 120_000 }, () => {
  let world: EngineWorld;
  const since = async (work: () => Promise<unknown>): Promise<Operation[]> => {
    const before = world.operations.length;
    await work();
    return world.operations.slice(before);
  };
  const addHost = (...hosts: string[]) =>
    world.edit(STACK, HOSTS, [HOSTS, ...hosts.map((host) => `      - ${host}`)].join('\n'));
  const removeHost = (host: string) => world.edit(STACK, `\n      - ${host}`, '');

  beforeAll(async () => {
    world = await EngineWorld.start();
    world.seedZones('local');
    await world.run(['stack', 'init', 'local']);
  }, 60_000);
  afterAll(() => world?.close());

  test('a first up makes everything, and leaves the stack file as it was', async () => {
    const file = readFileSync(join(world.folder, STACK), 'utf8');
    const up = await world.up();
    expect(up.status, up.text).toBe(0);
    expect(up.text).toMatch(/\+ \d+ created/);
    expect(up.text).not.toMatch(/warning/);
    expect(readFileSync(join(world.folder, STACK), 'utf8')).toBe(file);
  });

  test('a second changes nothing, also when compared with what is there', async () => {
    const up = await world.up('--refresh', '--expect-no-changes');
    expect(up.status, up.text).toBe(0);
    expect(up.text).toMatch(/Resources:\s+\d+ unchanged\s+Duration/);
    const preview = await world.run(['preview', '--refresh', '--expect-no-changes']);
    expect(preview.status, preview.text).toBe(0);
  });

  test('no key and no hash of a key is in state, outputs or what was printed', async () => {
    const outputs = await world.outputs();
    const key = await makeKey(world.cloud.dynamodbEndpoint, 'eu-west-1', outputs.tables.keys);
    const up = await world.up();
    const state = (await world.run(['stack', 'export', '--show-secrets'])).text;
    for (const text of [up.text, state, JSON.stringify(outputs)]) {
      expect(text).not.toContain(key);
      expect(text).not.toMatch(/pets_test_[0-9A-Za-z]{36}|BEGIN (EC )?PRIVATE KEY/);
    }
  });

  test('adding a host touches that host alone', async () => {
    addHost(SHOP);
    const steps = await world.steps();
    expect(steps.map(({ op }) => op).filter((op) => op !== 'create')).toEqual([]);
    expect(steps.length).toBeGreaterThan(5);
    expect(steps.filter(({ urn }) => !nameOf(urn).startsWith(SHOP))).toEqual([]);
    const operations = await since(async () => expect((await world.up()).status).toBe(0));
    expect(operations.every(({ kind }) => kind === 'create')).toBe(true);
    expect(operations[0]?.type).toBe(CERTIFICATE);
    expect(operations.at(-1)?.type).toBe('cloudflare:index/dnsRecord:DnsRecord');
  });

  test('removing it deletes its routing record first and its certificate last', async () => {
    removeHost(SHOP);
    const operations = await since(async () => expect((await world.up()).status).toBe(0));
    expect(operations.every(({ kind }) => kind === 'delete')).toBe(true);
    expect(operations.at(-1)?.type).toBe(CERTIFICATE);
    expect(operations[0]?.type).toBe('cloudflare:index/dnsRecord:DnsRecord');
    const records = world.cloud.recordHistory.filter(({ name }) => name.endsWith(SHOP)).slice(-2);
    expect(records.map(({ action, name }) => [action, name === SHOP])).toEqual([
      ['delete', true],
      ['delete', false],
    ]);
  });

  test('a host becomes a redirect, and is not its own conflict', async () => {
    const redirect = '    redirects: [{ from: api.pets.localhost, to: api.petstore.localhost, status: 308 }]';
    world.edit(STACK, HOSTS, redirect);
    const up = await world.up();
    expect(up.status, up.text).toBe(0);
    expect(up.text).not.toMatch(/warning/);
    const attachment = 'api.pets.localhost-attachment';
    const types = (await world.state())
      .filter(({ urn }) => nameOf(urn) === attachment)
      .map(({ type }) => type);
    expect(types).toEqual(['aws:cloudfront/distribution:Distribution']);
    world.edit(STACK, redirect, HOSTS);
    const back = await world.up();
    expect(back.status, back.text).toBe(0);
    expect(await world.steps()).toEqual([]);
  });

  /** What a client gets there that trusts the local authority. */
  const answerOf = async (host: string) => {
    const url = `https://${host}:${world.cloud.httpsPort}/v1/openapi.json`;
    const { status, certificateNames } = await ask(url, { ca: world.cloud.authorityPem });
    return { status, certificateNames };
  };
  const answering = (host: string) => ({ status: 200, certificateNames: [`DNS:${host}`] });

  test('of three new hosts one is blocked: the others answer, the run succeeds, and the outputs say why', async () => {
    addHost(SHOP, TAKEN, ZEBRA);
    const preview = await world.run(['preview']);
    expect(preview.status, preview.text).toBe(0);
    expect(preview.text).toMatch(`${TAKEN} is blocked and left out; everything else is deployed`);
    const up = await world.up();
    expect(up.status, up.text).toBe(0);
    expect(up.text).toMatch(/conflicting-record +A 192\.0\.2\.1/);
    for (const host of [SHOP, ZEBRA]) expect(await answerOf(host)).toEqual(answering(host));
    const { hosts } = await world.outputs();
    expect(hosts[TAKEN]?.blocked).toMatchObject([
      { code: 'conflicting-record', records: [{ action: 'remove', name: TAKEN, value: '192.0.2.1' }] },
    ]);
    expect((await world.state()).filter(({ urn }) => urn.includes(TAKEN))).toEqual([]);
  });

  test('once its record is removed, a plain up makes the third', async () => {
    world.shrinkInternet(TAKEN);
    const up = await world.up();
    expect(up.status, up.text).toBe(0);
    expect(up.text).not.toMatch(/warning/);
    expect(await answerOf(TAKEN)).toEqual(answering(TAKEN));
    expect((await world.outputs()).hosts[TAKEN]).toMatchObject({ certificate: 'ISSUED' });
    for (const host of [TAKEN, ZEBRA]) removeHost(host);
    expect((await world.up()).status).toBe(0);
  });

  test('strict: a blocked host ends the run with every finding, and nothing is changed', async () => {
    world.edit(STACK, 'petstore:plan: pro', 'petstore:plan: pro\n  petstore:preflight: strict');
    addHost(FORBIDDEN, ZEBRA);
    const operations = await since(async () => {
      const up = await world.up();
      expect(up.status).not.toBe(0);
      expect(up.text).toMatch(/1 host is blocked; nothing was changed/);
      expect(up.text).toMatch(/caa-blocks-authority/);
      expect(up.text).not.toMatch(/\n\s+at /);
    });
    expect(operations).toEqual([]);
    world.edit(STACK, 'petstore:preflight: strict', 'petstore:preflight: off');
  });

  test('a host that the authority refuses fails alone', async () => {
    const up = await world.up();
    expect(up.status).not.toBe(0);
    expect(up.text).toMatch(/petstore:preflight is off/);
    expect(up.text).toMatch(/CAA/);
    expect(await answerOf(ZEBRA)).toEqual(answering(ZEBRA));
    const names = (await world.state()).map(({ urn }) => nameOf(urn));
    expect(names).toContain('api.petstore.localhost-route');
    expect(names).not.toContain(`${FORBIDDEN}-route`);
    for (const host of [SHOP, FORBIDDEN, ZEBRA]) removeHost(host);
    world.edit(STACK, '\n  petstore:preflight: off', '');
    expect((await world.up()).status).toBe(0);
  });

  test("a change of the function's code updates just the function", async () => {
    expect(await world.steps()).toEqual([]);
    world.edit('service/http/errors.ts', 'Something went wrong here', 'Something broke here');
    const steps = await world.steps();
    expect(steps.map(({ op, urn }) => [op, nameOf(urn)])).toEqual([['update', 'api-function']]);
    expect((await world.up()).status).toBe(0);
  });

  test.each(['SIGINT', 'SIGKILL'] as const)(
    'an up that is ended by %s in the middle is gone on with',
    async (signal) => {
      addHost(SHOP);
      const stopped = await world.run(['up', '--yes'], (text, stop) => {
        if (text.includes(`${SHOP}-certificate created`)) stop(signal);
      });
      expect(stopped.status).not.toBe(0);
      // An engine that was killed leaves its lock; one that ended by itself has let go.
      await world.run(['cancel', '--yes']);
      const up = await world.up();
      expect(up.status, up.text).toBe(0);
      expect((await world.state()).some(({ urn }) => nameOf(urn) === `${SHOP}-route`)).toBe(true);
      removeHost(SHOP);
      const removed = await world.up();
      expect(removed.status, removed.text).toBe(0);
    },
  );

  test('refresh finds a record that was changed by hand', async () => {
    addHost(SHOP);
    await world.up();
    const record = (await world.state()).find(({ urn }) => nameOf(urn) === `${SHOP}-route`);
    const handler = world.cloud.registry.handler('cloudflare:index/dnsRecord:DnsRecord');
    const context = { region: 'eu-west-1', signal: AbortSignal.timeout(5000) };
    const old = handler.inputs.parse(record?.inputs);
    await handler.update(
      record?.id ?? '',
      { ...(old as object), content: 'elsewhere.example' } as never,
      old,
      context,
    );
    const preview = await world.run(['preview', '--refresh', '--json']);
    expect(preview.text).toContain('elsewhere.example');
    expect((await world.run(['preview', '--refresh', '--expect-no-changes'])).status).not.toBe(0);
    const operations = await since(async () => expect((await world.up('--refresh')).status).toBe(0));
    expect(operations.map(({ kind, id }) => [kind, id])).toEqual([['update', record?.id]]);
  });

  test('destroy leaves nothing in the local cloud', async () => {
    const held = (await world.state()).filter(({ id, type }) => id && /^(aws|cloudflare):/.test(type));
    expect(held.length).toBeGreaterThan(50);
    const destroyed = await world.run(['destroy', '--yes']);
    expect(destroyed.status, destroyed.text).toBe(0);
    const context = { region: 'eu-west-1', signal: AbortSignal.timeout(5000) };
    for (const { type, id = '', inputs } of held) {
      expect(
        await world.cloud.registry.handler(type).read(id, context, inputs as never),
        `${type} ${id}`,
      ).toBeUndefined();
    }
  });
});
