// A client of the pets API: one function for each operation of the contract.
import createFetchClient from 'openapi-fetch';
import type { paths } from './generated/contract.ts';
import { idempotencyKeyField } from './headers.ts';
import { stringifyJson } from './json.ts';
import { createNoticeReporter, type Notice, warn } from './notices.ts';
import { nextCursor, type Pages, pagesOf } from './pages.ts';
import { errorOf, readBody } from './response.ts';
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
  if (!/^[!-~]+$/.test(apiKey))
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
  const send = createSend({ fetch, retry: withDefaults(retry) });
  const http = createFetchClient<paths>({
    baseUrl: checkedUrl(baseUrl),
    fetch: send,
    bodySerializer: stringifyJson,
  });
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
  return http;
}

function keyHeader({ idempotencyKey = crypto.randomUUID() }: CreateOptions) {
  return { header: { 'Idempotency-Key': idempotencyKeyField(idempotencyKey) } };
}

/** Throws TypeError for a `baseUrl` that is not absolute, and for an `apiKey` that can't be one. */
export function createClient(options: ClientOptions): Client {
  const http = connect(options);
  const asText = ({ signal }: RequestOptions) => ({ parseAs: 'text' as const, signal });

  return {
    listPets(query = {}, options = {}) {
      return pagesOf(async (cursor) => {
        const received = await http.GET('/pets', {
          ...asText(options),
          params: { query: { ...query, cursor } },
        });
        const items = readBody<Result<'listPets'>>(received);
        return { items, next: nextCursor(received.response.headers) };
      }, query.cursor);
    },

    async createPet(body, options = {}) {
      const received = await http.POST('/pets', { ...asText(options), params: keyHeader(options), body });
      return readBody<Result<'createPet'>>(received);
    },

    async getPet(petId, options = {}) {
      const received = await http.GET('/pets/{petId}', { ...asText(options), params: { path: { petId } } });
      return readBody<Result<'getPet'>>(received);
    },

    listOrders(query = {}, options = {}) {
      return pagesOf(async (cursor) => {
        const params = { query: { ...query, cursor } };
        const received = await http.GET('/store/orders', { ...asText(options), params });
        const items = readBody<Result<'listOrders'>>(received);
        return { items, next: nextCursor(received.response.headers) };
      }, query.cursor);
    },

    async createOrder(body, options = {}) {
      const received = await http.POST('/store/orders', {
        ...asText(options),
        params: keyHeader(options),
        body,
      });
      return readBody<Result<'createOrder'>>(received);
    },

    async getContract(options = {}) {
      const received = await http.GET('/openapi.json', asText(options));
      return readBody<Result<'getContract'>>(received, JSON.parse);
    },
  };
}
