// DynamoDB through real sockets: tables and restarts; TransactWriteItems through the AWS SDK: all or nothing, its errors.
import type { TransactionCanceledException, TransactWriteItem } from '@aws-sdk/client-dynamodb';
import { expect, it } from 'vitest';
import { operation } from '../support/cloud.ts';
import { start, tableBy } from './start.ts';

const orders = { ...tableBy('orders', 'status', 'N'), pointInTimeRecovery: { enabled: true } };
const keys = {
  ...{ name: 'keys', hashKey: 'hash', attributes: [{ name: 'hash', type: 'S' }] },
  ...{ billingMode: 'PAY_PER_REQUEST', ttl: { enabled: true, attributeName: 'expiresAt' } },
};

const BY_STATUS = {
  ...{ TableName: 'orders', IndexName: 'by-status', KeyConditionExpression: '#s = :s' },
  ExpressionAttributeNames: { '#s': 'status' },
  ExpressionAttributeValues: { ':s': { S: 'available#0' } },
};
const order = (id: string) => ({ id: { N: id }, status: { S: 'available#0' } });

it('creates a table with its index; items and settings survive a restart', async () => {
  const { context, close, connect, table } = await start();
  const { id, outputs } = await table.create(orders);
  expect([id, outputs.arn]).toEqual(['orders', 'arn:aws:dynamodb:eu-west-1:123456789012:table/orders']);
  const first = connect();
  await first.putItem({ TableName: 'orders', Item: order('9223372036854775807') });
  await close();

  const again = await start(context);
  const { Items } = await again.connect().query(BY_STATUS);
  expect(Items).toEqual([order('9223372036854775807')]);
  const inputs = { pointInTimeRecovery: { enabled: true } };
  expect(await again.table.read('orders')).toMatchObject({ inputs });
});

it('refuses a second table with the same name, and one of another region', async () => {
  const { table, dynamodb } = await start();
  await table.create(keys);
  await expect(table.create(keys)).rejects.toThrow('ResourceInUseException: Table already exists: keys');
  const elsewhere = dynamodb.handlers[0]?.create(keys as never, operation('us-east-1'));
  await expect(elsewhere).rejects.toThrow('the local DynamoDB is in eu-west-1 only');
});

it('deletes a table unless it is protected', async () => {
  const { table } = await start();
  const { id } = await table.create({ ...keys, deletionProtectionEnabled: true });
  await expect(table.delete(id, keys)).rejects.toThrow(
    'ValidationException: Resource cannot be deleted as it is currently protected against deletion.',
  );
  await table.update(id, keys, { ...keys, deletionProtectionEnabled: true });
  await table.delete(id, keys);
  expect(await table.read(id)).toBeUndefined();
  await table.delete(id, keys);
});

it('changes the indexes of a table and keeps its items', async () => {
  const { table, connect } = await start();
  const plain = { ...orders, attributes: orders.attributes.slice(0, 1), globalSecondaryIndexes: undefined };
  await table.create(plain);
  const dynamo = connect();
  for (let id = 1; id <= 30; id++) await dynamo.putItem({ TableName: 'orders', Item: order(String(id)) });
  await table.update('orders', orders, plain);
  expect((await dynamo.query(BY_STATUS)).Count).toBe(30);
});

const indexed = tableBy('pets', 'kind', 'S');
const pets = { ...indexed, attributes: indexed.attributes.slice(0, 1), globalSecondaryIndexes: undefined };
const [byKind] = indexed.globalSecondaryIndexes;
const DUPLICATE =
  /^ValidationException: One or more parameter values were invalid: Duplicate index name: by-kind$/;
const PET = { id: { S: '1' }, kind: { N: '7' } };

it.each([
  ['refused before it begins', { ...indexed, globalSecondaryIndexes: [byKind, byKind] }, DUPLICATE],
  // The item has a number there, so that it cannot be put into the new table.
  ['that fails in its last step', indexed, /^ValidationException: .*Type mismatch for Index Key kind/],
])('an update %s changes nothing, also for the next start', async (_case, update, refusal) => {
  const { context, close, table, connect } = await start();
  await table.create(pets);
  const client = connect();
  await client.putItem({ TableName: 'pets', Item: PET });
  await expect(table.update('pets', update, pets)).rejects.toThrow(refusal);
  expect((await client.scan({ TableName: 'pets' })).Items).toEqual([PET]);
  expect((await table.read('pets'))?.inputs).toMatchObject(pets);
  await close();
  const again = (await start(context)).connect();
  expect((await again.scan({ TableName: 'pets' })).Items).toEqual([PET]);
});

