// `npm run domains` as a process: its streams, its exit status, and a reader that goes away.
import { spawn } from 'node:child_process';
import { expect, test } from 'vitest';
import { nodeArguments } from '../../npm-script.ts';
import { openFixture } from './harness.ts';

function start(args: readonly string[], cwd: string) {
  const child = spawn(process.execPath, [...nodeArguments('domains'), ...args], {
    cwd,
    env: { ...process.env, NO_COLOR: '1' },
  });
  let out = '';
  let err = '';
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  const ended = new Promise<{ status: number | null; out: string; err: string }>((resolve) => {
    child.on('close', (status) => resolve({ status, out, err }));
  });
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  return { child, ended };
}

test('a reader that closes the pipe is not an error', async () => {
  const { child, ended } = start(['check', '--help'], '.');
  child.stdout.destroy();
  expect(await ended).toMatchObject({ status: 0, err: '' });
});

test.each(['SIGINT', 'SIGTERM'] as const)('%s ends the domains page, with 0', async (signal) => {
  const fixture = openFixture();
  const { child, ended } = start(['open'], fixture.folder);
  child.stdout.once('data', () => child.kill(signal));
  expect(await ended).toMatchObject({ status: 0, out: expect.stringContaining('http:'), err: '' });
  await fixture.close();
});
