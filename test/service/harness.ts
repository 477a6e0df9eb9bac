// A whole service for the tests: tables in dynalite, keys, and the app behind a real HTTP server.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createApp } from '../../service/app.ts';
import { parseJson } from '../../service/http/json.ts';
import { createIdempotency } from '../../service/idempotency/once.ts';
import { createKeyAdmin } from '../../service/keys/index.ts';
import { createKeyLookup } from '../../service/keys/lookup.ts';
import { contract } from '../../service/openapi.ts';
import { createOrderStore } from '../../service/orders/store.ts';
import { createPetStore } from '../../service/pets/store.ts';
import type { FunctionSettings } from '../../service/tables.ts';
import { type LocalDynamo, startDynamo } from './dynalite.ts';
import type { RequestLine } from './event.ts';

/** How many records a page may have, as the contract has it. */
export const PAGE: Readonly<Record<'minimum' | 'maximum' | 'default', number>> = JSON.parse(contract).paths[
  '/pets'
].get.parameters.find(({ name }: { name: string }) => name === 'limit').schema;

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
}

export type Door = Awaited<ReturnType<typeof openApp>>;
export type Fixture = Awaited<ReturnType<typeof createWorld>>;

export async function createWorld(shards = 1, dynamo?: LocalDynamo) {
  const local = dynamo ?? (await startDynamo());
  const tables = await local.createTables();
  const settings: FunctionSettings = { tables, shards, keyPrefix: 'pets_test_', beta: true };
  const clock = { now: Date.now() };
  const admin = createKeyAdmin(local.dynamo, tables.keys, () => clock.now);
  const { key } = await admin.createKey({ name: 'tests', prefix: 'pets_test_' });
  const store = createPetStore(local.dynamo, { table: tables.pets, shards, clock: () => clock.now });
  /** What `stop` closes first. */
  const closing: (() => Promise<void>)[] = [];
  /** What was logged, by the app or the function. */
  const lines: string[] = [];
  const stop = async () => {
    for (const close of closing) await close();
    await local.stop();
  };
  return { ...local, settings, store, admin, key, lines, clock, closing, stop };
}

/** In place of the gateway's: a new id, and the address as the client sent it. */
const gatewayOf = ({ headers, socket }: IncomingMessage) => ({
  requestId: randomUUID(),
  origin: `${'encrypted' in socket ? 'https' : 'http'}://${headers.host}`,
});

/** The app on the world's tables; `parts` in place of its own. */
export function appOf({ dynamo, settings, store, clock: time, lines }: Fixture, parts: AppParts = {}) {
  const clock = () => time.now;
  const { tables, shards, keyPrefix: prefix } = settings;
  const keys = createKeyLookup(dynamo, { table: tables.keys, prefix, clock });
  const idempotency = createIdempotency(dynamo, tables.idempotency, clock);
  const orders = createOrderStore(dynamo, { table: tables.orders, petsTable: tables.pets, shards, clock });
  const log = (line: string) => lines.push(line);
  return createApp({ store, keys, idempotency, orders, clock, log, gatewayOf, ...parts });
}

type AppParts = Partial<Parameters<typeof createApp>[0]>;

/** The same on a loopback port. */
export async function openApp(fixture: Fixture, parts?: AppParts, app = appOf(fixture, parts)) {
  const server = createServer(app);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  fixture.closing.push(async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });
  async function ask({ method, target, headers = {}, body }: RequestLine): Promise<Reply> {
    const request = httpRequest({ port, host: '127.0.0.1', method, path: target, agent: false });
    for (const [name, value] of Object.entries(headers))
      if (value !== undefined) request.setHeader(name, value as string | string[]);
    request.end(body);
    const [message] = (await once(request, 'response')) as [IncomingMessage];
    const received = Object.entries(message.headers).map(([name, value]) => [name, value?.toString()]);
    const status = message.statusCode ?? 0;
    return { status, headers: Object.fromEntries(received), text: await text(message) };
  }
  return {
    origin: `http://127.0.0.1:${port}`,
    ask,
    /** With the world's key, and a JSON body where one is given. */
    send(method: string, target: string, body?: string | Buffer, headers: RequestLine['headers'] = {}) {
      const type: RequestLine['headers'] = body === undefined ? {} : { 'content-type': 'application/json' };
      const own = { authorization: `Bearer ${fixture.key}`, ...type };
      return ask({ method, target, body, headers: { ...own, ...headers } });
    },
  };
}

/** Creates an animal. */
export function creating(name: string) {
  return { method: 'POST', target: '/v1/pets', body: `{"name":"${name}","categoryId":1}` };
}

/** Of a refusal. */
export const codeOf = (reply: Reply) => (JSON.parse(reply.text) as { code?: string }).code;

/** The body, whole numbers as bigint. */
export function bodyOf(reply: Reply): unknown {
  return parseJson(reply.text);
}
