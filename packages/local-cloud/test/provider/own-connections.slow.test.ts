// Who reaches the providers of `--engine`, and the plugin of `Host`: this user's own processes.
import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, onTestFinished, test, vi } from 'vitest';
import { serveProvider } from '../../src/provider/packages.ts';
import { Registry } from '../../src/resources/registry.ts';

/** Configures the provider at the port, in a process of its own, and prints the status of the response. */
const CALL = `const call = require('node:http2').connect('http://127.0.0.1:' + process.argv[1]);
const end = (text) => { console.log(text); call.destroy(); };
call.on('error', () => {}).on('close', () => console.log('closed'));
const header = { ':method': 'POST', ':path': '/pulumirpc.ResourceProvider/Configure', 'content-type': 'application/grpc' };
call.request(header).on('error', () => {}).on('response', (headers) => end(headers[':status'])).end(Buffer.alloc(5));`;

/** Resolves to what it prints first. */
async function callAs(uid: number, port: number | string): Promise<string | undefined> {
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', CALL, `${port}`], { uid, cwd: '/' });
  return stdout.split('\n')[0];
}

const own = process.geteuid?.() ?? 0;
const NOBODY = 65_534;
const systems = [
  ...(existsSync('/proc/net/tcp') ? ['linux'] : []),
  ...(spawnSync('lsof', ['-v']).error === undefined ? ['darwin'] : []),
];
// Only root can start a process of another user.
const callers: [string, number, number][] = [
  ['of this user', own, own],
  ['of another one', own, own + 1],
  ...(own === 0 ? [['of nobody', NOBODY, own] satisfies [string, number, number]] : []),
];

test.each(systems.flatMap((system) => callers.map((one) => [system, ...one] as const)))(
  'as %s tells it, a process %s (%d, where %d serves)',
  async (system, _whose, caller, user) => {
    const { platform } = process;
    Object.defineProperty(process, 'platform', { value: system });
    onTestFinished(() => void Object.defineProperty(process, 'platform', { value: platform }));
    vi.spyOn(process, 'geteuid').mockReturnValue(user);
    const [aws, onRefused] = [vi.fn(), vi.fn()];
    const registry = new Registry([{ handlers: [], providers: { aws } }]);
    const server = await serveProvider(registry, 'eu-west-1', { name: 'aws', version: '1' }, 0, onRefused);
    onTestFinished(() => server.close());
    const answer = await callAs(caller, server.port);
    const found = [answer, aws.mock.calls.length, onRefused.mock.calls.length];
    expect(found).toEqual(caller === user ? ['200', 1, 0] : ['closed', 0, 1]);
  },
);

/** Starts the plugin, as the engine does, as if `user` ran it. */
async function startPlugin(user: number): Promise<string> {
  const main = new URL('../../../pulumi-custom-domains/src/main.ts', import.meta.url).pathname;
  const as = `data:text/javascript,process.geteuid = () => ${user}`;
  const args = ['--conditions=@petstore/source', '--import', as, main, '127.0.0.1:1'];
  const plugin = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void plugin.kill());
  const [port] = await once(plugin.stdout, 'data');
  return String(port).trim();
}

test.each(callers)(
  'the plugin serves or closes to a process %s (%d, where %d serves)',
  async (_, caller, user) => {
    expect(await callAs(caller, await startPlugin(user))).toBe(caller === user ? '200' : 'closed');
  },
);
