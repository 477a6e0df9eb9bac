// The ports of the local cloud, looked at before it starts: every one that cannot be had is named at once.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { CommandError } from '../command-error.ts';
import { UsageError } from '../usage-error.ts';

export interface Ports {
  readonly port: number;
  readonly httpPort: number;
  readonly dnsPort: number;
}

/** Throws UsageError where two are the same, CommandError for those in use. 0, a free one, is neither. */
export async function assertPorts({ port, httpPort, dnsPort }: Ports): Promise<void> {
  const given = { '--port': port, '--http-port': httpPort, '--dns-port': dnsPort };
  const named = Object.entries(given).filter(([, number]) => number !== 0);
  for (const [number, same] of Map.groupBy(named, ([, number]) => number)) {
    if (same.length === 1) continue;
    const options = same.map(([option]) => option).join(', ');
    throw new UsageError(`Port ${number} is given twice: ${options}.`, 'give each a port of its own');
  }
  const reasons = await Promise.all(
    named.map(async ([option, number]) => {
      const reason = await reasonAgainst(number, option === '--dns-port');
      return reason && `  port ${number} ${reason}: choose another with ${option}, or 0 for a free one`;
    }),
  );
  const lines = reasons.filter((line) => line !== undefined);
  if (lines.length > 0) throw new CommandError(`Not every port can be opened:\n${lines.join('\n')}`);
}

/** Undefined where it is free. As the cloud opens it: HTTP on both addresses of the loopback, DNS by TCP and UDP. */
async function reasonAgainst(port: number, isDns: boolean): Promise<string | undefined> {
  const openings = isDns
    ? [openTcp('127.0.0.1', port), openUdp(port)]
    : [openTcp('127.0.0.1', port), openTcp('::1', port)];
  const reasons = await Promise.all(openings.map((opening) => opening.then(() => undefined, reasonOf)));
  return reasons.find((reason) => reason !== undefined);
}

async function openTcp(host: string, port: number): Promise<void> {
  const server = createServer();
  await once(server.listen({ host, port, ipv6Only: true }), 'listening');
  server.close();
  await once(server, 'close');
}

async function openUdp(port: number): Promise<void> {
  const socket = createSocket('udp4');
  socket.bind(port, '127.0.0.1');
  await once(socket, 'listening');
  socket.close();
}

/** Any other error is for the cloud to report, or, of a machine without IPv6, nobody's. */
function reasonOf({ code }: NodeJS.ErrnoException): string | undefined {
  if (code === 'EADDRINUSE') return 'is in use by another program';
  if (code === 'EACCES') return 'may only be opened by an administrator';
  return undefined;
}
