// `npm run domains` as a process: its streams, its exit status, and a reader that goes away.
import { spawn } from 'node:child_process';
import { get } from 'node:http';
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

test.each([
  ['SIGINT', ['open']],
  ['SIGTERM', ['open', '--port', '0']],
] as const)(
  'on %s, %j, which prints an address of this run alone and serves it, ends with 0',
  async (signal, args) => {
    const fixture = openFixture();
    const { child, ended } = start(args, fixture.folder);
    const address = await new Promise<URL>((resolve) => {
      child.stdout.once('data', (chunk) => resolve(new URL(/http:\S+/.exec(String(chunk))?.[0] ?? '')));
    });
    const headers = { host: address.host };
    const status = await new Promise((resolve) => {
      get({ host: '127.0.0.1', port: address.port, path: `/${address.search}`, headers }, (response) =>
        resolve(response.resume().statusCode),
      );
    });
    expect(status).toBe(303);
    child.kill(signal);
    expect(await ended).toMatchObject({ status: 0, err: '' });
    await fixture.close();
  },
);
