// `npm run local` as a process that is not to get ready: refused, failed or stopped while it starts, and what it leaves. With
// --engine, a script is in the place of the Pulumi CLI.
import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { isRunning } from '../../../cli/lock-file.ts';
import { nodeArguments } from '../../npm-script.ts';
import { startProcess } from '../../run-process.ts';
import { listen } from '../listen.ts';
import { copyProject, removeProject, until } from './support.ts';

vi.setConfig({ testTimeout: 120_000 });

const PORTS = ['--port', '0', '--http-port', '0', '--dns-port', '0'];
const command = () => [...nodeArguments('local', folder), ...PORTS];

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
  const own = args.filter((word) => word.startsWith('--import='));
  const line = [...own, ...command(), ...args.slice(own.length)];
  const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` };
  const started = startProcess(process.execPath, line, { cwd: folder, env });
  onTestFinished(() => void started.child.kill('SIGKILL'));
  return started;
}

const has = (...names: string[]) =>
  globSync(names, { cwd: join(folder, '.local') }).map((name) => name.replace(/^lock\..*/, 'lock.*'));

test('--fresh that is refused has deleted nothing: of a wrong file, or of taken ports, all of which it names: status 2', async () => {
  mkdirSync(join(folder, '.local'));
  writeFileSync(join(folder, '.local/cloud.json'), '{}');
  writeFileSync(join(folder, 'bad.zone'), 'a.example. 300 IN A nowhere\n');
  const wrong = await start('--fresh', '--internet', 'bad.zone').ended;
  expect(wrong).toMatchObject({ status: 2, err: expect.stringContaining('bad.zone:1') });
  const port = await listen(createServer());
  const resolver = createSocket('udp4').bind(0, '127.0.0.1');
  onTestFinished(() => void resolver.close());
  await once(resolver, 'listening');
  const dnsPort = String(resolver.address().port);
  const taken = await start('--fresh', '--http-port', String(port), '--dns-port', dnsPort).ended;
  expect(taken).toMatchObject({ status: 2, err: expect.stringMatching(/--http-port\n.*--dns-port\n/) });
  expect(has('cloud.json', 'lock.*')).toEqual(['cloud.json']);
});

test('a failed start with --engine has status 1, a cloud of its own, and leaves nothing that names the run', async () => {
  pulumi("echo 'a word for the person'");
  const { status, out, err } = await start('--engine', '--fresh').ended;
  expect({ status, err }).toEqual({ status: 1, err: '✗ the stack could not be deployed\n' });
  expect(out).toContain('a word for the person\n');
  expect(out).toContain(': git checkout -- Pulumi.local.yaml cli/local/internet.zone\n');
  expect(out).not.toContain('a quiet word');
  expect(has('engine/ca.pem', 'ca.pem', 'pulumi.env').sort()).toEqual(['engine/ca.pem', 'pulumi.env']);
  expect(has('lock.*', 'ready.json', 'aws.json', 'start-command')).toEqual([]);
  expect(readFileSync(join(folder, '.local/pulumi.env'), 'utf8')).toContain(': npm run local -- --engine');
});

test('a start that is stopped: status 0, after the engine ended; a second signal ends both at once', async () => {
  // The engine waits for its operations at the first signal.
  const counted = `trap 'n=$((n+1)); echo $n > "${bin}/signals"; [ $n = "$(cat ${bin}/last)" ] && exit 1' INT`;
  const named = `echo $$ > '${bin}/up.new'; mv '${bin}/up.new' '${bin}/up'`;
  pulumi(`${counted}; ${named}; while :; do sleep 0.05; done`);
  for (const [last, expected] of [
    [1, 0],
    [2, 130],
  ] as const) {
    for (const name of ['up', 'signals']) rmSync(join(bin, name), { force: true });
    writeFileSync(join(bin, 'last'), String(last));
    const { child, ended } = start('--engine');
    await until(() => existsSync(join(bin, 'up')), 60_000);
    expect(has('lock.*', 'aws.json', 'ready.json').sort()).toEqual(['aws.json', 'lock.*']);
    const pid = Number(readFileSync(join(bin, 'up'), 'utf8'));
    onTestFinished(() => {
      if (isRunning({ pid })) process.kill(pid, 'SIGKILL');
    });
    child.kill('SIGTERM');
    await until(() => existsSync(join(bin, 'signals')));
    if (last === 2) {
      expect([child.exitCode, isRunning({ pid })]).toEqual([null, true]);
      child.kill('SIGINT');
    }
    const { status, out } = await ended;
    expect(status).toBe(expected);
    await until(() => !isRunning({ pid }));
    if (last === 2) continue;
    expect(out).toMatch(/– stack {6}interrupted: .*\n\n {2}Stopping: .*\n$/);
    expect(has('lock.*', 'ready.json', 'aws.json')).toEqual([]);
  }
});

test('the output has no reader any more: it stops', async () => {
  // A shell waits for every program of a pipe.
  const line = ['-c', '"$@" | head -n 1', 'sh', process.execPath, ...command()];
  const child = spawn('sh', line, { cwd: folder, detached: true });
  onTestFinished(() => void (child.exitCode ?? process.kill(-(child.pid as number), 'SIGKILL')));
  expect(await text(child.stdout)).toContain('\n');
  await once(child, 'close');
  expect(has('lock.*', 'ready.json', 'aws.json')).toEqual([]);
});

test('a folder that cannot be written: a sentence and what to do', async () => {
  writeFileSync(join(folder, '.local'), '');
  const { status, out, err } = await start().ended;
  expect({ status, out }).toEqual({ status: 2, out: '' });
  expect(err).toMatch(
    /^✗ .*\.local cannot be written: it is a file, or a link that leads nowhere\.\n {2}move it away/,
  );
});

/** In the process of the run: from `full` on, nothing can be written, as on a full disk. */
const FULL = `const fs = process.getBuiltinModule('node:fs'); const { writeSync } = fs;
fs.writeSync = (...args) => {
  if (!fs.existsSync('full')) return writeSync(...args);
  throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' });
};`;

test('while it runs, a disk that is full: one sentence, and what to do', async () => {
  const { ended } = start(`--import=data:text/javascript,${encodeURIComponent(FULL)}`);
  await until(() => existsSync(join(folder, '.local/ready.json')), 60_000);
  writeFileSync(join(folder, 'full'), '');
  writeFileSync(join(folder, 'Pulumi.local.yaml'), '\n', { flag: 'a' });
  const { status, err } = await ended;
  rmSync(join(folder, 'full'), { force: true });
  expect(err).toMatch(
    /^✗ \S+\.local cannot be written: no space is left on the device\.\n {2}free some space/,
  );
  expect([status, has('lock.*')]).toEqual([2, []]);
});

test('npm is ended with SIGTERM: it stops, though the shell of npm passes no signal on', async () => {
  const child = spawn('sh', ['-c', '"$@"; :', 'sh', process.execPath, ...command()], {
    ...{ cwd: folder, detached: true },
    env: { ...process.env, npm_lifecycle_event: 'local' },
  });
  onTestFinished(() => void spawn('sh', ['-c', `kill -s KILL -- -${child.pid}`]));
  await until(() => has('ready.json').length > 0, 60_000);
  child.kill('SIGTERM');
  expect(await text(child.stdout)).toContain('Stopping');
  expect(has('lock.*', 'ready.json', 'aws.json')).toEqual([]);
});
