// The key of a start of the local cloud: one is valid, however often it was started.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFirstKey } from '../../../cli/local/create-key.ts';
import { createKeyAdmin, hashKey } from '../../../service/keys/index.ts';
import { type LocalDynamo, startDynamo } from '../../service/dynalite.ts';

let local: LocalDynamo;
beforeAll(async () => {
  local = await startDynamo();
});
afterAll(() => local.stop());

test('each start replaces the key of the one before, and leaves those of users alone', async () => {
  const { keys } = await local.createTables();
  const admin = createKeyAdmin(local.dynamo, keys);
  const { record } = await admin.createKey({ name: 'mine', prefix: 'pets_test_' });
  const administrator = { accessKeyId: 'local', secretAccessKey: 'local' };
  const cloud = { dynamodbEndpoint: local.endpoint, administrator };
  const started: string[] = [];
  for (let start = 0; start < 3; start += 1) {
    started.push(await createFirstKey(cloud, 'eu-west-1', keys));
  }
  const hashes = (await admin.listKeys()).map(({ hash }) => hash);
  expect(hashes.sort()).toEqual([record.hash, hashKey(started[2] ?? '')].sort());
});
