// The key of the local cloud: one is valid, and it is the same however often the cloud was started.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { localKey } from '../../../cli/local/local-key.ts';
import { createKeyAdmin, hashKey } from '../../../service/keys/index.ts';
import { type LocalDynamo, startDynamo } from '../../service/dynalite.ts';

let local: LocalDynamo;
beforeAll(async () => {
  local = await startDynamo();
});
afterAll(() => local.stop());

async function setUp() {
  const table = (await local.createTables()).keys;
  const administrator = { accessKeyId: 'local', secretAccessKey: 'local' };
  const cloud = { dynamodbEndpoint: local.endpoint, administrator };
  const admin = createKeyAdmin(local.dynamo, table);
  const start = (earlier?: string) => localKey(cloud, { region: 'eu-west-1', table, earlier });
  const hashes = async () => (await admin.listKeys()).map(({ hash }) => hash).sort();
  return { admin, start, hashes };
}

test('each start has the key of the one before', async () => {
  const { start, hashes } = await setUp();
  const first = await start();
  expect(await start(first)).toBe(first);
  expect(await start(first)).toBe(first);
  expect(await hashes()).toEqual([hashKey(first)]);
});

test('a lost key is replaced, and the keys of users stay', async () => {
  const { admin, start, hashes } = await setUp();
  const { record } = await admin.createKey({ name: 'mine', prefix: 'pets_test_' });
  const lost = await start();
  const next = await start();
  expect(next).not.toBe(lost);
  expect(await hashes()).toEqual([record.hash, hashKey(next)].sort());
});

test('a new key is named after the command, and lasts 30 days', async () => {
  const { admin, start } = await setUp();
  const before = Math.floor(Date.now() / 1000);
  expect(await start()).toMatch(/^pets_test_/);
  const [record, ...others] = await admin.listKeys();
  expect([record?.name, others]).toEqual(['npm run local', []]);
  const days = ((record?.expiresAt ?? 0) - before) / (24 * 3600);
  expect(days).toBeGreaterThanOrEqual(30);
  expect(days).toBeLessThan(30.01);
});

test('a revoked key, and one that expires within a week, are replaced', async () => {
  const { admin, start } = await setUp();
  const inDays = (days: number) => Math.floor(Date.now() / 1000) + days * 24 * 3600;
  const kept = await admin.createKey({ name: 'npm run local', prefix: 'pets_test_', expiresAt: inDays(8) });
  expect(await start(kept.key)).toBe(kept.key);
  const revoked = await start();
  await admin.revokeKey(hashKey(revoked));
  expect(await start(revoked)).not.toBe(revoked);
  const soon = await admin.createKey({ name: 'npm run local', prefix: 'pets_test_', expiresAt: inDays(6) });
  expect(await start(soon.key)).not.toBe(soon.key);
});
