// The DNS server's sockets: UDP and TCP on one loopback port, on ::1 too where the machine has it. All is bounded.
import { createSocket } from 'node:dgram';
import { createServer, type Server, type Socket } from 'node:net';

/** The response to a message; undefined where none is allowed. */
export type Respond = (message: Buffer, transport: 'udp' | 'tcp') => Buffer | undefined;

export interface DnsServer {
  readonly port: number;
  close(): Promise<void>;
}

const MAX_CONNECTIONS = 64;
/** RFC 7766 6.2.3: an idle connection may be closed after a few seconds. */
const IDLE_MS = 10_000;
/** Responses that a client does not read, beyond which its connection is closed. */
const MAX_UNREAD_BYTES = 1_048_576;
/** Tries to find a port that is free for UDP and TCP alike. */
const FREE_PORT_TRIES = 10;

/** Binds 127.0.0.1:`port` (0: any free one). Throws for a port in use, with `--dns-port` in the message. */
export async function startServer(port: number, respond: Respond): Promise<DnsServer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await startOn(port, respond);
    } catch (error) {
      const taken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
      if (!taken || port !== 0 || attempt === FREE_PORT_TRIES) throw explain(error as Error, port);
    }
  }
}

async function startOn(port: number, respond: Respond): Promise<DnsServer> {
  const tcp = await listen('127.0.0.1', port, respond);
  const address = tcp.server.address();
  const bound = typeof address === 'object' && address !== null ? address.port : port;
  const open: { close(): Promise<void> }[] = [tcp];
  const close = async () => void (await Promise.all(open.map((socket) => socket.close())));
  try {
    open.push(await bind('127.0.0.1', bound, respond));
  } catch (error) {
    await close();
    throw error;
  }
  // For clients that try ::1 first; everything works without it.
  const extra = await Promise.allSettled([listen('::1', bound, respond), bind('::1', bound, respond)]);
  for (const result of extra) if (result.status === 'fulfilled') open.push(result.value);
  return { port: bound, close };
}

function bind(address: string, port: number, respond: Respond): Promise<{ close(): Promise<void> }> {
  const socket = createSocket(address === '::1' ? { type: 'udp6', ipv6Only: true } : { type: 'udp4' });
  socket.on('message', (message, from) => {
    const answer = respond(message, 'udp');
    // An error means that the client's socket is closed; this socket serves the other clients.
    if (answer !== undefined) socket.send(answer, from.port, from.address, () => {});
  });
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.bind(port, address, () => {
      socket.off('error', reject);
      socket.on('error', () => {});
      resolve({ close: () => new Promise((done) => socket.close(done)) });
    });
  });
}

function listen(
  address: string,
  port: number,
  respond: Respond,
): Promise<{ server: Server; close(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    serve(socket, respond);
  });
  server.maxConnections = MAX_CONNECTIONS;
  const close = () =>
    new Promise<void>((done) => {
      server.close(() => done());
      for (const socket of sockets) socket.destroy();
    });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host: address, ipv6Only: true }, () => {
      server.off('error', reject);
      resolve({ server, close });
    });
  });
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

function explain(error: NodeJS.ErrnoException, port: number): Error {
  if (error.code !== 'EADDRINUSE') return error;
  const message = `DNS port ${port} on 127.0.0.1 is in use by another program: end that program, or choose another port with --dns-port`;
  return Object.assign(new Error(message, { cause: error }), { code: error.code });
}
