// The key of the local cloud: one is valid, and it is the same however often the cloud was started.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { localKey } from '../../../cli/local/local-key.ts';
import { createKeyAdmin, hashKey } from '../../../service/keys/index.ts';
import { type LocalDynamo, startDynamo } from '../../service/dynalite.ts';

const DAY_SECONDS = 24 * 3600;
const now = () => Math.floor(Date.now() / 1000);

let local: LocalDynamo;
beforeAll(async () => {
  local = await startDynamo();
});
afterAll(() => local.stop());

async function setUp() {
  const table = (await local.createTables()).keys;
  const administrator = { accessKeyId: 'local', secretAccessKey: 'local' };
  const admin = createKeyAdmin(local.dynamo, table);
  const start = (earlier?: string) =>
    localKey({ dynamodbEndpoint: local.endpoint, administrator }, { region: 'eu-west-1', table, earlier });
  const hashes = async () => (await admin.listKeys()).map(({ hash }) => hash).sort();
  return { admin, start, hashes };
}

test('a new key is named after the command, and lasts 30 days; each start has the key of the one before', async () => {
  const { admin, start } = await setUp();
  const before = now();
  const first = await start();
  expect(first).toMatch(/^pets_test_/);
  expect([await start(first), await start(first)]).toEqual([first, first]);
  const [record, ...others] = await admin.listKeys();
  expect([record?.name, record?.hash, others]).toEqual(['npm run local', hashKey(first), []]);
  const days = ((record?.expiresAt ?? 0) - before) / DAY_SECONDS;
  expect(days).toBeGreaterThanOrEqual(30);
  expect(days).toBeLessThan(30.01);
});

test('a lost key, a revoked one, and one that expires within a week are replaced, and the keys of users stay', async () => {
  const { admin, start, hashes } = await setUp();
  const { record: mine } = await admin.createKey({ name: 'mine', prefix: 'pets_test_' });
  const lost = await start();
  const revoked = await start();
  expect(revoked).not.toBe(lost);
  expect(await hashes()).toEqual([mine.hash, hashKey(revoked)].sort());
  await admin.revokeKey(hashKey(revoked));
  expect(await start(revoked)).not.toBe(revoked);
  for (const [days, isKept] of [
    [8, true],
    [6, false],
  ] as const) {
    const key = {
      name: 'npm run local',
      prefix: 'pets_test_',
      expiresAt: now() + days * DAY_SECONDS,
    } as const;
    const earlier = (await admin.createKey(key)).key;
    expect((await start(earlier)) === earlier).toBe(isKept);
  }
});
