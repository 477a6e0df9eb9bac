// Ports that cannot be had: all of them at once, each with its option, over real sockets.
import { spawn, spawnSync } from 'node:child_process';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { portHolder } from '../../../cli/local/port-holder.ts';
import { assertPorts } from '../../../cli/local/ports.ts';

/** This process, where the system reports whose a port is. */
const HOLDER =
  process.platform === 'linux' ? `${basename(process.argv0)} (process ${process.pid})` : 'another program';

const open: (Server | Socket)[] = [];
afterEach(() => {
  for (const one of open.splice(0)) one.close();
});

async function takeTcp(host = '127.0.0.1'): Promise<number> {
  const server = createServer();
  open.push(server);
  await once(server.listen({ host, port: 0, ipv6Only: true }), 'listening');
  return (server.address() as AddressInfo).port;
}

/** Below 4096: in four hexadecimal digits it begins with 0. */
async function takeLow(port = 2345): Promise<number> {
  const server = createServer().listen({ host: '127.0.0.1', port });
  return once(server, 'listening').then(
    () => {
      open.push(server);
      return port;
    },
    () => takeLow(port + 1),
  );
}

async function takeUdp(): Promise<number> {
  const socket = createSocket('udp4');
  open.push(socket);
  await once(socket.bind(0, '127.0.0.1'), 'listening');
  return socket.address().port;
}

test('three that are taken: one message, and a command that works', async () => {
  const [port, httpPort, dnsPort] = [await takeTcp(), await takeTcp(), await takeUdp()];
  await expect(assertPorts({ port, httpPort, dnsPort })).rejects.toMatchObject({
    code: 'command-failed',
    message: [
      '3 ports cannot be opened:',
      `  port ${port} is in use by ${HOLDER}: choose another with --port`,
      `  port ${httpPort} is in use by ${HOLDER}: choose another with --http-port`,
      `  port ${dnsPort} is in use by ${HOLDER}: choose another with --dns-port`,
      '  free ones, whichever they are: npm run local -- --port 0 --http-port 0 --dns-port 0',
    ].join('\n'),
  });
});

test('one: only that', async () => {
  const httpPort = await takeTcp();
  await expect(assertPorts({ port: 0, httpPort, dnsPort: 0 })).rejects.toThrow(
    /^A port cannot be opened:\n.*--http-port\n.*: npm run local -- --http-port 0$/,
  );
});

test('the other options of the start are kept, and the ports that are free', async () => {
  const [port, httpPort] = [await takeTcp(), await takeTcp()];
  const options = ['--engine', '--port', `${port}`, `--http-port=${httpPort}`, '--dns-port', '0', '--fresh'];
  const args = [...options, '--internet', 'my zone'];
  await expect(assertPorts({ port, httpPort, dnsPort: 0 }, args)).rejects.toThrow(
    /: npm run local -- --engine --dns-port 0 --fresh --internet 'my zone' --port 0 --http-port 0$/,
  );
});

const HAS_IPV6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ address }) => address === '::1'),
);

test.runIf(HAS_IPV6)("by HTTP, the loopback's other address counts too", async () => {
  const port = await takeTcp('::1');
  await expect(assertPorts({ port, httpPort: 0, dnsPort: 0 })).rejects.toThrow(
    `port ${port} is in use by ${HOLDER}: choose another with --port`,
  );
});

test.runIf(process.platform === 'linux')(
  'a connection to a server that has closed holds no port',
  async () => {
    const port = await takeTcp();
    const [server] = open as [Server];
    const client = connect(port, '127.0.0.1');
    const [socket] = await once(server, 'connection');
    onTestFinished(() => void [client.destroy(), socket.destroy()]);
    expect(portHolder(port)).toBe(HOLDER);
    server.close();
    expect(portHolder(port)).toBeUndefined();
  },
);

test.runIf(process.platform === 'linux')('a port of few digits has its holder too', async () => {
  expect(portHolder(await takeLow())).toBe(HOLDER);
});

test.runIf(process.platform === 'linux')('of a run of another checkout: its folder', async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'petstore-other-')));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const serve =
    "require('node:net').createServer().listen(0, '127.0.0.1', function () { console.log(this.address().port) })";
  const child = spawn(process.execPath, ['-e', serve, '--', '/x/cli/local/main.ts'], { cwd: folder });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [port] = await once(child.stdout, 'data');
  expect(portHolder(Number(port))).toBe(`"npm run local" of ${folder} (process ${child.pid})`);
});

/** From this one on, any user may open a port. */
const UNPRIVILEGED = '/proc/sys/net/ipv4/ip_unprivileged_port_start';
const HAS_PRIVILEGED = existsSync(UNPRIVILEGED) && Number(readFileSync(UNPRIVILEGED, 'utf8')) > 80;

test.runIf(HAS_PRIVILEGED)('a port that only an administrator may open', async () => {
  const module = new URL('../../../cli/local/ports.ts', import.meta.url).href;
  const asked = `
    const { assertPorts } = await import(${JSON.stringify(module)});
    if (process.getuid() === 0) process.seteuid(65533);
    await assertPorts({ port: 79, httpPort: 0, dnsPort: 0 }).catch(({ message }) => console.log(message));`;
  const args = ['--conditions=@petstore/source', '--input-type=module', '--eval', asked];
  expect(spawnSync(process.execPath, args, { encoding: 'utf8' }).stdout).toBe(
    'A port cannot be opened:\n  port 79 may only be opened by an administrator: choose another with --port\n  free ones, whichever they are: npm run local -- --port 0\n',
  );
});

test('by DNS, TCP alone counts too', async () => {
  const dnsPort = await takeTcp();
  await expect(assertPorts({ port: 0, httpPort: 0, dnsPort })).rejects.toThrow(`${dnsPort} is in use`);
});

test('free ports are left free, and may be looked at again', async () => {
  const port = await takeTcp();
  open.pop()?.close();
  for (let times = 0; times < 3; times++)
    await expect(assertPorts({ port, httpPort: 0, dnsPort: 0 })).resolves.toBeUndefined();
});

test.each([
  [{ port: 8443, httpPort: 8443, dnsPort: 0 }, '--port and --http-port are both 8443.'],
  [{ port: 8443, httpPort: 8443, dnsPort: 8443 }, '--port, --http-port and --dns-port are all 8443.'],
])('%j', async (ports, what) => {
  await expect(assertPorts(ports)).rejects.toMatchObject({
    code: 'usage',
    message: `${what}\n  give each a port of its own`,
  });
});
