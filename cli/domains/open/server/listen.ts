// The server of the page, on the loopback, at an address of this run alone. What it serves is loaded with the first request:
// `npm run local`, which imports this file, starts as fast.
import { randomBytes } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { UsageError } from '@petstore/custom-domains/output';
import { listenOnLoopback } from '@petstore/local-cloud/listen';
import type { SharedOptions } from '../../context.ts';
import type { Io } from '../../io.ts';

export interface DomainsPage {
  /** With the token: whoever has it can change the stacks' files. */
  readonly url: string;
  close(): Promise<void>;
}

/** `port`: 0 asks for a free one. Throws UsageError where it cannot be opened. */
export async function servePage(
  folder: string,
  io: Io,
  options: SharedOptions = {},
  port = 0,
): Promise<DomainsPage> {
  let listener: Promise<RequestListener> | undefined;
  // An import would load Node's fetch too, 14 MB, before anybody has opened the page.
  const server = process.getBuiltinModule('node:http').createServer(async (incoming, outgoing) => {
    listener ??= load();
    (await listener)(incoming, outgoing);
  });
  // On both addresses of the loopback: browsers try ::1 first for a name below `localhost`, and another user's server there would
  // receive the token.
  const listening = await listenOnLoopback(server, port, '--port').catch(({ message }: Error) => {
    throw new UsageError('The domains page cannot listen.', message);
  });
  // The name differs in each run. Cookies ignore ports: with a name that others know, such as 127.0.0.1, the browser would send this one
  // to every other server on the loopback, those of other users of the machine included.
  const host = `domains-${randomBytes(6).toString('hex')}.localhost:${listening.port}`;
  // So many bytes nobody guesses: they are in the printed address, then in the cookie.
  const token = randomBytes(32).toString('base64url');
  const load = async (): Promise<RequestListener> => {
    const [{ getRequestListener }, { createApp }, { openStacks }] = await Promise.all([
      import('@hono/node-server'),
      import('./app.ts'),
      import('../live/stacks.ts'),
    ]);
    const app = createApp({ host, token }, openStacks(folder, options, io));
    return getRequestListener(app.fetch, { overrideGlobalObjects: false });
  };
  const close = async () => {
    listening.stop();
    // Idle ones of open pages too, which would keep it from closing.
    for (const socket of listening.sockets) socket.destroy();
  };
  return { url: `http://${host}/?token=${token}`, close };
}
