// A client of the pets API: one function for each operation of the contract.
import { idempotencyKeyField, randomKey, requestIdOf } from './headers.ts';
import { createNoticeReporter, type Notice, warn } from './notices.ts';
import { type Page, type Pages, pagesOf } from './pages.ts';
import { type Expected, errorOf, isDocument, isList, isRecord, readBody, stringifyJson } from './response.ts';
import { type RetryOptions, send, withDefaults } from './retry.ts';
import type { NewOrder, NewPet, Order, OrderQuery, Pet, PetQuery } from './types.ts';

export interface ClientOptions {
  /** `https://api.example.com/v1`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly retry?: RetryOptions;
  /** Once for each operation that is deprecated or in beta, with its first response. By default a warning of Node's. */
  readonly onNotice?: (notice: Notice) => void;
  /** By default that of the platform. */
  readonly fetch?: typeof globalThis.fetch;
}

export interface RequestOptions {
  /** Ends the call, its waits included; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Milliseconds for the whole call, its waits included; it then rejects with a NoResponseError. */
  readonly timeoutMs?: number;
  /** In place of the client's, member by member. */
  readonly retry?: RetryOptions;
  /** Learns of the response of a call that succeeds; of a list, for each page. */
  readonly onResponse?: (response: ResponseInfo) => void;
}

export interface ResponseInfo {
  readonly status: number;
  /** Include it when you report a problem. */
  readonly requestId: string | undefined;
  /** The service gave the response of an earlier request with the same idempotency key. */
  readonly isReplay: boolean;
}

export interface CreateOptions extends RequestOptions {
  /** Of an earlier call of the same, whose response was lost. By default a new one. */
  readonly idempotencyKey?: string;
}

/** Each function rejects with ApiError, NoResponseError or UnexpectedResponseError; a create is never done twice. */
export interface Client {
  /** Newest first. */
  listPets(query?: PetQuery, options?: RequestOptions): Pages<Pet>;
  createPet(pet: NewPet, options?: CreateOptions): Promise<Pet>;
  /** @deprecated Use `listPets` with `status`. */
  getPet(petId: bigint, options?: RequestOptions): Promise<Pet>;
  /** Newest first. In beta. */
  listOrders(query?: OrderQuery, options?: RequestOptions): Pages<Order>;
  /** In beta. */
  createOrder(order: NewOrder, options?: CreateOptions): Promise<Order>;
  /** The OpenAPI document of the service, its numbers as JavaScript's. */
  getContract(options?: RequestOptions): Promise<Record<string, unknown>>;
}

/** The platform's own error, "Invalid URL", names no option. What was given may be a key in the wrong place: it is not quoted. */
function checkedUrl(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (url && /^https?:$/.test(url.protocol)) return url.origin + url.pathname.replace(/\/$/, '');
  throw new TypeError('baseUrl is not a URL such as https://api.example.com/v1');
}

interface Sent extends Expected {
  readonly method: 'GET' | 'POST';
  /** As in the contract: `/pets/{petId}`. */
  readonly path: string;
  readonly petId?: bigint;
  readonly query?: object;
  readonly body?: object;
}

/** Throws TypeError for a `baseUrl` that is not absolute, and for an `apiKey` that can't be one. */
export function createClient(options: ClientOptions): Client {
  const { apiKey, onNotice = warn, fetch = globalThis.fetch } = options;
  // An invalid header would be quoted, key and all, in the error of `fetch`.
  if (typeof apiKey !== 'string' || !/^[!-~]+$/.test(apiKey))
    throw new TypeError('apiKey is not an API key: it is empty, or has other characters');
  const baseUrl = checkedUrl(options.baseUrl);
  const retries = withDefaults(options.retry);
  const report = createNoticeReporter(onNotice);

  /** The body of a response that succeeded, once the call has been told of it, with the response's headers. */
  async function request<Body>(sent: Sent, call: RequestOptions): Promise<{ body: Body; headers: Headers }> {
    const { method, path, idempotencyKey } = sent;
    const url = new URL(baseUrl + path.replace('{petId}', String(sent.petId)));
    for (const [name, value] of Object.entries(sent.query ?? {}))
      if (value !== undefined) url.searchParams.set(name, String(value));
    const headers = new Headers({ authorization: `Bearer ${apiKey}` });
    if (sent.body !== undefined) headers.set('content-type', 'application/json');
    if (idempotencyKey !== undefined) headers.set('idempotency-key', idempotencyKeyField(idempotencyKey));
    const body = sent.body === undefined ? undefined : stringifyJson(sent.body);
    const options = { ...call, fetch, retry: withDefaults(call.retry, retries), idempotencyKey };
    const received = await send(url, { method, headers, body }, options);
    report(`${method} ${path}`, received.headers);
    if (!received.isOk) throw errorOf(received, idempotencyKey);
    const result = readBody<Body>(received, sent);
    const isReplay = received.headers.get('idempotency-replayed') === 'true';
    call.onResponse?.({ status: received.status, requestId: requestIdOf(received.headers), isReplay });
    return { body: result, headers: received.headers };
  }

  const read = async <Body>(sent: Sent, call: RequestOptions) => (await request<Body>(sent, call)).body;

  const list = <Item>(path: string, query: PetQuery | OrderQuery, call: RequestOptions): Pages<Item> =>
    pagesOf(async (cursor): Promise<Page<Item>> => {
      const sent = { method: 'GET', path, query: { ...query, cursor }, is: isList } as const;
      const { body: items, headers } = await request<Item[]>(sent, call);
      return { items, next: headers.get('next-cursor') ?? undefined };
    }, query.cursor);

  function create<Created>(path: string, body: object, call: CreateOptions): Promise<Created> {
    const { idempotencyKey = randomKey() } = call;
    return read({ method: 'POST', path, body, idempotencyKey, is: isRecord }, call);
  }

  return {
    listPets: (query = {}, call = {}) => list('/pets', query, call),
    createPet: (pet, call = {}) => create('/pets', pet, call),
    getPet: (petId, call = {}) => read({ method: 'GET', path: '/pets/{petId}', petId, is: isRecord }, call),
    listOrders: (query = {}, call = {}) => list('/store/orders', query, call),
    createOrder: (order, call = {}) => create('/store/orders', order, call),
    getContract: (call = {}) =>
      read({ method: 'GET', path: '/openapi.json', is: isDocument, parse: JSON.parse }, call),
  };
}
