// The lifecycle of a stack under the Pulumi CLI: create, no change, a host added and removed, interruptions, protection, destroy.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { localKey } from '../../cli/local/publication.ts';
import { EngineFixture, nameOf, type Operation, pulumi, STACK_FILE } from './pulumi.ts';

const SHOP = 'shop.petstore.localhost';

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
    fixture = await EngineFixture.start();
  }, 60_000);
  afterAll(() => fixture?.close());

  test('the first up creates everything and does not change the stack file; a second one changes nothing', async () => {
    const file = readFileSync(join(fixture.folder, STACK_FILE), 'utf8');
    const up = await fixture.up();
    expect(up).toMatch(/\+ \d+ created/);
    expect(up).not.toMatch(/warning/);
    expect(readFileSync(join(fixture.folder, STACK_FILE), 'utf8')).toBe(file);
    await fixture.up('--refresh', '--expect-no-changes');
  });

  test('neither an API key nor its hash is in the state, the outputs or the printed text', async () => {
    const outputs = await fixture.outputs();
    const key = await localKey(fixture.cloud, { region: 'eu-west-1', table: outputs.tables.keys });
    const up = await fixture.up();
    const state = (await fixture.run(['stack', 'export', '--show-secrets'])).text;
    for (const text of [up, state, JSON.stringify(outputs)]) {
      expect(text).not.toContain(key);
      expect(text).not.toMatch(/pets_test_[0-9A-Za-z]{36}|BEGIN (EC )?PRIVATE KEY/);
    }
  });

  test('adding a host changes the resources of that host only, and so does removing it', async () => {
    fixture.addHosts(SHOP);
    const steps = await fixture.steps();
    const [created, others] = [true, false].map((is) => steps.filter(({ op }) => (op === 'create') === is));
    // The dashboard shows every host.
    expect(others?.map(({ urn }) => nameOf(urn))).toEqual(['panel']);
    expect(created?.length).toBeGreaterThan(5);
    const alarm = `host-alarm-certificate-${SHOP}`;
    expect(created?.filter(({ urn }) => !nameOf(urn).startsWith(SHOP) && nameOf(urn) !== alarm)).toEqual([]);
    const kinds = async () => new Set(hosting(await since(() => fixture.up())).map(({ kind }) => kind));
    expect(await kinds()).toEqual(new Set(['create']));
    fixture.removeHost(SHOP);
    expect(await kinds()).toEqual(new Set(['delete']));
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
      await fixture.up();
      expect((await fixture.state()).some(({ urn }) => nameOf(urn) === `${SHOP}-route`)).toBe(true);
      fixture.removeHost(SHOP);
      await fixture.up();
    },
  );

  async function tables() {
    const all = (await fixture.state()).filter(({ type }) => type === 'aws:dynamodb/table:Table');
    return all.map(({ id }) => id).sort();
  }

  test('destroy is refused while tables are protected; without them one deployment brings the stack back', async () => {
    fixture.edit(STACK_FILE, 'petstore:plan: pro', 'petstore:plan: pro\n  petstore:protect: true');
    await fixture.up();
    const before = await tables();
    expect(before).toHaveLength(4);
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
    await fixture.up();
    expect(await tables()).toEqual(before);
  });

  test('destroy deletes everything from the local cloud', async () => {
    const deployed = (await fixture.state()).filter(({ id, type }) => id && /^(aws|cloudflare):/.test(type));
    expect(deployed.length).toBeGreaterThan(50);
    await fixture.run(['destroy', '--yes']);
    const context = { region: 'eu-west-1', signal: AbortSignal.timeout(5000) };
    for (const { type, id = '', inputs } of deployed) {
      const found = await fixture.cloud.registry.handler(type).read(id, context, inputs as never);
      expect(found, `${type} ${id}`).toBeUndefined();
    }
  });
});
