// `npm run drill -- copy-items`: it counts first and writes when it is told to; what is wrong is refused before it reads.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { copyItemsCommand } from '../../../cli/drill/copy-command.ts';
import { type LocalDynamo, startDynamo } from '../../service/dynalite.ts';
import { BEFORE, type RestoredTables, restoredTables } from './restored-tables.ts';

let local: LocalDynamo;
let from: string;
let to: string;
let live: RestoredTables['live'];

beforeAll(async () => {
  local = await startDynamo();
});
afterAll(() => local.stop());
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});
beforeEach(async () => {
  ({ from, to, live } = await restoredTables(local));
});

test('it counts, and writes nothing unless it is told to', async () => {
  for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']) vi.stubEnv(name, 'local');
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', local.endpoint);
  let printed = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += String(text);
    return true;
  });
  const options = { from, to, region: 'eu-west-1' };
  const counts = `of the items of ${from}, ${to} lacks 1, has 1 in another form and 1 as they are\n`;
  await copyItemsCommand(options);
  expect(printed).toBe(
    `${counts}nothing is written without --write; --overwrite sets those in another form back too\n`,
  );
  expect(await live()).toEqual(BEFORE);
  printed = '';
  await copyItemsCommand({ ...options, write: true, overwrite: true });
  expect(printed).toBe(`${counts}2 written\n`);
  expect(await live()).toEqual({ ...BEFORE, missing: 'restored', different: 'restored' });
});

test.each([
  [{}, /^copy-items needs --from, --to, --region\./],
  [
    { to: 'pets' },
    /^copy-items needs --from, --region\.\n {2}for example: npm run drill -- copy-items --from /,
  ],
  [{ from: 'a', to: 'b', region: 'eu-central-9' }, /^--region: "eu-central-9" is not a region of AWS/],
  [{ from: 'a', to: 'a', region: 'eu-west-1' }, /^--from and --to are both a\./],
])('with %j it reads nothing', async (given, message) => {
  await expect(copyItemsCommand(given)).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringMatching(message),
  });
});
