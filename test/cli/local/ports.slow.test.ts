// Ports that cannot be had: all of them at once, each with its option, over real sockets.
import { spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { networkInterfaces } from 'node:os';
import { expect, onTestFinished, test } from 'vitest';
import { assertPorts } from '../../../cli/local/ports.ts';

const FREE = { port: 0, httpPort: 0, dnsPort: 0 };

async function listening(host = '127.0.0.1', port = 0): Promise<Server> {
  const server = createServer();
  onTestFinished(() => void server.close());
  await once(server.listen({ host, port, ipv6Only: true }), 'listening');
  return server;
}
const portOf = (server: Server) => (server.address() as AddressInfo).port;
const takeTcp = async (host?: string) => portOf(await listening(host));

async function takeUdp(): Promise<number> {
  const socket = createSocket('udp4');
  onTestFinished(() => void socket.close());
  await once(socket.bind(0, '127.0.0.1'), 'listening');
  return socket.address().port;
}

test('three that are taken: each with its option, and a command with free ones that keeps the other options', async () => {
  const [port, httpPort, dnsPort] = [await takeTcp(), await takeTcp(), await takeUdp()];
  const given = [
    '--engine',
    '--port',
    `${port}`,
    `--http-port=${httpPort}`,
    '--fresh',
    '--internet',
    'my zone',
  ];
  await expect(assertPorts({ port, httpPort, dnsPort }, given)).rejects.toMatchObject({
    code: 'command-failed',
    message: [
      '3 ports cannot be opened:',
      `  port ${port} is in use by another program: choose another with --port`,
      `  port ${httpPort} is in use by another program: choose another with --http-port`,
      `  port ${dnsPort} is in use by another program: choose another with --dns-port`,
      "  free ones, whichever they are: npm run local -- --engine --fresh --internet 'my zone' --port 0 --http-port 0 --dns-port 0",
    ].join('\n'),
  });
});

test('one: only that; DNS needs TCP too', async () => {
  const dnsPort = await takeTcp();
  await expect(assertPorts({ ...FREE, dnsPort })).rejects.toThrow(
    /^A port cannot be opened:\n.*--dns-port\n.*: npm run local -- --dns-port 0$/,
  );
});

const HAS_IPV6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ address }) => address === '::1'),
);

test.runIf(HAS_IPV6)("by HTTP, the loopback's other address counts too", async () => {
  const port = await takeTcp('::1');
  await expect(assertPorts({ ...FREE, port })).rejects.toThrow(`port ${port} is in use by another program`);
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
  expect(spawnSync(process.execPath, args, { encoding: 'utf8' }).stdout).toContain(
    'port 79 may only be opened by an administrator: choose another with --port\n',
  );
});

test('free ports are left free, and may be looked at again', async () => {
  const server = await listening();
  const port = portOf(server);
  await new Promise((resolve) => server.close(resolve));
  for (let times = 0; times < 3; times++)
    await expect(assertPorts({ ...FREE, port })).resolves.toBeUndefined();
});

test.each([
  [{ port: 8443, httpPort: 8443, dnsPort: 0 }, '--port and --http-port are both 8443.'],
  [{ port: 8443, httpPort: 8443, dnsPort: 8443 }, '--port, --http-port and --dns-port are all 8443.'],
])('%j', async (ports, what) => {
  await expect(assertPorts(ports)).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringContaining(what),
  });
});
