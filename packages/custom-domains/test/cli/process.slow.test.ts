// `custom-domains` as a process: what ends it.
import { execFileSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test, vi } from 'vitest';
import { temporaryFolder } from '../../../../test/cli/folder.ts';
import { startProcess } from '../../../../test/run-process.ts';

const MAIN = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));
const DOMAINS = fileURLToPath(new URL('../../../../cli/domains/main.ts', import.meta.url));
const CHECK = 'check a.example.com --authority amazon --timeout 30';
const silent = createSocket('udp4').bind(0, '127.0.0.1');
await once(silent, 'listening');
afterAll(() => silent.close());

function start(
  line: string,
  { main = MAIN, options = [] as string[], stdout = 'pipe' as 'pipe' | number } = {},
) {
  const args = ['--conditions=@petstore/source', ...options, main, ...line.split(' ')];
  return startProcess(process.execPath, args, { stdio: ['ignore', stdout, 'pipe'] });
}

/** Sends the signal once the resolver was asked. */
async function signalled(signal: NodeJS.Signals, line: string, how?: Parameters<typeof start>[1]) {
  const { child, ended } = start(`${line} --resolver 127.0.0.1:${silent.address().port}`, how);
  await once(silent, 'message');
  child.kill(signal);
  return await ended;
}

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s ends a query under way: a line, and status 130',
  async (signal) => {
    const { status, out, err } = await signalled(signal, CHECK);
    expect({ status, out }).toEqual({ status: 130, out: '' });
    expect(err).toMatch(/interrupted\n$/);
  },
);

test.each([
  ['custom-domains', MAIN, CHECK],
  ['npm run domains', DOMAINS, 'check --stack staging'],
])('%s: an exception that nothing catches is status 3, not that of a blocked host', async (_, main, line) => {
  const thrower = 'data:text/javascript,process.on("SIGUSR2",()=>{throw new Error("boom")})';
  const { status, err } = await signalled('SIGUSR2', line, { main, options: ['--import', thrower] });
  expect(status).toBe(3);
  expect(err).toContain('Error: boom');
});

test.skipIf(!existsSync('/proc/self/fd'))('SIGINT ends the wait for the writer of a FIFO', async () => {
  const fifo = join(temporaryFolder(), 'plan');
  execFileSync('mkfifo', [fifo]);
  const { child, ended } = start(`check --plan ${fifo}`);
  const folder = `/proc/${child.pid}/fd`;
  // A file may be closed since the folder was read, which is an error of this attempt alone.
  const isOpen = () =>
    expect(readdirSync(folder).map((fd) => readlinkSync(join(folder, fd)))).toContain(fifo);
  await vi.waitFor(isOpen, 20_000);
  child.kill('SIGINT');
  expect(await ended).toMatchObject({ status: 130 });
});

test.skipIf(!existsSync('/dev/full'))(
  'a result that a full disk does not take is status 2, with why',
  async () => {
    const full = openSync('/dev/full', 'w');
    const { ended } = start('profiles', { stdout: full });
    closeSync(full);
    const { status, err } = await ended;
    expect(status).toBe(2);
    expect(err).toMatch(
      /^✗ the output could not be written: ENOSPC.*; if anything was changed before, it stays so\n$/,
    );
  },
);

test('a reader that closes the pipe early is no error', async () => {
  const { child, ended } = start('profiles --json');
  child.stdout?.destroy();
  expect(await ended).toMatchObject({ status: 0, err: '' });
});
