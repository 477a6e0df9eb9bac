// dynalite, given requests that have been read.
import type { Server, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { Received, Serve } from './received.ts';

/** Takes the request listener off a server of dynalite's: what is put there instead calls it. */
export function takeListener(server: Server): Serve {
  const [listener] = server.listeners('request') as ((request: Readable, response: ServerResponse) => void)[];
  if (listener === undefined)
    throw new Error('dynalite has no request listener: its version is not supported');
  server.removeAllListeners('request');
  return (received, response) => listener(replay(received), response);
}

/** Replayed when complete: dynalite throws, outside of any handler, when a client closes its connection early. */
function replay({ body, headers, method, url }: Received): Readable {
  return Object.assign(Readable.from([body], { objectMode: false }), { headers, method, url });
}
