// The key of the local cloud: one is valid, and it is the same however often the cloud was started.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { localKey } from '../../../cli/local/publication.ts';
import { createKeyAdmin, hashKey } from '../../../service/keys/index.ts';
import { type LocalDynamo, startDynamo } from '../../service/dynalite.ts';

let local: LocalDynamo;
beforeAll(async () => {
  local = await startDynamo();
});
afterAll(() => local.stop());

test('a lost key and a revoked one are replaced, and the keys of users stay', async () => {
  const table = (await local.createTables()).keys;
  const administrator = { accessKeyId: 'local', secretAccessKey: 'local' };
  const admin = createKeyAdmin(local.dynamo, table);
  const start = (earlier?: string) =>
    localKey({ dynamodbEndpoint: local.endpoint, administrator }, { region: 'eu-west-1', table, earlier });
  const { record: mine } = await admin.createKey({ name: 'mine', prefix: 'pets_test_' });

  const lost = await start();
  const first = await start();
  expect(first).not.toBe(lost);
  expect([await start(first), await start(first)]).toEqual([first, first]);
  const others = (await admin.listKeys()).filter(({ hash }) => hash !== mine.hash);
  expect(others).toMatchObject([{ name: 'npm run local', hash: hashKey(first) }]);

  await admin.revokeKey(hashKey(first));
  expect(await start(first)).not.toBe(first);
  expect(await admin.listKeys()).toContainEqual(mine);
});
