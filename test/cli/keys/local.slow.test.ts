// `npm run keys` on the local stack, whole: in a copy of the project whose local cloud has tables of its own.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LOCAL_FILES, LOCAL_KEY_NAME, writeJson } from '../../../cli/local-files.ts';
import { createKeyAdmin, dayOf } from '../../../service/keys/index.ts';
import { type LocalDynamo, startDynamo } from '../../service/dynalite.ts';
import { copyProject, removeProject } from '../local/support.ts';
import { keysProcess } from './process.ts';

let local: LocalDynamo;
let project: string;
let folder: string;
let table: string;

beforeAll(async () => {
  local = await startDynamo();
  table = (await local.createTables()).keys;
  project = copyProject();
  folder = join(project, '.local');
  mkdirSync(folder);
});
afterAll(async () => {
  removeProject(project);
  await local.stop();
});

/** The credentials are those of the running cloud: none of the environment's are needed. */
async function run(...args: string[]): Promise<string> {
  const { PATH } = process.env;
  const { status, out, err } = await keysProcess(args, { PATH, NO_COLOR: '1' }, project);
  return `${err}${out}[${status}]`;
}

const serve = (keysTable: string) => {
  writeJson(folder, LOCAL_FILES.ready, { pid: process.pid });
  writeJson(folder, LOCAL_FILES.environment, {
    ...{ dynamodbEndpoint: local.endpoint, keysTable, region: 'eu-west-1' },
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
};

test('nothing runs, or its stack is destroyed: what to do, and status 2', async () => {
  expect(await run('list')).toBe(
    '✗ The local cloud is not running here.\n  start it in another terminal: npm run local\n[2]',
  );
  serve(table);
  rmSync(join(folder, LOCAL_FILES.environment));
  expect(await run('list')).toBe(
    '✗ The local stack is destroyed.\n  deploy it again: pulumi up, in a shell with .local/pulumi.env, or save Pulumi.local.yaml\n[2]',
  );
});

test('a table that does not exist is named, with what deploys it again', async () => {
  serve('keys-gone');
  expect(await run('list')).toBe(
    '✗ The keys table of local (keys-gone) does not exist.\n  deploy it again: pulumi up --refresh, in a shell with .local/pulumi.env\n[1]',
  );
});

test('no key yet, and the end of the key that the commands to paste have', { timeout: 90_000 }, async () => {
  serve(table);
  expect(await run('list')).toBe('local has no keys: npm run keys -- create --name NAME\n[0]');
  expect(await run('list', '--format', 'json')).toBe('[]\n[0]');
  const admin = createKeyAdmin(local.dynamo, table);
  const create = (name: string, expiresAt?: number) =>
    admin.createKey({ name, prefix: 'pets_test_', expiresAt });
  const printed = await create(LOCAL_KEY_NAME, Math.floor(Date.now() / 1_000) + 86_400);
  const other = await create('ci');
  const [first, second] = [printed, other].map(({ record }) => record.hash.slice(0, 12));
  const today = dayOf(Date.now());
  const rows = (await run('list')).split('\n');
  expect(rows[0]).toBe('ID            NAME           CREATED     LAST USED  EXPIRES');
  expect(rows).toContain(`${second}  ci             ${today}  never      never`);
  // The next start would revoke the new one as well.
  expect(await run('rotate', first as string)).toBe(
    `✗ key ${first} is the one that npm run local creates for itself: its next start would revoke the new key.\n  for a key that stays: npm run keys -- create --name NAME\n  for another one of npm run local: npm run keys -- revoke ${first}, then start it again\n[1]`,
  );
  expect(await admin.listKeys()).toHaveLength(2);
  const { record: partner } = await create('partner');
  expect(await run('rotate', partner.hash.slice(0, 12))).toMatch(
    /^Key \w{12} "partner" of local replaces .*\[0\]$/s,
  );
  expect(await run('revoke', first as string)).toBe(
    `Key ${first} "npm run local" of local is revoked; it is refused everywhere within 60 s.\nNo use of it is recorded.\n! npm run local printed it: its curl lines are refused with 401 now. Its next start creates a new key and prints it.\n[0]`,
  );
  expect(await run('revoke', second as string)).toBe(
    `Key ${second} "ci" of local is revoked; it is refused everywhere within 60 s.\nNo use of it is recorded.\n[0]`,
  );
  expect(await run('revoke', second as string)).toBe(
    `✗ local has no key ${second}: npm run keys -- list shows its keys\n[1]`,
  );
});
