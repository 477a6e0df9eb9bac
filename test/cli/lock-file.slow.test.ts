// The lock that every command uses, between real processes, and what tells a process from a later one of its id.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { acquireLock, isRunning, processStart } from '../../cli/lock-file.ts';
import { temporaryFolder } from './folder.ts';
import { until } from './local/support.ts';

test('many at once, and each is killed with the lock in the end: one at a time holds it', async () => {
  const folder = temporaryFolder({ log: '' });
  const [file, log] = [join(folder, 'lock'), join(folder, 'log')];
  const [count, turns] = [8, 20];
  const args = ['--conditions=@petstore/source', join(import.meta.dirname, 'lock-worker.ts')];
  const workers = Array.from({ length: count }, () =>
    spawn(process.execPath, [...args, file, log, String(turns)], { stdio: 'inherit' }),
  );
  onTestFinished(() => void workers.map((child) => child.kill('SIGKILL')));
  const lines = () => readFileSync(log, 'utf8').split('\n').slice(0, -1);
  const ended = Promise.all(workers.map((child) => once(child, 'close')));
  await until(() => lines().length === count);
  writeFileSync(`${log}.go`, '');
  expect((await ended).map(([, signal]) => signal)).toEqual(workers.map(() => 'SIGKILL'));
  const turnsOf = lines().slice(count);
  expect(turnsOf).toHaveLength(2 * count * (turns + 1));
  for (let index = 0; index < turnsOf.length; index += 2)
    expect(turnsOf[index + 1]).toBe(turnsOf[index]?.replace('holds', 'ends'));
  expect(acquireLock(file)).toHaveProperty('release');
});

test.runIf(process.platform === 'linux')(
  'a process that was killed, with a parent that never asks, does not run',
  async () => {
    const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60']);
    onTestFinished(() => void parent.kill('SIGKILL'));
    const pid = Number(String((await once(parent.stdout, 'data'))[0]));
    const identity = { pid, started: processStart(pid) };
    expect(isRunning(identity)).toBe(true);
    // Until then the parent is a shell, which may ask.
    await until(() => readFileSync(`/proc/${parent.pid}/comm`, 'utf8') === 'sleep\n');
    process.kill(pid, 'SIGKILL');
    await until(() => processStart(pid) === 'ended');
    expect(isRunning(identity)).toBe(false);
  },
);
