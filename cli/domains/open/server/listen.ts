// The server of the page, on the loopback, at an address of this run alone. What it serves is loaded with the first request:
// `npm run local`, which imports this file, starts as fast.
import type { RequestListener } from 'node:http';
import { listenOnLoopback } from '@petstore/local-cloud/listen';
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
  // An import would load Node's fetch too, 14 MB, before anybody has opened the page.
  const server = process.getBuiltinModule('node:http').createServer(async (incoming, outgoing) => {
    listener ??= load();
    (await listener)(incoming, outgoing);
  });
  // On both addresses of the loopback: browsers try ::1 first for a name below `localhost`, and another user's server there would
  // receive the token.
  const listening = await listenOnLoopback(server, port, '--port').catch((error: NodeJS.ErrnoException) => {
    const fix = 'choose another with --port, or leave it out';
    throw error.code === 'EADDRINUSE' ? new UsageError(`Port ${port} is in use.`, fix) : error;
  });
  const address = newAddress(listening.port);
  const load = async (): Promise<RequestListener> => {
    const [{ getRequestListener }, { createApp }, { Stacks }] = await Promise.all([
      import('@hono/node-server'),
      import('./app.ts'),
      import('../live/stacks.ts'),
    ]);
    const app = createApp(address, new Stacks(folder, options, io));
    return getRequestListener(app.fetch, { overrideGlobalObjects: false });
  };
  const close = async () => {
    listening.stop();
    // Idle ones of open pages too, which would keep it from closing.
    for (const socket of listening.sockets) socket.destroy();
  };
  return { url: `http://${address.host}/?${TOKEN}=${address.token}`, close };
}
