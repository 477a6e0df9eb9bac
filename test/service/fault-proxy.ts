// A TCP server in front of DynamoDB that fails as networks and services do: it decides for each request, and for the
// idle connections, what becomes of them.
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { createDynamo, type Dynamo } from '../../service/dynamo/client.ts';

/** What happens to one request. */
export type Fault =
  | 'pass'
  /** The connection is reset when the request has arrived, before DynamoDB has it. */
  | 'reset'
  /** Nothing ever comes back, and DynamoDB does not have the request. */
  | 'silent'
  /** DynamoDB does what it is told; its answer is lost with the connection. */
  | 'lose-answer'
  /** The same, and half of the answer arrives. */
  | 'cut-answer'
  /** The same, and one character of the answer is another. */
  | 'change-answer'
  /** The request reaches DynamoDB only then, whether somebody still waits or not. */
  | { readonly after: Promise<unknown> }
  /** The answer takes as long, in milliseconds. */
  | { readonly slow: number }
  /** This is the answer; DynamoDB does not have the request. */
  | { readonly status: number; readonly body: string };

export interface FaultProxy {
  readonly endpoint: string;
  /** A client of DynamoDB behind the proxy. */
  dynamo(options: { readonly timeoutMs: number }): Dynamo;
  /** The operations that arrived. */
  readonly calls: string[];
  /** Resolves when DynamoDB has answered all that arrived, also where the caller no longer waits for it. */
  settled(): Promise<void>;
  /** Connections that were accepted. */
  connections(): number;
  /** The faults of the requests to come, in turn; the last one stays. */
  plan(...faults: readonly Fault[]): void;
  /** Connections that are idle now die: closed, or without a sign of it. */
  kill(how: 'closed' | 'silently'): void;
  /** Nobody listens at the port until the returned function is called. */
  refuse(): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

interface Received {
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** The first whole request among the bytes; undefined where more must come. */
function parseRequest(bytes: Buffer): Received | undefined {
  const text = bytes.toString('utf8');
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const lines = text.slice(0, end).split('\r\n').slice(1);
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  );
  const body = text.slice(end + 4);
  return Buffer.byteLength(body) < Number(headers['content-length']) ? undefined : { headers, body };
}

async function forward(endpoint: string, { headers, body }: Received): Promise<string> {
  const onward = httpRequest(endpoint, { method: 'POST', headers, agent: false });
  onward.end(body);
  const [answer] = (await once(onward, 'response')) as [IncomingMessage];
  let text = '';
  for await (const chunk of answer.setEncoding('utf8')) text += chunk;
  const crc32 = answer.headers['x-amz-crc32'];
  return format(answer.statusCode ?? 500, text, crc32 === undefined ? [] : [`x-amz-crc32: ${crc32}`]);
}

function format(status: number, body: string, headers: readonly string[] = []): string {
  const length = `content-length: ${Buffer.byteLength(body)}`;
  return [
    `HTTP/1.1 ${status} Status`,
    'content-type: application/x-amz-json-1.0',
    length,
    ...headers,
    '',
    body,
  ].join('\r\n');
}

/** The same answer, still JSON, with another letter in its last value. */
function change(answer: string): string {
  const at = answer.lastIndexOf('}');
  return `${answer.slice(0, at)} ${answer.slice(at)}`.replace(
    /content-length: (\d+)/,
    (_, n) => `content-length: ${Number(n) + 1}`,
  );
}

export async function openFaultProxy(endpoint: string): Promise<FaultProxy> {
  const calls: string[] = [];
  const sockets = new Set<Socket>();
  const dead = new WeakSet<Socket>();
  const answering = new Set<Promise<void>>();
  let planned: readonly Fault[] = ['pass'];
  let accepted = 0;

  function nextFault(): Fault {
    const [fault = 'pass', ...rest] = planned;
    if (rest.length > 0) planned = rest;
    return fault;
  }

  async function answer(socket: Socket, received: Received): Promise<void> {
    calls.push(received.headers['x-amz-target']?.split('.').at(-1) ?? '');
    const fault = nextFault();
    if (fault === 'silent') return;
    if (fault === 'reset') return void socket.resetAndDestroy();
    if (typeof fault === 'object' && 'status' in fault)
      return void socket.write(format(fault.status, fault.body));
    if (typeof fault === 'object' && 'after' in fault) await fault.after;
    const reply = await forward(endpoint, received);
    if (fault === 'lose-answer') return void socket.resetAndDestroy();
    if (fault === 'cut-answer') return void socket.end(reply.slice(0, -1));
    if (typeof fault === 'object' && 'slow' in fault) await wait(fault.slow);
    socket.write(fault === 'change-answer' ? change(reply) : reply);
  }

  const server = createServer((socket) => {
    accepted += 1;
    sockets.add(socket);
    let bytes = Buffer.alloc(0);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
    socket.on('data', (chunk) => {
      if (dead.has(socket)) return;
      bytes = Buffer.concat([bytes, chunk]);
      const received = parseRequest(bytes);
      if (received === undefined) return;
      bytes = Buffer.alloc(0);
      const answered = answer(socket, received).finally(() => answering.delete(answered));
      answering.add(answered);
    });
  });
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  const stop = () => {
    for (const socket of sockets) socket.resetAndDestroy();
    return new Promise((done) => server.close(done));
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const own = `http://127.0.0.1:${port}`;
  return {
    endpoint: own,
    dynamo({ timeoutMs }) {
      const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
      return createDynamo({ region: 'eu-west-1', credentials, endpoint: own, timeoutMs });
    },
    calls,
    async settled() {
      await Promise.all(answering);
    },
    connections: () => accepted,
    plan(...faults) {
      planned = faults;
    },
    kill(how) {
      for (const socket of sockets) {
        if (how === 'closed') socket.resetAndDestroy();
        else dead.add(socket);
      }
    },
    async refuse() {
      await stop();
      return () => listen(port);
    },
    async close() {
      await stop();
    },
  };
}
