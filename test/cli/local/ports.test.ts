// Ports that cannot be had: all of them at once, each with its option, over real sockets.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { expect, onTestFinished, test } from 'vitest';
import { assertPorts } from '../../../cli/local/ports.ts';
import { listen } from '../listen.ts';

const FREE = { port: 0, httpPort: 0, dnsPort: 0 };

const takeTcp = (host = '127.0.0.1') => listen(createServer(), 0, host);

async function takeUdp(): Promise<number> {
  const socket = createSocket('udp4');
  onTestFinished(() => void socket.close());
  await once(socket.bind(0, '127.0.0.1'), 'listening');
  return socket.address().port;
}

test('three that are taken: each with its option', async () => {
  const [port, httpPort, dnsPort] = [await takeTcp(), await takeTcp(), await takeUdp()];
  await expect(assertPorts({ port, httpPort, dnsPort })).rejects.toMatchObject({
    code: 'command-failed',
    message: expect.stringMatching(
      `\n  port ${port} is in use by .* --port, .*\n  port ${httpPort} .* --http-port, .*\n  port ${dnsPort} .* --dns-port, .*$`,
    ),
  });
});

const HAS_IPV6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ address }) => address === '::1'),
);

test('DNS needs TCP too, and HTTP the other address of the loopback', async () => {
  const dnsPort = await takeTcp();
  await expect(assertPorts({ ...FREE, dnsPort })).rejects.toThrow('--dns-port, or 0');
  if (!HAS_IPV6) return;
  const port = await takeTcp('::1');
  await expect(assertPorts({ ...FREE, port })).rejects.toThrow('--port, or 0');
});

/** From this one on, any user may open a port. */
const UNPRIVILEGED = '/proc/sys/net/ipv4/ip_unprivileged_port_start';
const HAS_PRIVILEGED =
  process.getuid?.() !== 0 && existsSync(UNPRIVILEGED) && Number(readFileSync(UNPRIVILEGED, 'utf8')) > 80;

test.runIf(HAS_PRIVILEGED)('a port that only an administrator may open', async () => {
  const refused = assertPorts({ ...FREE, port: 79 });
  await expect(refused).rejects.toThrow('port 79 may only be opened by an administrator');
});

test.each([
  [{ port: 8443, httpPort: 8443, dnsPort: 0 }, 'Port 8443 is given twice: --port, --http-port.'],
  [
    { port: 8443, httpPort: 8443, dnsPort: 8443 },
    'Port 8443 is given twice: --port, --http-port, --dns-port.',
  ],
])('%j', async (ports, what) => {
  const error = { code: 'usage', message: expect.stringContaining(what) };
  await expect(assertPorts(ports)).rejects.toMatchObject(error);
});
