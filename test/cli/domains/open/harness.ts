// The domains page of a project folder, and a client that sends any header to it: no browser, so nothing is refused before.
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { SharedOptions } from '../../../../cli/domains/context.ts';
import type { Io } from '../../../../cli/domains/io.ts';
import { servePage } from '../../../../cli/domains/open/server/listen.ts';
import { silentIo } from '../harness.ts';

interface RequestOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly form?: Readonly<Record<string, string>>;
}

export type OpenPage = Awaited<ReturnType<typeof openDomains>>;

export async function openDomains(folder: string, options: SharedOptions = {}, given: Partial<Io> = {}) {
  const stop = new AbortController();
  const io = { ...silentIo(folder, stop.signal), ...given };
  const page = await servePage(folder, io, options);
  const url = new URL(page.url);
  const raw = (path: string, sent: RequestOptions = {}) => exchange(url, path, sent);
  const cookie = `session=${url.searchParams.get('token')}`;
  return {
    /** As printed. */
    url,
    cookie,
    /** Exactly these headers, beside Host. */
    raw,
    /** As a browser that has the session sends it from the page itself. */
    send: (path: string, sent: RequestOptions = {}) => {
      const own = { cookie, origin: url.origin, 'sec-fetch-site': 'same-origin' };
      return raw(path, { ...sent, headers: { ...own, ...sent.headers } });
    },
    close: async () => {
      stop.abort();
      await page.close();
    },
  };
}

/** The name is not looked up: it is for the browser, which knows that it is the loopback. */
export async function exchange(url: URL, path: string, { method, headers, form }: RequestOptions) {
  const body = form && new URLSearchParams(form).toString();
  const type = body !== undefined && { 'content-type': 'application/x-www-form-urlencoded' };
  const outgoing = request({
    ...{ host: '127.0.0.1', port: url.port, path, agent: false },
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: { host: url.host, ...type, ...headers },
    signal: AbortSignal.timeout(10_000),
  }).end(body);
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  const chunks = await response.setEncoding('utf8').toArray();
  return { status: response.statusCode ?? 0, headers: response.headers, body: chunks.join('') };
}

export const OLD = 'old.petstore.example';
export const API = 'api.petstore.example';
/** The stack's own zone: the records of its API are right, and another one is at OLD. */
export const OWN_ZONE = {
  on: ['127.0.0.21', '127.0.0.22'],
  records: [
    `${API} CNAME d-1.execute-api.example`,
    `_v.${API} CNAME _x.acm-validations.aws`,
    `${OLD} 600 A 192.0.2.1`,
  ],
};

export const pathOf = (host: string) => `/stacks/production/hosts/${host}`;

/** The texts of the elements with a class, without markup. */
export function texts(body: string, pattern: RegExp): string[] {
  return [...body.matchAll(pattern)].map(([, text = '']) => text.replace(/<[^>]*>/g, '').trim());
}
