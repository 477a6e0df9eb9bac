// Point-in-time recovery with AWS's own client: a table as it was at a second, and the service's refusals.
import type { DynamoDB, RestoreTableToPointInTimeCommandInput } from '@aws-sdk/client-dynamodb';
import { expect, it } from 'vitest';
import { callsOf, replyOf, type Serve } from '../../src/dynamodb/received.ts';
import { createJournal } from '../../src/dynamodb/recovery.ts';
import { type TestContext, testContext } from '../support/cloud.ts';
import { start, tableBy } from './start.ts';

const PETS = {
  ...tableBy('pets', 'status', 'N'),
  pointInTimeRecovery: { enabled: true },
  deletionProtectionEnabled: true,
  ttl: { enabled: true, attributeName: 'expiresAt' },
};

/** 2027; the cloud's clock, which a test turns. */
let now = 1_800_000_000_000;

/** The second that ends now, and with it what was written. */
function endOfSecond(): number {
  now += 1_000;
  return now / 1_000 - 1;
}

async function started(context: TestContext = testContext({ clock: () => now })) {
  const running = await start(context);
  return { ...running, client: running.connect() };
}

const TableName = 'pets';
const pet = (id: number, name: string) => ({ id: { N: `${id}` }, status: { S: 'sold' }, name: { S: name } });

async function namesIn(client: DynamoDB, table: string): Promise<string[]> {
  const { Items = [] } = await client.scan({ TableName: table, ConsistentRead: true });
  return Items.map(({ id, name }) => `${id?.N} ${name?.S}`).sort();
}

const restore = (client: DynamoDB, more: Partial<RestoreTableToPointInTimeCommandInput> = {}) =>
  client.restoreTableToPointInTime({
    ...{ SourceTableName: TableName, TargetTableName: 'again', RestoreDateTime: new Date(now) },
    ...more,
  });
const restored = (client: DynamoDB, at: number, TargetTableName: string) =>
  restore(client, { TargetTableName, RestoreDateTime: new Date(at * 1_000) });

it('a table is as it was at each second, whichever way its items were written', async () => {
  const { client, table } = await started();
  await table.create(PETS);
  await client.putItem({ TableName, Item: pet(1, 'Milo') });
  await client.putItem({ TableName, Item: pet(2, 'Rex') });
  const first = endOfSecond();
  await client.deleteItem({ TableName, Key: { id: { N: '1' } } });
  await client.updateItem({
    ...{ TableName, Key: { id: { N: '2' } }, UpdateExpression: 'SET #n = :n' },
    ...{ ExpressionAttributeNames: { '#n': 'name' }, ExpressionAttributeValues: { ':n': { S: 'Rexy' } } },
  });
  await client.batchWriteItem({ RequestItems: { pets: [{ PutRequest: { Item: pet(3, 'Tom') } }] } });
  const second = endOfSecond();
  const refused = { TableName, Item: pet(2, 'never'), ConditionExpression: 'attribute_not_exists(id)' };
  await expect(client.putItem(refused)).rejects.toThrow('conditional');
  await client.transactWriteItems({
    TransactItems: [
      { Put: { TableName, Item: pet(1, 'Milo II') } },
      { Delete: { TableName, Key: { id: { N: '3' } } } },
    ],
  });
  await Promise.all([5, 6, 7].map((n) => client.putItem({ TableName, Item: pet(4, `${n}`) })));
  endOfSecond();
  endOfSecond();
  await restored(client, first, 'pets-first');
  await restored(client, second, 'pets-second');
  expect(await namesIn(client, 'pets-first')).toEqual(['1 Milo', '2 Rex']);
  expect(await namesIn(client, 'pets-second')).toEqual(['2 Rexy', '3 Tom']);
  expect(await namesIn(client, 'pets')).toEqual(['1 Milo II', '2 Rexy', expect.stringMatching(/^4 [567]$/)]);
});

