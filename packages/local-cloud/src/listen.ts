// Listens on the loopback: on 127.0.0.1, and on ::1 where the machine has it, with one server.
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

/** Tries to find a free port that every address, and what is bound beside them, can have. */
const FREE_PORT_TRIES = 10;

export type Listening = ReturnType<typeof watch>;

/** 0: any free port. Clients may try ::1 first for `*.localhost`. `option` is named in the error for a port in use; `beside` binds more at the same port. */
export async function listenOnLoopback(
  server: Server,
  port: number,
  option: string,
  beside = async (_bound: number): Promise<void> => {},
): Promise<Listening> {
  const twin = createServer({ allowHalfOpen: true }, (socket) => server.emit('connection', socket));
  for (let attempt = 1; ; attempt++) {
    const bound = await bind(server, '127.0.0.1', port, option);
    try {
      await bind(twin, '::1', bound, option).catch((error) => {
        if (!isWithoutIpv6(error)) throw error;
      });
      await beside(bound).catch((error) => {
        throw explainPort(error, '127.0.0.1', port, option);
      });
      return watch(server, twin, bound);
    } catch (error) {
      await Promise.all([server, twin].map((one) => new Promise((done) => one.close(done))));
      const isTaken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
      if (!isTaken || port !== 0 || attempt === FREE_PORT_TRIES) throw error;
    }
  }
}

function watch(server: Server, twin: Server, port: number) {
  const sockets = new Set<Socket>();
  // The twin passes its sockets on as `connection` events, so one listener gets them all.
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return {
    port,
    /** Every connection accepted so far that is still open. */
    sockets: sockets as ReadonlySet<Socket>,
    /** Stops accepting connections; open ones stay open. */
    stop() {
      server.close();
      twin.close();
    },
  };
}

async function bind(server: Server, host: string, port: number, option: string): Promise<number> {
  try {
    await once(server.listen({ host, port, ipv6Only: true }), 'listening');
    return (server.address() as AddressInfo).port;
  } catch (error) {
    throw explainPort(error as Error, host, port, option);
  }
}

/** The error with what to do about it, where the port is in use or not allowed. */
export function explainPort(
  error: NodeJS.ErrnoException,
  address: string,
  port: number,
  option: string,
): Error {
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `is in use: end the program that has it, or choose another port with ${option}`,
    EACCES: `may only be opened by an administrator: choose one above 1023 with ${option}`,
  };
  const reason = reasons[error.code ?? ''];
  if (reason === undefined) return error;
  const message = `port ${port} on ${address} ${reason}`;
  return Object.assign(new Error(message, { cause: error }), { code: error.code });
}

function isWithoutIpv6(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT' || code === 'EINVAL';
}
