// The part of GitHub's API that the scripts use, on the loopback: comments and issues of one repository, in pages.
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Item {
  /** In the address of a comment. */
  readonly id: number;
  /** In the address of an issue. */
  readonly number?: number;
  readonly user: { readonly login: string };
  body: string;
  title?: string;
  state?: string;
}

export interface GitHubApi {
  readonly url: string;
  readonly comments: Item[];
  readonly issues: Item[];
  /** `PATCH /issues/1`, in order. */
  readonly requests: string[];
  /** From now on, every request gets this response. */
  refuse(status: number, message: string): void;
  close(): Promise<void>;
}

const BOT = { login: 'github-actions[bot]' };
export const TOKEN = 'ghs_secretsecretsecret';

export async function startApi(): Promise<GitHubApi> {
  const comments: Item[] = [];
  const issues: Item[] = [];
  const requests: string[] = [];
  let refusal: { status: number; message: string } | undefined;

  function respond(method: string, url: URL, body: Partial<Item>): { status: number; value: unknown } {
    const path = url.pathname.replace('/repos/o/r', '');
    const items = path.includes('comments') ? comments : issues;
    const [, id] = /^\/issues\/(?:comments\/)?(\d+)$/.exec(path) ?? [];
    if (method === 'GET' && /^\/issues(\/7\/comments)?$/.test(path))
      return { status: 200, value: page(items, url) };
    if (method === 'POST' && /^\/issues(\/\d+\/comments)?$/.test(path)) {
      const created: Item = { id: items.length + 1_000, user: BOT, body: '', state: 'open', ...body };
      items.push(items === issues ? { ...created, number: created.id } : created);
      return { status: 201, value: created };
    }
    const found = items.find((item) => String(item.id) === id);
    if (method !== 'PATCH' || found === undefined) return { status: 404, value: { message: 'Not Found' } };
    return { status: 200, value: Object.assign(found, body) };
  }

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://api.test');
    requests.push(`${request.method} ${url.pathname.replace('/repos/o/r', '')}`);
    const allowed = request.headers.authorization === `Bearer ${TOKEN}`;
    const refused = allowed ? refusal : { status: 401, message: 'Bad credentials' };
    const { status, value } = refused
      ? { status: refused.status, value: { message: refused.message } }
      : respond(request.method ?? '', url, await bodyOf(request));
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    comments,
    issues,
    requests,
    refuse: (status, message) => {
      refusal = { status, message };
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function page(items: readonly Item[], url: URL): readonly Item[] {
  const size = Number(url.searchParams.get('per_page'));
  const start = (Number(url.searchParams.get('page')) - 1) * size;
  const state = url.searchParams.get('state');
  return items.filter((item) => state === null || item.state === state).slice(start, start + size);
}

async function bodyOf(request: IncomingMessage): Promise<Partial<Item>> {
  const text = Buffer.concat(await request.toArray()).toString();
  return text === '' ? {} : (JSON.parse(text) as Partial<Item>);
}
