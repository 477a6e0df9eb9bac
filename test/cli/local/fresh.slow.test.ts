// `npm run local -- --fresh` that is refused has deleted nothing. As a process, in a copy of the project.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { copyProject, removeProject, startLocal } from './support.ts';

let folder: string;
const stackFile = () => join(folder, 'Pulumi.local.yaml');
let stackText: string;
beforeAll(() => {
  folder = copyProject();
  stackText = readFileSync(stackFile(), 'utf8');
  mkdirSync(join(folder, '.local'));
  writeFileSync(join(folder, '.local/stack.json'), '{}');
  writeFileSync(join(folder, '.local/own.zone'), '');
  writeFileSync(join(folder, 'bad.zone'), 'a.example. 300 IN A nowhere\n');
});
afterEach(() => writeFileSync(stackFile(), stackText));
afterAll(() => removeProject(folder));

const refused = async (args: readonly string[], message: RegExp, environment = process.env) => {
  await expect(startLocal(folder, ['--fresh', ...args], environment)).rejects.toThrow(message);
  expect(readFileSync(join(folder, '.local/stack.json'), 'utf8')).toBe('{}');
};

test.each<[string, readonly string[], RegExp]>([
  ['is not there', ['--internet', 'none.zone'], /ended with 2.*none\.zone {2}there is no such file/s],
  ['is a folder', ['--internet', 'cli'], /ended with 2.*cli {2}is a folder/s],
  ['has a problem', ['--internet', 'bad.zone'], /ended with 2.*1 problem; nothing was changed.*bad\.zone:1/s],
  [
    'is in the folder that is deleted',
    ['--internet', '.local/own.zone'],
    /ended with 2.*which --fresh deletes/s,
  ],
])('an --internet file that %s', async (_, args, message) => refused(args, message));

test('a problem of the stack file, as is said', async () => {
  writeFileSync(stackFile(), stackText.replace('eu-west-1', 'eu-central-9'));
  await refused([], /ended with 2.*1 problem; nothing was changed.*did you mean "eu-central-1"/s);
});

test('a stack of another account', async () => {
  const accounts = '  aws:allowedAccountIds: ["111111111111"]';
  writeFileSync(stackFile(), stackText.replace('config:\n', `config:\n${accounts}\n`));
  await refused([], /ended with 1.*AWS account ID not allowed/s);
});

test('--engine without the Pulumi CLI', async () => {
  const { stdout } = spawnSync('sh', ['-c', 'command -v sh'], { encoding: 'utf8' });
  const environment = { ...process.env, PATH: dirname(stdout.trim()) };
  await refused(['--engine'], /ended with 1.*--engine needs the Pulumi CLI/s, environment);
});

test('a port that is taken', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  await refused(
    ['--port', String(port)],
    /ended with 1.*A port cannot be opened.*: npm run local -- .*--fresh .*--port 0$/ms,
  );
  server.close();
});
