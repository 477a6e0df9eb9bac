// `custom-domains` as a process: what ends it.
import { execFileSync, spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { closeSync, existsSync, mkdtempSync, openSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const MAIN = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));
const silent = createSocket('udp4');
beforeAll(async () => {
  silent.bind(0, '127.0.0.1');
  await once(silent, 'listening');
});
afterAll(() => silent.close());

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s ends a query under way: a line, and status 130',
  async (signal) => {
    const resolver = `127.0.0.1:${silent.address().port}`;
    const args = `check a.example.com --authority amazon --timeout 30 --resolver ${resolver}`.split(' ');
    const tool = spawn(process.execPath, ['--conditions=@petstore/source', MAIN, ...args]);
    const asked = once(silent, 'message');
    const ended = Promise.all([once(tool, 'exit'), text(tool.stdout), text(tool.stderr)]);
    await asked;
    tool.kill(signal);
    const [[status], out, err] = await ended;
    expect({ status, out }).toEqual({ status: 130, out: '' });
    expect(err).toMatch(/interrupted\n$/);
  },
);

const DOMAINS = fileURLToPath(new URL('../../../../cli/domains/main.ts', import.meta.url));

test.each([
  ['custom-domains', MAIN, 'check a.example.com --authority amazon --timeout 30'],
  ['npm run domains', DOMAINS, 'check --stack staging'],
])('%s: an exception that nothing catches is status 3, not that of a blocked host', async (_, main, line) => {
  const thrower = 'data:text/javascript,process.on("SIGUSR2",()=>{throw new Error("boom")})';
  const args = [...line.split(' '), '--resolver', `127.0.0.1:${silent.address().port}`];
  const tool = spawn(process.execPath, ['--conditions=@petstore/source', '--import', thrower, main, ...args]);
  const asked = once(silent, 'message');
  const ended = Promise.all([once(tool, 'exit'), text(tool.stderr)]);
  await asked;
  tool.kill('SIGUSR2');
  const [[status], err] = await ended;
  expect(status).toBe(3);
  expect(err).toContain('Error: boom');
});

test.skipIf(!existsSync('/proc/self/fd'))('SIGINT ends the wait for the writer of a FIFO', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'custom-domains-fifo-'));
  const fifo = join(folder, 'plan');
  execFileSync('mkfifo', [fifo]);
  const tool = spawn(process.execPath, ['--conditions=@petstore/source', MAIN, 'check', '--plan', fifo]);
  const ended = once(tool, 'exit');
  const isFifo = (fd: string) => {
    try {
      return readlinkSync(`/proc/${tool.pid}/fd/${fd}`) === fifo;
    } catch {
      // It was closed since the folder was read.
      return false;
    }
  };
  while (!readdirSync(`/proc/${tool.pid}/fd`).some(isFifo)) await wait(50);
  tool.kill('SIGINT');
  expect(await ended).toEqual([130, null]);
  rmSync(folder, { recursive: true });
});

test.skipIf(!existsSync('/dev/full'))(
  'a result that a full disk does not take is status 2, with why',
  async () => {
    const full = openSync('/dev/full', 'w');
    const tool = spawn(process.execPath, ['--conditions=@petstore/source', MAIN, 'profiles'], {
      stdio: ['ignore', full, 'pipe'],
    });
    closeSync(full);
    const [[status], err] = await Promise.all([once(tool, 'exit'), text(tool.stderr as Readable)]);
    expect(status).toBe(2);
    expect(err).toMatch(
      /^✗ the output could not be written: ENOSPC.*; if anything was changed before, it stays so\n$/,
    );
  },
);

test('a reader that closes the pipe early is no error', async () => {
  const tool = spawn(process.execPath, ['--conditions=@petstore/source', MAIN, 'profiles', '--json']);
  tool.stdout.destroy();
  const [[status], err] = await Promise.all([once(tool, 'exit'), text(tool.stderr)]);
  expect({ status, err }).toEqual({ status: 0, err: '' });
});