it('the restored table has the keys, indexes and billing of the other, and none of its settings', async () => {
  const { client, table } = await started();
  await table.create({ ...PETS, tags: { stack: 'a' } });
  now += 2_000;
  const { TableDescription } = await restored(client, now / 1_000 - 1, 'again');
  expect(TableDescription).toMatchObject({ TableName: 'again', TableStatus: 'CREATING' });
  const live = await table.read('again');
  expect(live?.inputs).toMatchObject({ hashKey: 'id', deletionProtectionEnabled: false });
  for (const name of ['ttl', 'pointInTimeRecovery', 'tags']) expect(live?.inputs).not.toHaveProperty(name);
});

it('a change of an index is no change of items; after a restart nothing earlier can be restored', async () => {
  const { context, close, client, table } = await started();
  const { id } = await table.create(PETS);
  await client.putItem({ TableName, Item: pet(1, 'Milo') });
  const at = endOfSecond();
  const changed = { ...PETS, globalSecondaryIndexes: [], attributes: [{ name: 'id', type: 'N' }] };
  await table.update(id, changed, PETS);
  endOfSecond();
  await restored(client, at, 'after-index');
  expect(await namesIn(client, 'after-index')).toEqual(['1 Milo']);
  await close();
  const again = await started(context);
  await expect(restored(again.client, at, 'before-restart')).rejects.toMatchObject({
    name: INVALID_TIME,
  });
});

it('the journal has an end: what is older cannot be restored', async () => {
  let time = 1_000;
  const clock = () => time;
  const journal = createJournal(clock, () => ['id'], 2);
  const items = new Map<number, object>();
  const dynalite: Serve = async ({ operation, input }) => {
    const { Item } = input as { Item?: object };
    if (operation === 'PutItem') items.set(1, Item ?? {});
    const [found] = items.values();
    return replyOf(200, operation === 'Scan' ? { Items: [...items.values()] } : { Item: found });
  };
  journal.begin('t');
  const call = callsOf(journal.recording(dynalite));
  for (const at of [2_000, 3_000, 4_000]) {
    time = at;
    await call('PutItem', { TableName: 't', Item: { id: 1, version: at } });
  }
  expect(await journal.itemsAt(call, 't', 3_000)).toEqual([{ id: 1, version: 3_000 }]);
  expect(journal.earliest('t')).toBe(2_000);
});

const INVALID_TIME = 'InvalidRestoreTimeException';
const BETWEEN = /must be between EarliestRestorableDateTime and LatestRestorableDateTime/;

it.each<[string, Partial<RestoreTableToPointInTimeCommandInput>, string, RegExp]>([
  ['a table that is not there', { SourceTableName: 'none' }, 'TableNotFoundException', /none/],
  ['a name that is taken', { TargetTableName: 'pets' }, 'TableAlreadyExistsException', /pets/],
  ['a time before the table', { RestoreDateTime: new Date(now - 3_600_000) }, INVALID_TIME, BETWEEN],
  ['no time', { RestoreDateTime: undefined }, 'ValidationException', /RestoreDateTime/],
])('refuses %s', async (_case, part, name, message) => {
  const { client, table } = await started();
  await table.create(PETS);
  const refusal = { name, message: expect.stringMatching(message) };
  await expect(restore(client, part)).rejects.toMatchObject(refusal);
});

it('refuses a table without recovery', async () => {
  const { client, table } = await started();
  await table.create({ ...PETS, pointInTimeRecovery: { enabled: false } });
  const unavailable = { name: 'PointInTimeRecoveryUnavailableException' };
  await expect(restore(client)).rejects.toMatchObject(unavailable);
  const described = async () =>
    (await client.describeContinuousBackups({ TableName })).ContinuousBackupsDescription;
  const disabled = { PointInTimeRecoveryStatus: 'DISABLED' };
  expect((await described())?.PointInTimeRecoveryDescription).toEqual(disabled);
  await table.update(TableName, PETS, { ...PETS, pointInTimeRecovery: { enabled: false } });
  expect((await described())?.PointInTimeRecoveryDescription).toMatchObject({
    ...{ PointInTimeRecoveryStatus: 'ENABLED', RecoveryPeriodInDays: 35 },
    EarliestRestorableDateTime: expect.any(Date),
  });
});
