// Items of a restored table in the live one: what is missing comes back, what is newer stays, and nothing is written unasked.
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { copyItems, copyItemsCommand } from '../../../cli/drill/copy-items.ts';
import { itemsIn, startDynamo } from '../../service/dynalite.ts';

const RESTORED = { missing: 'restored', different: 'restored', same: 'restored' };
/** The live items, by their hash: one is missing, one is different, one the same, and one was created since. */
const BEFORE = { different: 'newer', same: 'restored', 'created since': 'newer' };
const AFTER = { ...BEFORE, missing: 'restored', different: 'restored' };
const COUNTS = { missing: 1, different: 1, same: 1 };

let from: string;
let to: string;
const local = await startDynamo();
afterAll(() => local.stop());
beforeEach(async () => {
  from = (await local.createTables()).keys;
  to = (await local.createTables()).keys;
  for (const [hash, name] of Object.entries(RESTORED)) await put(from, hash, name);
  for (const [hash, name] of Object.entries(BEFORE)) await put(to, hash, name);
});

async function put(TableName: string, hash: string, name: string): Promise<void> {
  await local.dynamo.call('PutItem', { TableName, Item: { hash: { S: hash }, name: { S: name } } });
}

/** The names of the live items by their hash. */
async function live() {
  const items = await itemsIn(local.dynamo, to);
  return Object.fromEntries(items.map(({ hash, name }) => [hash?.S, name?.S]));
}

test.each([
  ['nothing', { overwrite: true, write: false }, 0, BEFORE],
  ['what is missing', { overwrite: false, write: true }, 1, { ...BEFORE, missing: 'restored' }],
  ['what is missing and what differs', { overwrite: true, write: true }, 2, AFTER],
])('%s is written', async (_case, how, written, after) => {
  expect(await copyItems(local.dynamo, { from, to, ...how })).toEqual({ ...COUNTS, written });
  expect(await live()).toEqual(after);
  if (how.write) expect((await copyItems(local.dynamo, { from, to, ...how })).written).toBe(0);
});

test('an item that is created between the look and the write is not replaced', async () => {
  const racing = {
    async call<Output>(operation: string, input: object): Promise<Output> {
      if (operation === 'PutItem') await put(to, 'missing', 'newer');
      return local.dynamo.call(operation, input);
    },
  };
  const options = { from, to, overwrite: false, write: true };
  expect(await copyItems(racing, options)).toEqual({ ...COUNTS, written: 0 });
  expect(await live()).toEqual({ ...BEFORE, missing: 'newer' });
});

test('what DynamoDB refuses ends it, and is not taken for an item of somebody else', async () => {
  const refusing = {
    // DynamoDB's own refusal of a table that is deleted meanwhile.
    call: <Output>(operation: string, input: object): Promise<Output> =>
      local.dynamo.call(operation, operation === 'PutItem' ? { ...input, TableName: 'gone' } : input),
  };
  const copy = copyItems(refusing, { from, to, overwrite: false, write: true });
  await expect(copy).rejects.toThrow('ResourceNotFoundException');
});

test('more items than one page or one round has', async () => {
  const names = Array.from({ length: 130 }, (_, n) => `many ${n}`);
  // 130 items of 10 kB are more than the 1 MB of a page.
  await Promise.all(names.map((hash) => put(from, hash, 'x'.repeat(10_000))));
  const options = { from, to, overwrite: false, write: true };
  expect(await copyItems(local.dynamo, options)).toMatchObject({ missing: 131, written: 131 });
  const again = { missing: 0, different: 1, same: 132, written: 0 };
  expect(await copyItems(local.dynamo, options)).toEqual(again);
});

test('neither the order of attributes nor that of the members of a map is a difference', async () => {
  const map = (...names: string[]) => ({ M: Object.fromEntries(names.map((one) => [one, { S: one }])) });
  const hash = { S: 'owner' };
  await local.dynamo.call('PutItem', { TableName: from, Item: { hash, owner: map('a', 'b') } });
  await local.dynamo.call('PutItem', { TableName: to, Item: { owner: map('b', 'a'), hash } });
  const options = { from, to, overwrite: true, write: false };
  expect(await copyItems(local.dynamo, options)).toEqual({ ...COUNTS, same: 2, written: 0 });
});

test('a table without an end is given up, with another way', async () => {
  let pages = 0;
  const endless = {
    async call<Output>(operation: string): Promise<Output> {
      if (operation === 'Scan') pages += 1;
      const Table = { KeySchema: [{ AttributeName: 'hash' }] };
      return { Table, LastEvaluatedKey: { hash: { S: `${pages}` } } } as Output;
    },
  };
  await expect(copyItems(endless, { from, to, overwrite: true, write: true })).rejects.toThrow(
    `${from} is too large to be copied item by item: use an export to S3 and an import`,
  );
  expect(pages).toBe(100_000);
});

test('tables with different keys are refused', async () => {
  const { pets } = await local.createTables();
  const copy = copyItems(local.dynamo, { from: pets, to, overwrite: true, write: true });
  const why = `${pets} and ${to} have different keys: they are not the same kind of table`;
  await expect(copy).rejects.toThrow(why);
});

test('it counts, and writes nothing unless it is told to', async () => {
  for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']) vi.stubEnv(name, 'local');
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', local.endpoint);
  let printed = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += String(text);
    return true;
  });
  const options = { from, to, region: 'eu-west-1', write: false, overwrite: false };
  const counts = `of the items of ${from}, ${to} lacks 1, has 1 in another form and 1 as they are\n`;
  await copyItemsCommand(options);
  expect(printed).toBe(
    `${counts}nothing is written without --write; --overwrite sets those in another form back too\n`,
  );
  expect(await live()).toEqual(BEFORE);
  printed = '';
  await copyItemsCommand({ ...options, write: true, overwrite: true });
  expect(printed).toBe(`${counts}2 written\n`);
  expect(await live()).toEqual(AFTER);
});

test.each([
  [{ from: 'a', to: 'b', region: 'eu-central-9' }, /^--region: "eu-central-9" is not a region of AWS/],
  [{ from: 'a', to: 'a', region: 'eu-west-1' }, /^--from and --to are both a\./],
])('with %j it reads nothing', async (given, message) => {
  await expect(copyItemsCommand({ ...given, write: false, overwrite: false })).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringMatching(message),
  });
});
