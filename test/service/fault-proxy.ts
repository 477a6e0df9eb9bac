// A server in front of DynamoDB that fails as networks and services do: it decides for each request, and for the idle
// connections, what becomes of them, and notes what was asked.
import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { createDynamo, type Dynamo } from '../../service/dynamo/client.ts';
import type { StoredItem } from './dynalite.ts';

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

/** DynamoDB's own refusal; `more` of its body. */
export function refusal(type: string, more: object = {}, status = 400) {
  const body = { __type: `com.amazonaws.dynamodb.v20120810#${type}`, message: 'no', ...more };
  return { status, body: JSON.stringify(body) };
}

export interface NotedCall {
  readonly operation: string;
  readonly input: {
    readonly TableName: string;
    readonly IndexName?: string;
    readonly ConsistentRead?: boolean;
    readonly Item?: StoredItem;
    readonly TransactItems?: readonly Readonly<Record<string, NotedCall['input']>>[];
  };
}

/** The members of a transaction, as the operations whose rights they need; another call as it is. */
export function membersOf(call: NotedCall): readonly NotedCall[] {
  const members = call.input.TransactItems?.flatMap((member) => Object.entries(member)) ?? [];
  return members.length === 0
    ? [call]
    : members.map(([kind, input]) => ({ operation: `${kind}Item`, input }));
}

export type FaultProxy = Awaited<ReturnType<typeof openFaultProxy>>;

async function forward(endpoint: string, { headers }: IncomingMessage, body: Buffer) {
  const onward = httpRequest(endpoint, { method: 'POST', headers, agent: false });
  onward.end(body);
  const [answer] = (await once(onward, 'response')) as [IncomingMessage];
  return { status: answer.statusCode ?? 500, headers: answer.headers, body: await buffer(answer) };
}

export async function openFaultProxy(endpoint: string) {
  const calls: string[] = [];
  const noted: NotedCall[] = [];
  const sockets = new Set<Socket>();
  const dead = new WeakSet<Socket>();
  const answering = new Set<Promise<unknown>>();
  let planned: readonly Fault[] = ['pass'];
  let accepted = 0;

  function nextFault(): Fault {
    const [fault = 'pass', ...rest] = planned;
    if (rest.length > 0) planned = rest;
    return fault;
  }

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const { socket } = request;
    const asked = await buffer(request);
    if (dead.has(socket)) return;
    const operation = String(request.headers['x-amz-target']).split('.').at(-1) ?? '';
    calls.push(operation);
    noted.push({ operation, input: JSON.parse(String(asked)) });
    const fault = nextFault();
    if (fault === 'silent') return;
    if (fault === 'reset') return socket.resetAndDestroy();
    if (typeof fault === 'object' && 'status' in fault)
      return response.writeHead(fault.status).end(fault.body);
    if (typeof fault === 'object' && 'after' in fault) await fault.after;
    const { status, headers, body } = await forward(endpoint, request, asked);
    if (fault === 'lose-answer') return socket.resetAndDestroy();
    if (fault === 'cut-answer') {
      response.writeHead(status, headers).write(body.subarray(0, -1));
      return socket.end();
    }
    if (typeof fault === 'object' && 'slow' in fault) await wait(fault.slow);
    // Still JSON, but not what DynamoDB computed its checksum of.
    const changed = fault === 'change-answer' ? Buffer.concat([body, Buffer.from(' ')]) : body;
    return response.writeHead(status, { ...headers, 'content-length': changed.length }).end(changed);
  }

  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    const answered = answer(request, response).finally(() => answering.delete(answered));
    answering.add(answered);
  });
  server.on('connection', (socket) => {
    accepted += 1;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
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
    /** A client of DynamoDB behind the proxy. */
    dynamo({ timeoutMs }: { readonly timeoutMs: number }): Dynamo {
      const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
      return createDynamo({ region: 'eu-west-1', credentials, endpoint: own, timeoutMs });
    },
    /** The operations that arrived. */
    calls,
    /** The same, with their inputs. */
    noted,
    /** Resolves when DynamoDB has answered all that arrived, also where the caller no longer waits for it. */
    async settled() {
      await Promise.all(answering);
    },
    /** Connections that were accepted. */
    connections: () => accepted,
    /** The faults of the requests to come, in turn; the last one stays. */
    plan(...faults: readonly Fault[]) {
      planned = faults;
    },
    /** Connections that are idle now die: closed, or without a sign of it. */
    kill(how: 'closed' | 'silently') {
      for (const socket of sockets) {
        if (how === 'closed') socket.resetAndDestroy();
        else dead.add(socket);
      }
    },
    /** Nobody listens at the port until the returned function is called. */
    async refuse() {
      await stop();
      return () => listen(port);
    },
    async close() {
      await stop();
      // What arrived at last is done before DynamoDB itself stops.
      await Promise.allSettled(answering);
    },
  };
}
