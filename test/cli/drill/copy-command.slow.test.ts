// `npm run drill -- copy-items`: it counts first and writes when it is told to; what is wrong is refused before it reads.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { copyItemsCommand } from '../../../cli/drill/copy-command.ts';
import { nodeArguments } from '../../npm-script.ts';
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

const COUNTS = () => `of the items of ${from}, ${to} lacks 1, has 1 in another form and 1 as they are\n`;
const AWS = { AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' };

test('it counts, and writes nothing unless it is told to', async () => {
  for (const [name, value] of Object.entries(AWS)) vi.stubEnv(name, value);
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', local.endpoint);
  let printed = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += String(text);
    return true;
  });
  await copyItemsCommand({ from, to, region: 'eu-west-1' });
  expect(printed).toBe(
    `${COUNTS()}nothing is written without --write; --overwrite sets those in another form back too\n`,
  );
  expect(await live()).toEqual(BEFORE);
  printed = '';
  await copyItemsCommand({ from, to, region: 'eu-west-1', write: true });
  expect(printed).toBe(`${COUNTS()}1 written\n`);
  expect(await live()).toEqual({ ...BEFORE, missing: 'restored' });
});

test('as a process it takes every option', { timeout: 60_000 }, async () => {
  const tables = ['--from', from, '--to', to, '--region', 'eu-west-1'];
  const args = [...nodeArguments('drill'), 'copy-items', ...tables, '--write', '--overwrite'];
  const env = { ...process.env, ...AWS, NO_COLOR: '1', AWS_ENDPOINT_URL_DYNAMODB: local.endpoint };
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { env });
  expect({ stdout, stderr }).toEqual({ stdout: `${COUNTS()}2 written\n`, stderr: '' });
  expect(await live()).toEqual({ ...BEFORE, missing: 'restored', different: 'restored' });
});

test.each([
  [{}, '--from, --to, --region'],
  [{ to: 'pets' }, '--from, --region'],
])('as a command with %j, it names every option that is missing', async (given, missing) => {
  await expect(copyItemsCommand(given)).rejects.toMatchObject({
    code: 'usage',
    message: `copy-items needs ${missing}.\n  for example: npm run drill -- copy-items --from pets-restored --to pets --region eu-west-1`,
  });
});

test.each([
  [{ from: 'a', to: 'b', region: 'eu-central-9' }, /^--region: "eu-central-9" is not a region of AWS/],
  [{ from: 'a', to: 'a', region: 'eu-west-1' }, /^--from and --to are both a\./],
])('with %j it reads nothing', async (given, message) => {
  await expect(copyItemsCommand(given)).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringMatching(message),
  });
});
