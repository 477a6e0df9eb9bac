// dynalite with its tables in LevelDB, as the rest of the local cloud calls it.
import { mkdirSync } from 'node:fs';
import type { Server, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import dynalite from 'dynalite';
import { callsOf, type Received, type Reply, type Serve } from './received.ts';

/** The server serves nothing by itself, and closes the tables when it is closed. Throws where another program has the tables open. */
export async function openTables(path: string): Promise<{ server: Server; serve: Serve }> {
  await refuseLocked(path);
  const server = dynalite({ path, createTableMs: 0, deleteTableMs: 0, updateTableMs: 0 });
  const serve = takeListener(server);
  // LevelDB opens its files in the background: after the first response they are open and locked.
  await callsOf(serve)('ListTables', { Limit: 1 });
  return { server, serve };
}

interface Level {
  open(): Promise<void>;
  close(): Promise<void>;
}

/** Opens the files once beforehand: where dynalite itself fails to, the whole process ends. */
async function refuseLocked(path: string): Promise<void> {
  mkdirSync(dirname(path), { recursive: true });
  const { Level } = createRequire(import.meta.resolve('dynalite'))('level') as {
    Level: new (path: string) => Level;
  };
  const level = new Level(path);
  try {
    await level.open();
  } catch (error) {
    const { cause } = error as Error & { cause?: NodeJS.ErrnoException };
    const why =
      cause?.code === 'LEVEL_LOCKED'
        ? 'are in use by another program: end it first'
        : `cannot be opened (${cause?.message}): start with --fresh to forget them`;
    throw new Error(`the tables in ${path} ${why}`, { cause: error });
  }
  await level.close();
}

/** Takes the request listener off a server of dynalite's: what is put there instead calls it. */
export function takeListener(server: Server): Serve {
  const [listener] = server.listeners('request') as ((request: Readable, response: ServerResponse) => void)[];
  if (listener === undefined)
    throw new Error('dynalite has no request listener: its version is not supported');
  server.removeAllListeners('request');
  return (received) =>
    new Promise((resolve) => {
      const headers: Reply['headers'] = {};
      // The part of a response that dynalite uses.
      const response = {
        statusCode: 200,
        setHeader(name: string, value: string): void {
          headers[name] = value;
        },
        end: (body = '') => resolve({ status: response.statusCode, headers, body }),
      };
      listener(replay(received), response as unknown as ServerResponse);
    });
}

/** Replayed when complete: dynalite throws, outside of any handler, when a client closes its connection early. */
function replay({ body, headers, method, url }: Received): Readable {
  return Object.assign(Readable.from([body], { objectMode: false }), { headers, method, url });
}
