// The DNS server's sockets: UDP and TCP on one loopback port, on ::1 too where the machine has it. All is bounded.
import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { listenOnLoopback } from '../listen.ts';

type Respond = (message: Buffer, transport: 'udp' | 'tcp') => Buffer | undefined;

export type DnsServer = Awaited<ReturnType<typeof startServer>>;

const MAX_CONNECTIONS = 64;
/** RFC 7766 6.2.3: an idle connection may be closed after a few seconds. */
const IDLE_MS = 10_000;
/** Responses that a client does not read, beyond which its connection is closed. */
const MAX_UNREAD_BYTES = 1_048_576;

/** Binds 127.0.0.1:`port` (0: any free one). Throws for a port in use, with `option`, which chooses another, in the message. */
export async function startServer(port: number, option: string, respond: Respond) {
  const server = createServer((socket) => serve(socket, respond));
  server.maxConnections = MAX_CONNECTIONS;
  const udp: UdpSocket[] = [];
  const tcp = await listenOnLoopback(server, port, option, async (bound) => {
    udp.push(await bind('127.0.0.1', bound, respond));
    // For clients that try ::1 first; everything works without it.
    await bind('::1', bound, respond).then(
      (second) => udp.push(second),
      () => undefined,
    );
  });
  return {
    port: tcp.port,
    async close() {
      tcp.stop();
      for (const socket of tcp.sockets) socket.destroy();
      await Promise.all(udp.map((socket) => once(socket.close(), 'close')));
    },
  };
}

async function bind(address: string, port: number, respond: Respond): Promise<UdpSocket> {
  const socket = createSocket(address === '::1' ? { type: 'udp6', ipv6Only: true } : { type: 'udp4' });
  socket.on('message', (message, from) => {
    const answer = respond(message, 'udp');
    // An error means that the client's socket is closed; this socket serves the other clients.
    if (answer !== undefined) socket.send(answer, from.port, from.address, () => {});
  });
  socket.bind(port, address);
  await once(socket, 'listening');
  return socket.on('error', () => {});
}

/** RFC 1035 4.2.2: each message behind its length; several may come in one segment, or one in several. */
function serve(socket: Socket, respond: Respond): void {
  let pending = Buffer.alloc(0);
  socket.setTimeout(IDLE_MS, () => socket.destroy());
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk) => {
    pending = Buffer.concat([pending, chunk]);
    while (pending.length >= 2 && pending.length >= 2 + pending.readUInt16BE(0)) {
      const end = 2 + pending.readUInt16BE(0);
      const answer = respond(pending.subarray(2, end), 'tcp');
      pending = pending.subarray(end);
      if (answer === undefined || socket.writableLength > MAX_UNREAD_BYTES) return void socket.destroy();
      const length = Buffer.alloc(2);
      length.writeUInt16BE(answer.length);
      socket.write(Buffer.concat([length, answer]));
    }
  });
}
