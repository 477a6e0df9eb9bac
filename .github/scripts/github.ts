// A script as a step of a run: its log, its variables, and the part of GitHub's REST API (https://docs.github.com/rest) that the
// workflows need. It has no dependency: a job whose token can write runs no `npm ci`, and checks out only what its script imports.
import { appendFileSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { createActionsLog } from '../../packages/custom-domains/src/output/index.ts';

/** Whatever a script prints goes through here, and what it starts: between the two lines of this, GitHub obeys no command. */
export const log = createActionsLog(
  (text) => void process.stdout.write(text),
  process.env.GITHUB_ACTIONS === 'true',
);
process.on('exit', () => log.close());

/** Adds to a file that GitHub reads after the step, where there is one. */
export function append(variable: 'GITHUB_OUTPUT' | 'GITHUB_STEP_SUMMARY', text: string): void {
  const file = process.env[variable];
  if (file) appendFileSync(file, text);
}

const TIMEOUT_MS = 20_000;
const PER_PAGE = 100;
/** 1,000 comments or issues; beyond that, a new comment is created. */
const MAX_PAGES = 10;

/** An environment variable that the workflow's `env` or GitHub sets. */
export function variable(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === '')
    throw new Error(`${name} is not set: the workflow, or the action, sets it in env`);
  return value;
}

type Method = 'GET' | 'POST' | 'PATCH';

/** `path` is below the repository: `/issues/1/comments`. Throws with GitHub's message where it refuses. */
export function send(method: Method, path: string, body?: object): Promise<unknown> {
  const base = `${variable('GITHUB_API_URL')}/repos/${variable('GITHUB_REPOSITORY')}`;
  return request(method, base + path, path, body);
}

async function request(method: Method, url: string, path: string, body?: object): Promise<unknown> {
  const response = await fetch(url, {
    method,
    headers: {
      authorization: `Bearer ${variable('GH_TOKEN')}`,
      accept: 'application/vnd.github+json',
      'x-github-api-version': '2022-11-28',
    },
    body: body === undefined ? null : JSON.stringify(body),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const text = await response.text();
  if (!response.ok)
    throw new Error(`GitHub responded ${response.status} to ${method} ${path}: ${text.slice(0, 300)}`);
  return text === '' ? undefined : JSON.parse(text);
}

/** A comment, or an issue, which has a number. */
interface Item {
  readonly id: number;
  readonly number?: number;
  readonly body: string | null;
  readonly user: { readonly login: string } | null;
}

/** Whose the token is: the REST API does not tell a token of an app, such as a job's, its own name. */
async function ownLogin(): Promise<string> {
  const query = { query: '{ viewer { login } }' };
  const { data } = (await request('POST', variable('GITHUB_GRAPHQL_URL'), '/graphql', query)) as {
    readonly data: { readonly viewer: { readonly login: string } };
  };
  return data.viewer.login;
}

/** The number of the first item in the list at `path` that the token's owner wrote and whose text starts with the marker. */
export async function findOwn(path: string, marker: string): Promise<number | undefined> {
  const own = await ownLogin();
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const query = `${path.includes('?') ? '&' : '?'}per_page=${PER_PAGE}&page=${page}`;
    const items = (await send('GET', path + query)) as Item[];
    // The author counts, because anybody can write the marker.
    const found = items.find(({ body, user }) => user?.login === own && body?.startsWith(marker));
    if (found !== undefined) return found.number ?? found.id;
    if (items.length < PER_PAGE) return undefined;
  }
  return undefined;
}

/** The address of this run's log. */
export function runUrl(): string {
  return `${variable('GITHUB_SERVER_URL')}/${variable('GITHUB_REPOSITORY')}/actions/runs/${variable('GITHUB_RUN_ID')}`;
}

/** Of one file, in bytes: more than any text that is shown of it. */
const MAX_BYTES = 1024 * 1024;

/** Undefined, with a warning, where it is not a plain file below the working folder: a pull request's code may have written it. */
export function readArtifact(path: string): string | undefined {
  try {
    // A link in the path, or `..`, leads elsewhere.
    const isBelow = !normalize(path).startsWith('..') && realpathSync(path) === join(realpathSync('.'), path);
    if (!isBelow) throw new Error('it is not in its own folder');
    const stats = statSync(path);
    if (!stats.isFile()) throw new Error('it is not a file');
    if (stats.size > MAX_BYTES) throw new Error(`it has more than ${MAX_BYTES} bytes`);
    return readFileSync(path, 'utf8');
  } catch (error) {
    log.annotate('warning', `${path} was not read: ${(error as Error).message}`);
    return undefined;
  }
}

/** Runs a script: an error becomes an annotation of the run and a failed step. */
export async function main(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    log.annotate('error', error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}
