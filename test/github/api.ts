// The part of GitHub's API that the scripts use, on the loopback: comments and issues of one repository, in pages.
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect } from 'vitest';
import { listen } from '../cli/listen.ts';

interface Item {
  readonly id: number;
  /** In the address of an issue; a comment has its id there. */
  readonly number?: number;
  readonly user: { readonly login: string };
  body: string;
  state?: string;
}

export type GitHubApi = Awaited<ReturnType<typeof startApi>>;

/** `deploy` is the one workflow with approvals. */
const RUNS = '/actions/workflows/deploy.yml/runs';
export const TOKEN = 'ghs_secretsecretsecret';

export async function startApi() {
  const api = {
    comments: [] as Item[],
    issues: [] as Item[],
    /** Numbers of the runs that wait for an approval, the newest first. */
    waiting: [] as number[],
    /** Whose the token is. */
    login: 'github-actions[bot]',
    /** `PATCH /issues/1`, in order. */
    requests: [] as string[],
    /** From now on, every request gets this response. */
    refusal: undefined as { readonly status: number; readonly message: string } | undefined,
  };
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://api.test');
    const path = url.pathname.replace('/repos/o/r', '');
    const given = await text(request);
    if (path !== '/graphql') api.requests.push(`${request.method} ${path}`);
    const allowed = request.headers.authorization === `Bearer ${TOKEN}`;
    const { status, ...value } = allowed ? (api.refusal ?? { status: 200 }) : { status: 401 };
    const respond = () => answer(request.method ?? '', path, url.searchParams, given && JSON.parse(given));
    response.writeHead(status).end(JSON.stringify(status === 200 ? respond() : value));
  });

  function answer(method: string, path: string, query: URLSearchParams, body: Partial<Item>): unknown {
    if (path === '/graphql') return { data: { viewer: { login: api.login } } };
    if (path.startsWith('/actions/')) {
      expect([path, query.get('status'), query.get('branch')]).toEqual([RUNS, 'waiting', 'main']);
      return { workflow_runs: api.waiting.map((run_number) => ({ run_number })) };
    }
    const items = path.includes('comments') ? api.comments : api.issues;
    if (method === 'GET') return pageOf(items, query);
    const id = 1_000 + items.length;
    const created = { id, user: { login: api.login }, body: '', state: 'open', ...body };
    if (method === 'POST') return items.push(items === api.issues ? { ...created, number: id } : created);
    return Object.assign(items.find((item) => path.endsWith(`/${item.id}`)) ?? {}, body);
  }

  const port = await listen(server);
  /** The variables of a run that writes to it. */
  const environment = {
    ...{ GITHUB_API_URL: `http://127.0.0.1:${port}`, GITHUB_GRAPHQL_URL: `http://127.0.0.1:${port}/graphql` },
    ...{ GITHUB_SERVER_URL: 'https://github.test', GITHUB_REPOSITORY: 'o/r', GITHUB_RUN_ID: '42' },
    ...{ GH_TOKEN: TOKEN, NUMBER: '7', COMMIT: '0123456789abcdef' },
  };
  return Object.assign(api, { environment });
}

function pageOf(items: readonly Item[], query: URLSearchParams): readonly Item[] {
  const size = Number(query.get('per_page'));
  const start = (Number(query.get('page')) - 1) * size;
  const state = query.get('state');
  return items.filter((item) => state === null || item.state === state).slice(start, start + size);
}
