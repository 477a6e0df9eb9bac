// The day that a key was last used, from the gateway to the table: the deployed function has the right that it needs, and
// no other right to a key.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Stage } from '../../../cli/drill/stage.ts';
import { createKeyAdmin, dayOf, hashKey } from '../../../service/keys/index.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
  await stage.up();
}, 60_000);
afterAll(() => stage.close());

test('a request through the gateway stores it', { timeout: 30_000 }, async () => {
  const admin = createKeyAdmin(stage.dynamo, stage.tables.keys);
  const used = async () =>
    (await admin.listKeys()).find(({ hash }) => hash === hashKey(stage.key))?.lastUsedOn;
  expect(await used()).toBeUndefined();
  expect((await stage.answers([]))['/pets?limit=100']).toMatch(/^200 /);
  expect(await used()).toBe(dayOf(Date.now()));
});
