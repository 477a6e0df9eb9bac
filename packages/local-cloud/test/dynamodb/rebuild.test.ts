// Updates of a table that DynamoDB refuses, or that a crash interrupts: the table and its items stay.
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createClient } from '../../src/dynamodb/client.ts';
import { createDynamoDb } from '../../src/dynamodb/index.ts';
import { createIam } from '../../src/iam/index.ts';
import { resource, type TestContext, testContext } from '../support/cloud.ts';

const TABLE = 'aws:dynamodb/table:Table';
const pets = {
  name: 'pets',
  hashKey: 'id',
  attributes: [{ name: 'id', type: 'S' }],
  billingMode: 'PAY_PER_REQUEST',
};
const ITEM = { id: { S: '1' }, kind: { N: '7' } };
const provisioned = { ...pets, billingMode: 'PROVISIONED' };
const REFUSED =
  /ValidationException: .*ReadCapacityUnits and WriteCapacityUnits must both be specified when BillingMode is PROVISIONED/;
/** The items have numbers there, so that they cannot be put into the new table: the rebuild fails in its last step. */
const byKind = {
  ...pets,
  attributes: [...pets.attributes, { name: 'kind', type: 'S' }],
  globalSecondaryIndexes: [{ name: 'by-kind', hashKey: 'kind', projectionType: 'ALL' }],
};

async function start(context: TestContext) {
  const identity = createIam(context);
  const dynamodb = createDynamoDb(context, identity);
  await dynamodb.start();
  onTestFinished(() => dynamodb.close());
  const credentials = identity.administrator;
  const client = createClient(dynamodb.endpoint, 'eu-west-1', { credentials, timeoutMs: 5000 });
  const items = async () => (await client.call<{ Items: object[] }>('Scan', { TableName: 'pets' })).Items;
  return { dynamodb, client, items, table: resource(dynamodb, TABLE) };
}

async function startWithItem(context: TestContext) {
  const running = await start(context);
  await running.table.create(pets);
  await running.client.call('PutItem', { TableName: 'pets', Item: ITEM });
  return running;
}

const rebuildFile = ({ folder }: TestContext) => join(folder, 'dynamodb-rebuild', 'pets.json');

it.each([
  ['refused before it begins', provisioned, REFUSED],
  ['that fails in its last step', byKind, /ValidationException: .*Type mismatch for Index Key kind/],
])('an update %s changes nothing, and the next start works', async (_case, update, refusal) => {
  const context = testContext();
  const { dynamodb, table, items } = await startWithItem(context);
  await expect(table.update('pets', update, pets)).rejects.toThrow(refusal);
  expect(await items()).toEqual([ITEM]);
  expect((await table.read('pets'))?.inputs).toMatchObject(pets);
  expect(existsSync(rebuildFile(context))).toBe(false);
  await dynamodb.close();
  expect(await (await start(context)).items()).toEqual([ITEM]);
});

it('a start finishes a rebuild that a kill interrupted', async () => {
  const context = testContext();
  const { dynamodb, client } = await startWithItem(context);
  await client.call('DeleteTable', { TableName: 'pets' });
  await dynamodb.close();
  mkdirSync(join(context.folder, 'dynamodb-rebuild'));
  const inputs = { ...provisioned, readCapacity: 2, writeCapacity: 2 };
  writeFileSync(rebuildFile(context), JSON.stringify({ inputs, items: [ITEM] }));
  const again = await start(context);
  expect(await again.items()).toEqual([ITEM]);
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
  expect(await (await start(context)).items()).toEqual([ITEM]);
});
