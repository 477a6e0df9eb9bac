// The server of the page, on the loopback, at an address of this run alone. What it serves is loaded with the first request:
// `npm run local`, which imports this file, starts as fast.
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { UsageError } from '../../../usage-error.ts';
import type { SharedOptions } from '../../context.ts';
import type { Io } from '../../io.ts';
import { newAddress, TOKEN } from './address.ts';

export interface DomainsPage {
  /** With the token: whoever has it can change the stacks' files. */
  readonly url: string;
  close(): Promise<void>;
}

interface PageOptions {
  readonly folder: string;
  readonly io: Io;
  readonly options: SharedOptions;
  /** 0 asks for a free one. */
  readonly port: number;
}

/** Throws UsageError where the port is in use. */
export async function servePage({ folder, io, options, port }: PageOptions): Promise<DomainsPage> {
  let listener: Promise<RequestListener> | undefined;
  const servers = await listenOnLoopback(port, async (incoming, outgoing) => {
    listener ??= load();
    (await listener)(incoming, outgoing);
  });
  const address = newAddress(portOf(servers));
  const load = async (): Promise<RequestListener> => {
    const [{ getRequestListener }, { createApp }, { Stacks }] = await Promise.all([
      import('@hono/node-server'),
      import('./app.ts'),
      import('../live/stacks.ts'),
    ]);
    const app = createApp(address, new Stacks(folder, options, io));
    return getRequestListener(app.fetch, { overrideGlobalObjects: false });
  };
  return { url: `http://${address.host}/?${TOKEN}=${address.token}`, close: () => closeAll(servers) };
}

/** Both addresses have the same port. */
function portOf([server]: readonly Server[]): number {
  const address = server?.address() as AddressInfo;
  return address.port;
}

/**
 * On both addresses of the loopback: browsers try ::1 first for a name below `localhost`, and another user's server there
 * would receive the token.
 */
async function listenOnLoopback(port: number, listener: RequestListener): Promise<Server[]> {
  const first = await listen(port, '127.0.0.1', listener);
  try {
    return [first, await listen(portOf([first]), '::1', listener)];
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // This machine has no IPv6, so that no other server is there either.
    if (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT') return [first];
    await closeAll([first]);
    throw error;
  }
}

function listen(port: number, host: string, listener: RequestListener): Promise<Server> {
  // An import would load Node's fetch too, 14 MB, before anybody has opened the page.
  const server = process.getBuiltinModule('node:http').createServer(listener);
  const { promise, resolve, reject } = Promise.withResolvers<Server>();
  server.once('error', (error: NodeJS.ErrnoException) => {
    const isInUse = error.code === 'EADDRINUSE' && port !== 0;
    const fix = 'choose another with --port, or leave it out';
    reject(isInUse ? new UsageError(`Port ${port} is in use.`, fix) : error);
  });
  server.listen({ port, host, ipv6Only: true }, () => resolve(server));
  return promise;
}

/** Ends idle connections of open pages too, which would keep a server from closing. */
async function closeAll(servers: readonly Server[]): Promise<void> {
  await Promise.all(
    servers.map((server) => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    }),
  );
}
