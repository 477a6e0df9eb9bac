// DynamoDB through real sockets: tables and restarts.
import { expect, it } from 'vitest';
import { operation } from '../support/cloud.ts';
import { start, tableBy } from './start.ts';

const orders = { ...tableBy('orders', 'status', 'N'), pointInTimeRecovery: { enabled: true } };
const keys = {
  name: 'keys',
  hashKey: 'hash',
  attributes: [{ name: 'hash', type: 'S' }],
  billingMode: 'PAY_PER_REQUEST',
  ttl: { enabled: true, attributeName: 'expiresAt' },
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
  expect(await again.table.read('orders')).toMatchObject({
    inputs: { pointInTimeRecovery: { enabled: true } },
  });
});

it('refuses a second table with the same name, and one of another region', async () => {
  const { table, dynamodb } = await start();
  await table.create(keys);
  await expect(table.create(keys)).rejects.toThrow('ResourceInUseException: Table already exists: keys');
  const [handler] = dynamodb.handlers;
  await expect(handler?.create(keys as never, operation('us-east-1'))).rejects.toThrow(
    'the local DynamoDB is in eu-west-1 only',
  );
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
const PET = { id: { S: '1' }, kind: { N: '7' } };

it.each([
  [
    'refused before it begins',
    { ...indexed, globalSecondaryIndexes: [byKind, byKind] },
    /^ValidationException: One or more parameter values were invalid: Duplicate index name: by-kind$/,
  ],
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
