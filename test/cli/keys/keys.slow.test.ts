// `npm run keys` as a process: all that it prints in the life of two keys, the local stack, and wrong commands.
import { execFile } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LOCAL_FILES, LOCAL_KEY_NAME, writeJson } from '../../../cli/local-files.ts';
import { createKeyAdmin, dayOf, hashKey } from '../../../service/keys/index.ts';
import { nodeArguments } from '../../npm-script.ts';
import { type LocalDynamo, startDynamo } from '../../service/dynalite.ts';
import { copyProject, removeProject } from '../local/support.ts';

let local: LocalDynamo;
beforeAll(async () => {
  local = await startDynamo();
});
afterAll(() => local.stop());

interface Ran {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

/** `root`: a copy of the project. */
function keysProcess(args: readonly string[], env: NodeJS.ProcessEnv, root?: string): Promise<Ran> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [...nodeArguments('keys', root), ...args],
      { env: { PATH: process.env.PATH, NO_COLOR: '1', ...env }, timeout: 20_000 },
      (_, out, err) => resolve({ status: child.exitCode ?? -1, out, err }),
    );
  });
}

function onProduction(table: string, args: readonly string[]): Promise<Ran> {
  const on = ['--stack', 'production', '--table', table, '--region', 'eu-west-1'];
  return keysProcess([...args, ...on], {
    AWS_ENDPOINT_URL_DYNAMODB: local.endpoint,
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
  });
}

test('a life of two keys', { timeout: 60_000 }, async () => {
  const table = (await local.createTables()).keys;
  let transcript = '';
  /** In the order in which they were printed. */
  const ids: string[] = [];
  /** Keys, ids and times are others in each run; digits of equal number keep the columns. */
  const masked = (text: string) =>
    ids
      .reduce((all, id, index) => all.replaceAll(id, `id-${index + 1}`.padEnd(12, '.')), text)
      .replace(/(pets_[a-z]+_)[0-9A-Za-z]{36}/g, '$1KEY')
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
      .replace(/\d{4}-\d\d-\d\d( \d\d:\d\d)?/g, (time) => 'TIME'.padEnd(time.length, '.'))
      .replace(/in \d+ days/g, 'in DAYS days');
  async function run(...args: string[]): Promise<Ran> {
    const ran = await onProduction(table, args);
    for (const [id] of `${ran.err}${ran.out}`.matchAll(/\b[0-9a-f]{12}\b/g))
      if (!ids.includes(id)) ids.push(id);
    transcript += `$ npm run keys -- ${masked(args.join(' '))}\n${masked(ran.err)}${masked(ran.out)}[${ran.status}]\n\n`;
    return ran;
  }
  const idOf = (key: string) => hashKey(key.trim()).slice(0, 12);
  await run('list');
  const first = await run('create', '--name', 'ci', '--expires', '90d');
  await run('create', '--name', 'partner', '--expires', 'never', '--format', 'json');
  await run('list');
  await run('list', '--format', 'json');
  const second = await run('rotate', idOf(first.out), '--overlap', '14d');
  await run('rotate', idOf(first.out));
  await run('list');
  await run('rotate', idOf(second.out), '--expires', 'never', '--format', 'json');
  const all = await createKeyAdmin(local.dynamo, table).listKeys();
  const partner = all.find(({ name }) => name === 'partner')?.hash ?? '';
  await local.dynamo.call('UpdateItem', {
    TableName: table,
    Key: { hash: { S: partner } },
    UpdateExpression: 'SET lastUsedOn = :day',
    ExpressionAttributeValues: { ':day': { S: dayOf(Date.now()) } },
  });
  await run('revoke', partner.slice(0, 12));
  await run('revoke', idOf(first.out));
  await run('revoke', idOf(first.out));
  await expect(transcript).toMatchFileSnapshot('__snapshots__/life-of-two-keys.txt');
});

test.each([
  ['a key without a name', ['create'], '--name'],
  ['another format', ['list', '--format', 'xml'], '--format is text or json'],
  ['a key where its id belongs', ['revoke', 'pets_test_SECRET'], 'never give the key itself'],
])('%s is a wrong command', async (_what, args, message) => {
  const { status, out, err } = await onProduction('keys', args);
  expect([status, out, err]).toEqual([2, '', expect.stringContaining(message)]);
  expect(err).not.toContain('SECRET');
});

test('the local stack: what is missing, and the key that the commands to paste have', {
  timeout: 90_000,
}, async () => {
  const table = (await local.createTables()).keys;
  const project = copyProject();
  const folder = join(project, '.local');
  mkdirSync(folder);
  // The credentials are those of the running cloud: none of the environment's are needed.
  const run = async (...args: string[]) => {
    const { status, out, err } = await keysProcess(args, {}, project);
    return `${err}${out}[${status}]`;
  };
  const serve = (keysTable: string) => {
    writeJson(folder, LOCAL_FILES.ready, { pid: process.pid });
    writeJson(folder, LOCAL_FILES.environment, {
      ...{ dynamodbEndpoint: local.endpoint, keysTable, region: 'eu-west-1' },
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    });
  };
  expect(await run('list')).toMatch(/^✗ The local cloud is not running here\.\n.*\n\[2\]$/);
  serve('keys-gone');
  expect(await run('list')).toMatch(/^✗ The keys table of local \(keys-gone\) does not exist\.\n.*\n\[1\]$/);
  rmSync(join(folder, LOCAL_FILES.environment));
  expect(await run('list')).toMatch(/^✗ The local stack is destroyed\.\n.*\n\[2\]$/);
  serve(table);
  expect(await run('list', '--format', 'json')).toBe('[]\n[0]');
  const admin = createKeyAdmin(local.dynamo, table);
  const { record } = await admin.createKey({ name: LOCAL_KEY_NAME, prefix: 'pets_test_' });
  const id = record.hash.slice(0, 12);
  // The next start would revoke the new one as well.
  expect(await run('rotate', id)).toMatch(
    /^✗ key .* is the one that npm run local creates for itself[\s\S]*\[1\]$/,
  );
  expect(await admin.listKeys()).toHaveLength(1);
  expect(await run('revoke', id)).toMatch(/\n! npm run local printed it: .*\n\[0\]$/);
  removeProject(project);
});