async function transactions() {
  const { connect, table } = await start();
  for (const name of ['one-table', 'two-table']) await table.create(tableBy(name, 'kind', 'S'));
  const client = connect();
  const byKind = { TableName: 'one-table', IndexName: 'by-kind', KeyConditionExpression: 'kind = :kind' };
  return {
    transact: (TransactItems: TransactWriteItem[], ClientRequestToken?: string) =>
      client.transactWriteItems({ TransactItems, ClientRequestToken }),
    putItem: (TableName: string, id: string) =>
      client.putItem({ TableName, Item: { id: { S: id }, n: { N: '0' } } }),
    get: async (TableName: string, id: string) =>
      (await client.getItem({ TableName, Key: { id: { S: id } }, ConsistentRead: true })).Item,
    async ofKind(kind: string) {
      const values = { ExpressionAttributeValues: { ':kind': { S: kind } } };
      return (await client.query({ ...byKind, ...values })).Count;
    },
  };
}

const put = (TableName: string, id: string, more: object = {}): TransactWriteItem => ({
  Put: {
    ...{ TableName, Item: { id: { S: id }, kind: { S: 'cat' } } },
    ...{ ConditionExpression: 'attribute_not_exists(id)', ReturnValuesOnConditionCheckFailure: 'ALL_OLD' },
    ...more,
  },
});

const refusalOf = (run: Promise<unknown>): Promise<TransactionCanceledException> =>
  run.then(
    () => expect.fail('the transaction was done'),
    (error) => error,
  );

it('writes nothing where one condition is not met, and says of each item why', async () => {
  const { transact, get } = await transactions();
  const Item = { id: { S: 'taken' }, kind: { S: 'dog' } };
  await transact([put('two-table', 'taken', { Item })]);
  const error = await refusalOf(transact([put('one-table', 'free'), put('two-table', 'taken')]));
  expect(error.name).toBe('TransactionCanceledException');
  expect(error.message).toContain('specific reasons [None, ConditionalCheckFailed]');
  expect(error.CancellationReasons).toEqual([
    { Code: 'None' },
    { Code: 'ConditionalCheckFailed', Message: 'The conditional request failed', Item },
  ]);
  expect(await get('one-table', 'free')).toBeUndefined();
});

it('takes the first writes back where a later one can not be done', async () => {
  const { transact, get, ofKind, putItem } = await transactions();
  await putItem('one-table', 'kept');
  const wrong = put('two-table', 'x', { Item: { id: { S: 'x' }, kind: { N: '1' } } });
  // Of an item as `putItem` wrote it.
  const change: TransactWriteItem = {
    Update: {
      ...{ TableName: 'one-table', Key: { id: { S: 'kept' } }, ConditionExpression: 'n = :before' },
      UpdateExpression: 'SET n = :after',
      ExpressionAttributeValues: { ':after': { N: '9' }, ':before': { N: '0' } },
    },
  };
  const error = await refusalOf(transact([put('one-table', 'new'), change, wrong]));
  expect(error.CancellationReasons?.map(({ Code }) => Code)).toEqual(['None', 'None', 'ValidationError']);
  expect(await get('one-table', 'new')).toBeUndefined();
  expect(await get('one-table', 'kept')).toMatchObject({ n: { N: '0' } });
  expect(await ofKind('cat')).toBe(0);
});

it('of many at once on one item one is done, and the others conflict or find it taken', async () => {
  const { transact, get } = await transactions();
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      transact([put('one-table', 'same'), put('two-table', `own-${n}`)]).then(
        () => 'done',
        (error: TransactionCanceledException) => error.CancellationReasons?.[0]?.Code,
      ),
    ),
  );
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
  expect(outcomes).toContain('TransactionConflict');
  const written = await Promise.all(outcomes.map((_, n) => get('two-table', `own-${n}`)));
  const isDone = outcomes.map((outcome) => outcome === 'done');
  expect(written.map((item) => item !== undefined)).toEqual(isDone);
});

const INVALID = 'ValidationException';

it.each([
  ['no action', [], INVALID],
  ['101 actions', Array.from({ length: 101 }, (_, n) => put('one-table', `n${n}`)), INVALID],
  ['an item twice', [put('one-table', 'a'), put('one-table', 'a')], INVALID],
  ['an action without a kind', [{}], INVALID],
  ['a malformed condition', [put('one-table', 'a', { ConditionExpression: '(' })], INVALID],
  ['no key', [put('one-table', 'a', { Item: { name: { S: 'a' } } })], INVALID],
  ['a table that does not exist', [put('no-table', 'a')], 'ResourceNotFoundException'],
])('refuses %s', async (_what, actions, name) => {
  const { transact } = await transactions();
  expect((await refusalOf(transact(actions))).name).toBe(name);
});

it('a token makes a transaction that is sent again the same one', async () => {
  const { transact } = await transactions();
  await transact([put('one-table', 'a')], 'token-1');
  await transact([put('one-table', 'a')], 'token-1');
  for (const [id, token, name] of [
    ['b', 'token-1', 'IdempotentParameterMismatchException'],
    ['a', 'token-2', 'TransactionCanceledException'],
  ] as const)
    expect((await refusalOf(transact([put('one-table', id)], token))).name).toBe(name);
});
