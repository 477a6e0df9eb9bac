// `npm run local` as a process that is not to get ready: refused, failed or stopped while it starts, and what it leaves. With
// --engine, a script is in the place of the Pulumi CLI.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { isRunning } from '../../../cli/running-process.ts';
import { nodeArguments } from '../../npm-script.ts';
import { copyProject, removeProject, until } from './support.ts';

vi.setConfig({ testTimeout: 120_000 });

const PORTS = ['--port', '0', '--http-port', '0', '--dns-port', '0'];

let folder: string;
let bin: string;
beforeAll(() => {
  folder = copyProject();
  bin = join(folder, 'bin');
  mkdirSync(bin);
});
beforeEach(() => {
  rmSync(join(folder, '.local'), { recursive: true, force: true });
  rmSync(join(bin, 'up'), { force: true });
});
afterAll(() => removeProject(folder));

/** How `pulumi up` runs. */
const pulumi = (up: string) => {
  const cases = `'stack select') echo 'a quiet word';;\n'stack output') echo '{}';;\n'up --yes') ${up};;`;
  writeFileSync(join(bin, 'pulumi'), `#!/bin/sh\ncase "$1 $2" in\n${cases}\nesac\n`, { mode: 0o755 });
};
/** The script's process, which is named once it can be interrupted. */
const NAMED = () => `echo $$ > '${bin}/up.new'; mv '${bin}/up.new' '${bin}/up'`;
const underWay = () => until(() => existsSync(join(bin, 'up')), 60_000);

function start(...args: string[]) {
  const child = spawn(process.execPath, [...nodeArguments('local', folder), ...args], {
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

test.each<[number, RegExp, readonly string[]]>([
  [0, /^Usage: npm run local -- .*--fresh/s, ['--help']],
  [2, /unknown option '--prot'.*\(--help shows the options\)/s, ['--prot', '1']],
  [2, /A port is a whole number from 1 to 65535/, ['--port', '65536']],
  [2, /unknown command 'start'\n\(--help shows the options\)/, ['start', '--fresh']],
])('status %d, before anything starts: %s', async (expected, message, args) => {
  const { status, out, err } = await start(...args).ended;
  expect(out + err).toMatch(message);
  expect({ status, left: has('lock') }).toEqual({ status: expected, left: [] });
});

test('--fresh that is refused has deleted nothing, and has status 2', async () => {
  mkdirSync(join(folder, '.local'));
  writeFileSync(join(folder, '.local/stack.json'), '{}');
  writeFileSync(join(folder, 'bad.zone'), 'a.example. 300 IN A nowhere\n');
  const wrong = await start(...PORTS, '--fresh', '--internet', 'bad.zone').ended;
  expect(wrong).toMatchObject({ status: 2, err: expect.stringContaining('bad.zone:1') });
  const missing = await start(...PORTS, '--fresh', '--internet', 'none.zone').ended;
  expect(missing).toMatchObject({ status: 2, err: expect.stringContaining('there is no such file') });
  expect(has('stack.json', 'lock')).toEqual(['stack.json']);
});

test('a failed start with --engine has status 1, a cloud of its own, and leaves nothing that names the run', async () => {
  pulumi("echo 'a word for the person'");
  const { status, out, err } = await start(...PORTS, '--engine', '--fresh').ended;
  expect({ status, err }).toEqual({ status: 1, err: '✗ the stack could not be deployed\n' });
  expect(out).toContain('a word for the person\n');
  expect(out).not.toContain('a quiet word');
  expect(out).not.toContain('Stopping');
  expect(has('engine/ca.pem', 'ca.pem', 'pulumi.env')).toEqual(['engine/ca.pem', 'pulumi.env']);
  expect(has('lock', 'ready.json', 'aws.json', 'start-command')).toEqual([]);
  const again = `npm run local -- ${PORTS.join(' ')} --engine`;
  expect(readFileSync(join(folder, '.local/pulumi.env'), 'utf8')).toContain(`: ${again}'`);
});

test('a start that is stopped: what becomes of the stack, and status 0', async () => {
  pulumi(`${NAMED()}; exec sleep 60`);
  const { child, ended } = start(...PORTS, '--engine');
  await underWay();
  expect(has('lock', 'aws.json', 'ready.json')).toEqual(['lock', 'aws.json']);
  child.kill('SIGTERM');
  const { status, out, err } = await ended;
  expect({ status, err }).toEqual({ status: 0, err: '' });
  expect(out).toMatch(
    /– stack {6}interrupted: .*\n\n {2}Stopping: current requests are completed first\.\n$/,
  );
  expect(has('lock', 'ready.json', 'aws.json')).toEqual([]);
});

test('a second signal ends the engine too, which waits for its operations at the first', async () => {
  const counted = `trap 'n=$((n+1)); echo $n > "${bin}/signals"; [ $n = 2 ] && exit 1' INT`;
  pulumi(`${counted}; ${NAMED()}; while :; do sleep 0.05; done`);
  const { child, ended } = start(...PORTS, '--engine');
  await underWay();
  const pid = Number(readFileSync(join(bin, 'up'), 'utf8'));
  onTestFinished(() => {
    if (isRunning({ pid })) process.kill(pid, 'SIGKILL');
  });
  child.kill('SIGINT');
  await until(() => existsSync(join(bin, 'signals')));
  expect([child.exitCode, isRunning({ pid })]).toEqual([null, true]);
  child.kill('SIGINT');
  expect((await ended).status).toBe(130);
  await until(() => !isRunning({ pid }));
});

test('a folder that cannot be written: a sentence and what to do', async () => {
  writeFileSync(join(folder, '.local'), '');
  const { status, out, err } = await start(...PORTS).ended;
  expect({ status, out }).toEqual({ status: 1, out: '' });
  expect(err).toMatch(
    /^✗ .*\.local cannot be written: it is a file\.\n {2}.*: move that file away, or delete it\n$/,
  );
});
