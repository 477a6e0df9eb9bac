// Updates of a table that DynamoDB refuses, or that fail on the way: the table and its items stay.
import { PutItemCommand, ScanCommand } from '@aws-sdk/client-dynamodb';
import { expect, it } from 'vitest';
import { start, tableBy } from './start.ts';

const indexed = tableBy('pets', 'kind', 'S');
const pets = { ...indexed, attributes: indexed.attributes.slice(0, 1), globalSecondaryIndexes: undefined };
const [byKind] = indexed.globalSecondaryIndexes;
const ITEM = { id: { S: '1' }, kind: { N: '7' } };

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
  await client.send(new PutItemCommand({ TableName: 'pets', Item: ITEM }));
  await expect(table.update('pets', update, pets)).rejects.toThrow(refusal);
  expect((await client.send(new ScanCommand({ TableName: 'pets' }))).Items).toEqual([ITEM]);
  expect((await table.read('pets'))?.inputs).toMatchObject(pets);
  await close();
  const again = (await start(context)).connect();
  expect((await again.send(new ScanCommand({ TableName: 'pets' }))).Items).toEqual([ITEM]);
});
