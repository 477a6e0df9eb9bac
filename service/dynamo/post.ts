// One HTTP POST over a kept-alive connection, with a time limit on the whole of it.
import type { Agent, IncomingMessage, RequestOptions } from 'node:http';
import { crc32 } from '../crc32.ts';
import { ConnectionError, WrongReplyError } from './errors.ts';

export interface Reply {
  readonly status: number;
  /** DynamoDB's own id of the request (`x-amzn-requestid`): AWS asks for it. */
  readonly requestId: string | undefined;
  /** Of another status than 200, it has a `__type`. */
  readonly output: Readonly<Record<string, unknown>>;
}

export interface PostOptions {
  /** Milliseconds, from connecting to the reply's last byte. */
  readonly timeoutMs: number;
  /** Ends the request, and closes its connection. */
  readonly signal?: AbortSignal;
}

/** Sends `body` and reads the whole reply. Throws ConnectionError where there is none, WrongReplyError where it makes no sense. */
export type Post = (headers: Record<string, string>, body: string, options: PostOptions) => Promise<Reply>;

/** DynamoDB answers with at most 1 MB of items; anything far beyond is not DynamoDB. */
const MAX_REPLY = 16 * 1024 * 1024;
/** Connections kept: a list asks each partition at once. */
const MAX_SOCKETS = 256;

/** `checksum`: DynamoDB's `x-amz-crc32`, decimal. Throws WrongReplyError. */
function readOutput(status: number, checksum: unknown, body: Buffer): Reply['output'] {
  if (checksum !== undefined && Number(checksum) !== crc32(body))
    throw new WrongReplyError(`status ${status} with a body that does not fit its x-amz-crc32`);
  let output: unknown;
  try {
    output = JSON.parse(body.toString('utf8'));
  } catch {
    // Not JSON at all: the same as any other value that is not an object.
  }
  if (typeof output !== 'object' || output === null || Array.isArray(output))
    throw new WrongReplyError(`status ${status} without a JSON object`);
  if (status !== 200 && typeof (output as { __type?: unknown }).__type !== 'string')
    throw new WrongReplyError(`status ${status} without a type of error`);
  return output as Reply['output'];
}

function readReply(response: IncomingMessage, resolve: (reply: Reply) => void, reject: (e: Error) => void) {
  const { statusCode: status = 0, headers } = response;
  const chunks: Buffer[] = [];
  let size = 0;
  response.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > MAX_REPLY) response.destroy(new Error(`the reply is over ${MAX_REPLY} bytes`));
    else chunks.push(chunk);
  });
  response.once('end', () => {
    try {
      const output = readOutput(status, headers['x-amz-crc32'], Buffer.concat(chunks, size));
      resolve({ status, requestId: headers['x-amzn-requestid'] as string | undefined, output });
    } catch (error) {
      reject(error as Error);
    }
  });
  response.once('error', reject);
}

/** Closes the idle connections, and those in use once their reply has been read. */
function retire(agent: Agent): void {
  agent.maxFreeSockets = 0;
  for (const sockets of Object.values(agent.freeSockets)) {
    for (const socket of sockets ?? []) socket.destroy();
  }
}

/** A poster to one endpoint, `https://host` or `http://host:port`; loads only the protocol that it needs. */
export async function createPost(endpoint: URL): Promise<Post> {
  // An import of node:http would load Node's fetch too: 14 MB in each process of the local cloud.
  const isTls = endpoint.protocol === 'https:';
  const http = isTls ? await import('node:https') : process.getBuiltinModule('node:http');
  const newAgent = (): Agent => new http.Agent({ keepAlive: true, maxSockets: MAX_SOCKETS });
  const target: RequestOptions = {
    method: 'POST',
    host: endpoint.hostname.replace(/^\[|\]$/g, ''),
    port: endpoint.port,
    path: '/',
  };
  let pool = newAgent();

  /** The connections of a pool die together, as when Lambda was frozen: after one, the next request connects anew. */
  function replacePool(failed: Agent): void {
    if (failed !== pool) return;
    pool = newAgent();
    retire(failed);
  }

  return (headers, body, { timeoutMs, signal }) =>
    new Promise((resolve, reject) => {
      const agent = pool;
      const request = http.request({ ...target, agent, headers, signal }, (response) =>
        readReply(response, resolve, fail),
      );
      let connected = false;
      function fail(error: Error): void {
        if (signal?.aborted !== true) replacePool(agent);
        reject(error instanceof WrongReplyError ? error : new ConnectionError(error, connected));
      }
      const timer = setTimeout(
        () => request.destroy(new Error(`no whole reply within ${timeoutMs} ms`)),
        timeoutMs,
      );
      request.once('socket', (socket) => {
        if (!socket.connecting) connected = true;
        else socket.once('connect', () => (connected = true));
      });
      request.once('error', fail);
      request.once('close', () => clearTimeout(timer));
      request.end(body);
    });
}
