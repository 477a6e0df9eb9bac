// `npm run keys` as a process: the local stack.
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { LOCAL_FILES, LOCAL_KEY_NAME, writeJson } from '../../../cli/local-files.ts';
import { createKeyAdmin } from '../../../service/keys/index.ts';
import { nodeArguments } from '../../npm-script.ts';
import { runProcess } from '../../run-process.ts';
import { startDynamo } from '../../service/dynalite.ts';
import { copyProject, removeProject } from '../local/support.ts';

test('the local stack: what is missing, a key that nobody has seen, and the key that the commands to paste have', {
  timeout: 90_000,
}, async () => {
  const local = await startDynamo();
  onTestFinished(local.stop);
  const table = (await local.createTables()).keys;
  const project = copyProject();
  onTestFinished(() => removeProject(project));
  const folder = join(project, '.local');
  mkdirSync(folder);
  // The credentials are those of the running cloud: none of the environment's are needed.
  const env = { PATH: process.env.PATH, NO_COLOR: '1' };
  const execute = async (file: string, args: readonly string[]) => {
    const { status, out, err } = await runProcess(file, args, { env, timeout: 20_000 });
    return `${err}${out}[${status}]`;
  };
  const keys = nodeArguments('keys', project);
  const run = (...args: string[]) => execute(process.execPath, [...keys, ...args]);
  const serve = (keysTable: string) => {
    writeJson(folder, LOCAL_FILES.ready, { pid: process.pid });
    const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
    const given = { dynamodbEndpoint: local.endpoint, keysTable, region: 'eu-west-1', credentials };
    writeJson(folder, LOCAL_FILES.environment, given);
  };
  serve('keys-gone');
  expect(await run('list')).toMatch(/^✗ The keys table of local \(keys-gone\) does not exist\.\n.*\n\[1\]$/);
  rmSync(join(folder, LOCAL_FILES.environment));
  expect(await run('list')).toMatch(/^✗ The local stack is destroyed\.\n.*\n\[2\]$/);
  serve(table);
  expect(await run('list', '--format', 'json')).toBe('[]\n[0]');
  const admin = createKeyAdmin(local.dynamo, table);
  if (existsSync('/dev/full')) {
    const create = [process.execPath, ...keys, 'create', '--name', 'unseen'];
    const full = await execute('sh', ['-c', '"$@" > /dev/full', 'sh', ...create]);
    expect(full).toMatch(/^✗ Key .* \(ENOSPC.*\)\.\n {2}it was taken back: .*\n\[2\]$/);
    expect(await admin.listKeys()).toEqual([]);
  }
  const { record } = await admin.createKey({ name: LOCAL_KEY_NAME, prefix: 'pets_test_' });
  const id = record.hash.slice(0, 12);
  // The next start would revoke the new one as well.
  const own = /^✗ key .* is the one that npm run local creates for itself[\s\S]*\[1\]$/;
  expect(await run('rotate', id)).toMatch(own);
  expect(await admin.listKeys()).toHaveLength(1);
  expect(await run('revoke', id)).toMatch(/\n! npm run local printed it: .*\n\[0\]$/);
});
