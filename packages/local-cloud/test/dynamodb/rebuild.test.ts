// Updates of a table that DynamoDB refuses, or that a crash interrupts: the table and its items stay.
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DeleteTableCommand, PutItemCommand, ScanCommand } from '@aws-sdk/client-dynamodb';
import { expect, it } from 'vitest';
import { type TestContext, testContext } from '../support/cloud.ts';
import { start } from './start.ts';

const pets = {
  name: 'pets',
  hashKey: 'id',
  attributes: [{ name: 'id', type: 'S' }],
  billingMode: 'PAY_PER_REQUEST',
};
const ITEM = { id: { S: '1' }, kind: { N: '7' } };
const provisioned = { ...pets, billingMode: 'PROVISIONED' };
const REFUSED =
  /^ValidationException: One or more parameter values were invalid: ReadCapacityUnits and WriteCapacityUnits must both be specified when BillingMode is PROVISIONED/;
/** The items have numbers there, so that they cannot be put into the new table: the rebuild fails in its last step. */
const byKind = {
  ...pets,
  attributes: [...pets.attributes, { name: 'kind', type: 'S' }],
  globalSecondaryIndexes: [{ name: 'by-kind', hashKey: 'kind', projectionType: 'ALL' }],
};

async function startWithItem(context: TestContext) {
  const running = await start(context);
  await running.table.create(pets);
  await running.connect().send(new PutItemCommand({ TableName: 'pets', Item: ITEM }));
  return running;
}

const itemsIn = async ({ connect }: Awaited<ReturnType<typeof start>>) =>
  (await connect().send(new ScanCommand({ TableName: 'pets' }))).Items;

const rebuildFile = ({ folder }: TestContext) => join(folder, 'dynamodb-rebuild', 'pets.json');

it.each([
  ['refused before it begins', provisioned, REFUSED],
  ['that fails in its last step', byKind, /ValidationException: .*Type mismatch for Index Key kind/],
])('an update %s changes nothing, and the next start works', async (_case, update, refusal) => {
  const context = testContext();
  const running = await startWithItem(context);
  const { dynamodb, table } = running;
  await expect(table.update('pets', update, pets)).rejects.toThrow(refusal);
  expect(await itemsIn(running)).toEqual([ITEM]);
  expect((await table.read('pets'))?.inputs).toMatchObject(pets);
  expect(existsSync(rebuildFile(context))).toBe(false);
  await dynamodb.close();
  expect(await itemsIn(await start(context))).toEqual([ITEM]);
});

it('a start finishes a rebuild that a kill interrupted', async () => {
  const context = testContext();
  const { dynamodb, connect } = await startWithItem(context);
  await connect().send(new DeleteTableCommand({ TableName: 'pets' }));
  await dynamodb.close();
  mkdirSync(join(context.folder, 'dynamodb-rebuild'));
  const inputs = { ...provisioned, readCapacity: 2, writeCapacity: 2 };
  writeFileSync(rebuildFile(context), JSON.stringify({ inputs, items: [ITEM] }));
  const again = await start(context);
  expect(await itemsIn(again)).toEqual([ITEM]);
  expect((await again.table.read('pets'))?.inputs).toMatchObject({ billingMode: 'PROVISIONED' });
  expect(existsSync(rebuildFile(context))).toBe(false);
});

it('a start that fails closes the tables: the next one can open them', async () => {
  const context = testContext();
  await (await startWithItem(context)).dynamodb.close();
  mkdirSync(join(context.folder, 'dynamodb-rebuild'));
  writeFileSync(rebuildFile(context), 'not JSON');
  await expect(start(context)).rejects.toThrow('not valid JSON');
  rmSync(rebuildFile(context));
  expect(await itemsIn(await start(context))).toEqual([ITEM]);
});
