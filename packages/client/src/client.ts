// A client of the pets API: one function for each operation of the contract.
import createFetchClient from 'openapi-fetch';
import type { paths } from './generated/contract.ts';
import { idempotencyKeyField, requestIdOf } from './headers.ts';
import { stringifyJson } from './json.ts';
import { createNoticeReporter, type Notice, warn } from './notices.ts';
import { nextCursor, type Page, type Pages, pagesOf } from './pages.ts';
import { errorOf, isDocument, isList, isRecord, type Received, readBody } from './response.ts';
import { type RetryOptions, withDefaults } from './retry.ts';
import { createSend } from './send.ts';
import type { NewOrder, NewPet, Order, OrderQuery, Pet, PetQuery, Result } from './types.ts';

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
  /** Milliseconds for the whole call, its waits included; it then rejects with a TimeoutError. */
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

/** An invalid header would be quoted, key and all, in the error of `fetch`. */
function checkKey(apiKey: string): void {
  if (typeof apiKey !== 'string' || !/^[!-~]+$/.test(apiKey))
    throw new TypeError('apiKey is not an API key: it is empty, or has other characters');
}

/** The platform's own error, "Invalid URL", names no option. What was given may be a key in the wrong place: it is not quoted. */
function checkedUrl(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (url && /^https?:$/.test(url.protocol)) return url.href;
  throw new TypeError('baseUrl is not a URL such as https://api.example.com/v1');
}

/** Requests of the contract, with the key; a response is one that succeeded, its body still text. */
function connect({ baseUrl, apiKey, retry, onNotice = warn, fetch = globalThis.fetch }: ClientOptions) {
  checkKey(apiKey);
  const retries = withDefaults(retry);
  const http = createFetchClient<paths>({ baseUrl: checkedUrl(baseUrl), bodySerializer: stringifyJson });
  const report = createNoticeReporter(onNotice);
  http.use({
    onRequest({ request }) {
      request.headers.set('authorization', `Bearer ${apiKey}`);
    },
    async onResponse({ request, response, schemaPath }) {
      report(`${request.method} ${schemaPath}`, response.headers);
      if (!response.ok) throw errorOf(request, response, await response.text());
    },
  });
  /** What every request of a call has. */
  const options = ({ signal, timeoutMs, retry: own }: RequestOptions) => ({
    parseAs: 'text' as const,
    signal: timeoutMs === undefined ? signal : withTimeout(timeoutMs, signal),
    fetch: createSend({ fetch, retry: withDefaults(own, retries) }),
  });
  return { http, options };
}

function withTimeout(timeoutMs: number, signal: AbortSignal | undefined): AbortSignal {
  const timeout = AbortSignal.timeout(timeoutMs);
  return signal === undefined ? timeout : AbortSignal.any([timeout, signal]);
}

const keyHeader = (idempotencyKey: string) => ({
  header: { 'Idempotency-Key': idempotencyKeyField(idempotencyKey) },
});

/** The body of a response, once its call has been told of it. */
function bodyOf<Body>(
  received: Received,
  expected: Parameters<typeof readBody>[1],
  { onResponse }: RequestOptions,
): Body {
  const body = readBody<Body>(received, expected);
  const { status, headers } = received.response;
  onResponse?.({
    status,
    requestId: requestIdOf(headers),
    isReplay: headers.get('idempotency-replayed') === 'true',
  });
  return body;
}

/** Throws TypeError for a `baseUrl` that is not absolute, and for an `apiKey` that can't be one. */
export function createClient(options: ClientOptions): Client {
  const { http, options: common } = connect(options);
  const listed = <Item>(received: Received, call: RequestOptions): Page<Item> => ({
    items: bodyOf<Item[]>(received, { is: isList }, call),
    next: nextCursor(received.response.headers),
  });

  return {
    listPets(query = {}, call = {}) {
      return pagesOf(async (cursor) => {
        const params = { query: { ...query, cursor } };
        return listed<Pet>(await http.GET('/pets', { ...common(call), params }), call);
      }, query.cursor);
    },

    async createPet(body, call = {}) {
      const { idempotencyKey = crypto.randomUUID() } = call;
      const params = keyHeader(idempotencyKey);
      const received = await http.POST('/pets', { ...common(call), params, body });
      return bodyOf<Result<'createPet'>>(received, { is: isRecord, idempotencyKey }, call);
    },

    async getPet(petId, call = {}) {
      const received = await http.GET('/pets/{petId}', { ...common(call), params: { path: { petId } } });
      return bodyOf<Result<'getPet'>>(received, { is: isRecord }, call);
    },

    listOrders(query = {}, call = {}) {
      return pagesOf(async (cursor) => {
        const params = { query: { ...query, cursor } };
        return listed<Order>(await http.GET('/store/orders', { ...common(call), params }), call);
      }, query.cursor);
    },

    async createOrder(body, call = {}) {
      const { idempotencyKey = crypto.randomUUID() } = call;
      const params = keyHeader(idempotencyKey);
      const received = await http.POST('/store/orders', { ...common(call), params, body });
      return bodyOf<Result<'createOrder'>>(received, { is: isRecord, idempotencyKey }, call);
    },

    async getContract(call = {}) {
      const received = await http.GET('/openapi.json', common(call));
      return bodyOf<Result<'getContract'>>(received, { is: isDocument, parse: JSON.parse }, call);
    },
  };
}
