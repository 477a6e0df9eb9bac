// The ports of the local cloud, looked at before it starts: every one that cannot be had is named at once.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { CommandError } from '../command-error.ts';
import { startCommandOf } from '../served-cloud.ts';
import { UsageError } from '../usage-error.ts';

export interface Ports {
  readonly port: number;
  readonly httpPort: number;
  readonly dnsPort: number;
}

interface NamedPort {
  readonly option: string;
  readonly port: number;
  readonly isDns: boolean;
}

/**
 * Throws UsageError where two are the same, CommandError for those in use. 0, a free one, is neither. `args`: the options of this
 * start as they were given, which the command with free ports repeats.
 */
export async function assertPorts(
  { port, httpPort, dnsPort }: Ports,
  args: readonly string[] = [],
): Promise<void> {
  const named: NamedPort[] = [
    { option: '--port', port, isDns: false },
    { option: '--http-port', port: httpPort, isDns: false },
    { option: '--dns-port', port: dnsPort, isDns: true },
  ].filter((one) => one.port !== 0);
  assertDistinct(named);
  const reasons = await Promise.all(named.map(reasonAgainst));
  const taken = named.filter((_, index) => reasons[index] !== undefined);
  if (taken.length === 0) return;
  const lines = named.flatMap(({ option, port }, index) => {
    const reason = reasons[index];
    return reason === undefined ? [] : [`  port ${port} ${reason}: choose another with ${option}`];
  });
  const free = withFreePorts(
    args,
    taken.map(({ option }) => option),
  );
  const what = taken.length === 1 ? 'A port cannot be opened:' : `${taken.length} ports cannot be opened:`;
  throw new CommandError([what, ...lines, `  free ones, whichever they are: ${free}`].join('\n'));
}

/** The start with these options at 0, whatever they were, and with all others as they were given. */
function withFreePorts(args: readonly string[], options: readonly string[]): string {
  const kept = args.filter(
    (word, index) => !options.includes(word.split('=')[0] ?? '') && !options.includes(args[index - 1] ?? ''),
  );
  return startCommandOf([...kept, ...options.flatMap((option) => [option, '0'])]);
}

function assertDistinct(named: readonly NamedPort[]): void {
  for (const [port, same] of Map.groupBy(named, (one) => one.port)) {
    if (same.length === 1) continue;
    const options = same.map(({ option }) => option);
    throw new UsageError(
      `${options.slice(0, -1).join(', ')} and ${options.at(-1)} are ${same.length === 2 ? 'both' : 'all'} ${port}.`,
      'give each a port of its own',
    );
  }
}

/** Undefined where it is free. As the cloud opens it: HTTP on both addresses of the loopback, DNS by TCP and UDP. */
async function reasonAgainst({ port, isDns }: NamedPort): Promise<string | undefined> {
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
