// Items of a restored table in the live one: what is missing comes back, what is newer stays, and nothing is written unasked.
import { execFile } from 'node:child_process';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { copyItemsCommand } from '../../../cli/drill/copy-command.ts';
import { copyItems } from '../../../cli/drill/copy-items.ts';
import { nodeArguments } from '../../npm-script.ts';
import { type LocalDynamo, startDynamo } from '../../service/dynalite.ts';

let local: LocalDynamo;
let from: string;
let to: string;

beforeAll(async () => {
  local = await startDynamo();
});
afterAll(() => local.stop());
beforeEach(async () => {
  from = (await local.createTables()).keys;
  to = (await local.createTables()).keys;
  await put(from, 'missing', 'restored');
  await put(from, 'different', 'restored');
  await put(from, 'same', 'restored');
  await put(to, 'different', 'newer');
  await put(to, 'same', 'restored');
  await put(to, 'created since', 'newer');
});

const put = (table: string, hash: string, name: string) =>
  local.dynamo.call('PutItem', { TableName: table, Item: { hash: { S: hash }, name: { S: name } } });

async function live(): Promise<Record<string, string>> {
  const { Items } = await local.dynamo.call<{ Items: { hash: { S: string }; name: { S: string } }[] }>(
    'Scan',
    {
      TableName: to,
    },
  );
  return Object.fromEntries(Items.map(({ hash, name }) => [hash.S, name.S]));
}

const BEFORE = { different: 'newer', same: 'restored', 'created since': 'newer' };
const COUNTS = { missing: 1, different: 1, same: 1 };

describe('what is written', () => {
  test.each([
    ['nothing', { overwrite: true, write: false }, 0, BEFORE],
    ['what is missing', { overwrite: false, write: true }, 1, { ...BEFORE, missing: 'restored' }],
    [
      'what is missing and what differs',
      { overwrite: true, write: true },
      2,
      { ...BEFORE, missing: 'restored', different: 'restored' },
    ],
  ])('%s', async (_case, how, written, after) => {
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
      async call<Output>(operation: string, input: object): Promise<Output> {
        // DynamoDB's own refusal of a table that is deleted meanwhile.
        const gone = operation === 'PutItem' ? { ...input, TableName: 'gone' } : input;
        return local.dynamo.call(operation, gone);
      },
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
    expect(await copyItems(local.dynamo, options)).toEqual({
      missing: 0,
      different: 1,
      same: 132,
      written: 0,
    });
  });

  test('tables with different keys are refused', async () => {
    const { pets } = await local.createTables();
    const copy = copyItems(local.dynamo, { from: pets, to, overwrite: true, write: true });
    await expect(copy).rejects.toThrow(`${pets} and ${to} have different keys`);
  });
});

test('as a command it counts first, and writes when it is told to', async () => {
  const command = (...more: string[]) => {
    const args = [
      ...nodeArguments('drill'),
      'copy-items',
      '--from',
      from,
      '--to',
      to,
      '--region',
      'eu-west-1',
    ];
    const env = {
      ...process.env,
      ...{ NO_COLOR: '1', AWS_ENDPOINT_URL_DYNAMODB: local.endpoint },
      ...{ AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' },
    };
    return new Promise<string>((resolve, reject) => {
      execFile(process.execPath, [...args, ...more], { env, timeout: 20_000 }, (error, out) =>
        error === null ? resolve(out) : reject(error),
      );
    });
  };
  const counted = await command();
  expect(counted).toContain(
    `of the items of ${from}, ${to} lacks 1, has 1 in another form and 1 as they are\n`,
  );
  expect(counted).toContain('nothing is written without --write');
  expect(await live()).toEqual(BEFORE);
  expect(await command('--write')).toContain('1 written\n');
  expect(await live()).toEqual({ ...BEFORE, missing: 'restored' });
});

test.each([
  [{}, '--from, --to, --region'],
  [{ to: 'pets' }, '--from, --region'],
])('as a command with %j, it names every option that is missing', async (given, missing) => {
  await expect(copyItemsCommand(given)).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringContaining(`copy-items needs ${missing}.\n  for example: npm run drill`),
  });
});

test('as a command in a region that AWS does not have, it reads nothing', async () => {
  const given = { from: 'a', to: 'b', region: 'eu-central-9' };
  await expect(copyItemsCommand(given)).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringMatching(
      /^--region: "eu-central-9" is not a region of AWS\.\n {2}did you mean "eu-central-1"/,
    ),
  });
});

test('as a command from a table into itself, it reads nothing', async () => {
  await expect(copyItemsCommand({ from: 'a', to: 'a', region: 'eu-west-1' })).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringMatching(/^--from and --to are both a\.\n/),
  });
});
