// A stack whose tables are protected and that is destroyed, as docs/operations.md describes it, with the real engine.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EngineFixture, logSkipReason, nameOf, pulumi, STACK_FILE } from './pulumi.ts';

logSkipReason();
const LIMIT_MS = 240_000;
const TABLES = ['api-store-idempotency', 'api-store-keys', 'api-store-orders', 'api-store-pets'];

describe.skipIf(pulumi === undefined)('a destroyed stack', () => {
  let engine: EngineFixture;
  beforeAll(async () => {
    engine = await EngineFixture.start('local');
    engine.edit(STACK_FILE, '  petstore:plan: pro', '  petstore:plan: pro\n  petstore:protect: true');
    expect((await engine.up()).status).toBe(0);
  }, LIMIT_MS);
  afterAll(() => engine.close());

  const tables = async () =>
    (await engine.state())
      .filter(({ type }) => type === 'aws:dynamodb/table:Table')
      .map(({ urn, id }) => ({ name: nameOf(urn), id }))
      .sort((a, b) => a.name.localeCompare(b.name));

  test('is refused while tables are protected; without them one deployment brings it back', {
    timeout: LIMIT_MS,
  }, async () => {
    const before = await tables();
    expect(before.map(({ name }) => name)).toEqual(TABLES);
    engine.operations.length = 0;
    const refused = await engine.run(['destroy', '--yes']);
    expect(refused.status).not.toBe(0);
    expect(refused.text).toMatch(/protect/);
    expect(engine.operations).toEqual([]);
    const destroyed = await engine.run(['destroy', '--yes', '--exclude-protected']);
    expect(destroyed.status, destroyed.text).toBe(0);
    expect(engine.operations.some(({ kind }) => kind === 'delete')).toBe(true);
    expect(await tables()).toEqual(before);
    expect((await engine.up()).status).toBe(0);
    expect(await tables()).toEqual(before);
  });
});
