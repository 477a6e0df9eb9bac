// `npm run local` as a process that is not to get ready: refused, failed or stopped while it starts, and what it leaves. With
// --engine, a script is in the place of the Pulumi CLI.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { isRunning } from '../../../cli/running-process.ts';
import { nodeArguments } from '../../npm-script.ts';
import { copyProject, removeProject, until } from './support.ts';

const PORTS = ['--port', '0', '--http-port', '0', '--dns-port', '0'];

let folder: string;
let bin: string;
beforeAll(() => {
  folder = copyProject();
  bin = join(folder, 'bin');
  mkdirSync(bin);
});
beforeEach(() => rmSync(join(folder, '.local'), { recursive: true, force: true }));
afterAll(() => removeProject(folder));

/** How `pulumi up` runs. */
const pulumi = (up: string) => {
  const cases = `'stack select') echo 'a quiet word';;\n'stack output') echo '{}';;\n'up --yes') ${up};;`;
  writeFileSync(join(bin, 'pulumi'), `#!/bin/sh\ncase "$1 $2" in\n${cases}\nesac\n`, { mode: 0o755 });
};

function start(...args: string[]) {
  const child = spawn(process.execPath, [...nodeArguments('local', folder), ...PORTS, ...args], {
    cwd: folder,
    env: { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const printed = Promise.all([text(child.stdout), text(child.stderr)]);
  const ended = once(child, 'close').then(async ([status]) => {
    const [out, err] = await printed;
    return { status, out, err };
  });
  return { child, ended };
}

const has = (...names: string[]) => names.filter((name) => existsSync(join(folder, '.local', name)));

test('a failed start with --engine has status 1, a cloud of its own, and leaves nothing that names the run', async () => {
  pulumi("echo 'a word for the person'");
  const { status, out, err } = await start('--engine', '--fresh').ended;
  expect({ status, err }).toEqual({ status: 1, err: '✗ the stack could not be deployed\n' });
  expect(out).toContain('a word for the person\n');
  expect(out).not.toContain('a quiet word');
  expect(out).not.toContain('Stopping');
  expect(has('engine/ca.pem', 'ca.pem', 'pulumi.env')).toEqual(['engine/ca.pem', 'pulumi.env']);
  expect(has('lock', 'ready.json', 'aws.json', 'start-command')).toEqual([]);
  const again = `npm run local -- ${PORTS.join(' ')} --engine`;
  expect(readFileSync(join(folder, '.local/pulumi.env'), 'utf8')).toContain(
    `start it in another terminal: ${again}'`,
  );
});

test('a start that is stopped: what becomes of the stack, and status 0', async () => {
  pulumi(`touch '${bin}/up'; exec sleep 20`);
  onTestFinished(() => rmSync(join(bin, 'up'), { force: true }));
  const { child, ended } = start('--engine');
  await until(() => existsSync(join(bin, 'up')), 20_000);
  expect(has('lock', 'aws.json', 'ready.json')).toEqual(['lock', 'aws.json']);
  child.kill('SIGTERM');
  const { status, out, err } = await ended;
  expect({ status, err }).toEqual({ status: 0, err: '' });
  expect(out.split('\n').slice(-4)).toEqual([
    '  – stack      interrupted: what is done is kept, and the next npm run local continues from there',
    '',
    '  Stopping: current requests are completed first.',
    '',
  ]);
  expect(has('lock', 'ready.json', 'aws.json')).toEqual([]);
});

test('a second signal ends the engine too, which waits for its operations at the first', async () => {
  const counted = "trap 'n=$((n+1)); [ $n = 2 ] && exit 1' INT";
  pulumi(
    `${counted}; echo $$ > '${bin}/up.new'; mv '${bin}/up.new' '${bin}/up'; while :; do sleep 0.05; done`,
  );
  const { child, ended } = start('--engine');
  await until(() => existsSync(join(bin, 'up')), 20_000);
  const pid = Number(readFileSync(join(bin, 'up'), 'utf8'));
  onTestFinished(() => {
    if (isRunning({ pid })) process.kill(pid, 'SIGKILL');
  });
  child.kill('SIGINT');
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect([child.exitCode, isRunning({ pid })]).toEqual([null, true]);
  child.kill('SIGINT');
  expect((await ended).status).toBe(130);
  await until(() => !isRunning({ pid }));
});

test('a folder that cannot be written: a sentence and what to do', async () => {
  writeFileSync(join(folder, '.local'), '');
  expect(await start().ended).toEqual({
    ...{ status: 1, out: '' },
    err: `✗ ${join(folder, '.local')} cannot be written: it is a file.\n  nothing was changed there: move that file away, or delete it\n`,
  });
  expect(readdirSync(folder)).toContain('.local');
});
