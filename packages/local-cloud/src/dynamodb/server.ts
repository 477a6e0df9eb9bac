// The DynamoDB server: dynalite behind the check of signatures, on the loopback, with its tables in LevelDB.
import { mkdirSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import dynalite from 'dynalite';
import type { CloudContext } from '../context.ts';
import { authenticate } from '../endpoint/signature.ts';
import type { Identity } from '../iam/index.ts';
import { type InFlight, namesLoopback, readBody, trackInFlight } from '../ingress/requests.ts';
import { ServiceError } from '../service-error.ts';
import { type Received, receivedOf, reply, type Serve } from './received.ts';
import type { Recovery } from './recovery/operations.ts';
import { withTransactions } from './transactions/index.ts';
import { callsOf } from './transactions/inner-call.ts';

/** DynamoDB's own limit of a request. */
const MAX_BODY_BYTES = 16 * 1024 * 1024;
/** Longer than any caller pauses: a request that is sent while the server closes the connection gets no response. */
const IDLE_MS = 10 * 60_000;
/** Longer than any operation takes. */
const DRAIN_MS = 5_000;

export interface DynamoServer {
  /** `http://127.0.0.1:<port>`. */
  readonly endpoint: string;
  /** dynalite, for the local cloud itself: without signatures, and without recovery. */
  readonly serve: Serve;
  close(): Promise<void>;
}

/** `extend` puts recovery in front of dynalite. Throws where another program has the tables open. */
export async function startDynamoServer(
  context: CloudContext,
  identity: Identity,
  extend: (serve: Serve) => { readonly serve: Serve; readonly recovery: Recovery },
): Promise<DynamoServer> {
  const path = join(context.folder, 'dynamodb');
  await refuseLocked(path);
  const server = dynalite({ path, createTableMs: 0, deleteTableMs: 0, updateTableMs: 0 });
  const own = takeListener(server);
  const { serve, recovery } = extend(own);
  const handle = withTransactions(serve);
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!namesLoopback(request)) return refuseHost(response);
    void readBody(request, MAX_BODY_BYTES).then(
      (body) => {
        if (body === undefined) return response.writeHead(413).end();
        const received = receivedOf(request, body);
        const caller = authenticate(identity, request, body);
        if ('code' in caller) {
          const { code, message } = caller;
          return reply(response, 400, { __type: `com.amazon.coral.service#${code}`, message });
        }
        const operation = recovery[received.operation];
        if (operation === undefined) return handle(received, response);
        return answer(response, operation, body);
      },
      () => response.destroy(),
    );
  });
  server.keepAliveTimeout = IDLE_MS;
  const inFlight = trackInFlight(server);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  // LevelDB opens its files in the background: after the first response they are open and locked.
  await callsOf(own)('ListTables', { Limit: 1 });
  const { port } = server.address() as AddressInfo;
  return { endpoint: `http://127.0.0.1:${port}`, serve: own, close: () => close(server, inFlight) };
}

/** The connection ends too: the body is not read. */
function refuseHost(response: ServerResponse): void {
  response.writeHead(403, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' });
  response.end('the local DynamoDB takes requests to a loopback host only\n');
}

async function answer(response: ServerResponse, operation: Recovery[string], body: Buffer): Promise<void> {
  try {
    reply(response, 200, await operation(JSON.parse(body.toString('utf8'))));
  } catch (error) {
    if (!(error instanceof ServiceError)) return void response.destroy(error as Error);
    reply(response, 400, {
      __type: `com.amazonaws.dynamodb.v20120810#${error.code}`,
      message: error.wording,
    });
  }
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
    throw cause?.code === 'LEVEL_LOCKED'
      ? new Error(`the tables in ${path} are in use by another program: end it first`, { cause: error })
      : new Error(
          `the tables in ${path} cannot be opened (${cause?.message}): start with --fresh to forget them`,
          { cause: error },
        );
  }
  await level.close();
}

/** Callers keep idle connections open: those are closed when every request has its response. */
async function close(server: Server, inFlight: InFlight): Promise<void> {
  const closed = new Promise<void>((resolve, reject) => {
    server.close((error) => (error === undefined || error === null ? resolve() : reject(error)));
  });
  await inFlight.settle(DRAIN_MS);
  server.closeAllConnections();
  await closed;
}

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
