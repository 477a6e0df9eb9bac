// Who reaches the providers of `--engine`: this user's own processes.
import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { ownerOf } from '../../src/provider/own-connections.ts';
import { serveProvider } from '../../src/provider/packages.ts';
import { Registry } from '../../src/resources/registry.ts';

const HEX = { client: 'AA80', server: '8F25' };
const row = (local: string, remote: string, state: string, user: number) =>
  `   3: ${local} ${remote} ${state} 00000000:00000000 00:00000000 00000000 ${user}        0 9925812 2 0 20 0 0 10 -1`;
const CLIENT = `0100007F:${HEX.client}`;
const SERVER = `0100007F:${HEX.server}`;

test.each<[string, string[], number | undefined]>([
  [
    "the client's end, not the server's",
    [row(SERVER, CLIENT, '01', 0), row(CLIENT, SERVER, '01', 1000)],
    1000,
  ],
  [
    'a machine of the other byte order',
    [row(`7F000001:${HEX.client}`, `7F000001:${HEX.server}`, '01', 7)],
    7,
  ],
  ['closed by the client, and so of nobody', [row(CLIENT, SERVER, '06', 0)], undefined],
  ['the same ports of another address', [row(`0200007F:${HEX.client}`, SERVER, '01', 1000)], undefined],
  ['none', [], undefined],
])('the owner of a connection: %s', (_case, rows, user) => {
  const ports = { client: Number(`0x${HEX.client}`), server: Number(`0x${HEX.server}`) };
  expect(ownerOf(ports, ['  sl  local_address …', ...rows, ''].join('\n'))).toBe(user);
});

/** Configures the provider at the port, in a process of its own, and prints the status of the response. */
const CALL = `const call = require('node:http2').connect('http://127.0.0.1:' + process.argv[1]);
const end = (text) => { console.log(text); call.destroy(); };
call.on('error', () => end('refused')).on('close', () => end('refused'));
const sent = call.request({ ':method': 'POST', ':path': '/pulumirpc.ResourceProvider/Configure', 'content-type': 'application/grpc' });
sent.on('error', () => {}).on('response', (headers) => end(headers[':status'])).end(Buffer.alloc(5));`;

async function callBy(uid: number) {
  const aws = vi.fn();
  const onRefused = vi.fn();
  const registry = new Registry([{ handlers: [], providers: { aws } }]);
  const server = await serveProvider(registry, 'eu-west-1', { name: 'aws', version: '1.0.0' }, 0, onRefused);
  onTestFinished(() => server.close());
  const args = ['-e', CALL, String(server.port)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { uid, cwd: '/' });
  return { said: stdout.split('\n')[0], calls: aws.mock.calls.length, refused: onRefused.mock.calls.length };
}

const own = process.geteuid?.() ?? 0;
const ASKED = [
  { system: 'linux', isThere: existsSync('/proc/net/tcp') },
  { system: 'darwin', isThere: spawnSync('lsof', ['-v']).error === undefined },
];

describe.each(ASKED)('as $system tells it', ({ system, isThere }) => {
  const asked = (user: number) => {
    const { platform } = process;
    Object.defineProperty(process, 'platform', { value: system });
    vi.spyOn(process, 'geteuid').mockReturnValue(user);
    onTestFinished(() => void Object.defineProperty(process, 'platform', { value: platform }));
    onTestFinished(() => void vi.restoreAllMocks());
  };

  test.skipIf(!isThere)('a process of this user is served', async () => {
    asked(own);
    expect(await callBy(own)).toEqual({ said: '200', calls: 1, refused: 0 });
  });

  test.skipIf(!isThere)('the call of another user does nothing', async () => {
    asked(own + 1);
    expect(await callBy(own)).toEqual({ said: 'refused', calls: 0, refused: 1 });
  });
});

// Only an administrator can start a process of another user.
test.skipIf(own !== 0)('a process of the user "nobody" reaches nothing', async () => {
  expect(await callBy(65_534)).toEqual({ said: 'refused', calls: 0, refused: 1 });
});
