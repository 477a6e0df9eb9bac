// GitHub's REST API (https://docs.github.com/rest), as far as the workflows need it. No dependency: a job whose token
// writes runs no `npm ci`.

export interface Answer {
  readonly [field: string]: unknown;
}

const timeoutMs = 20_000;
const perPage = 100;
/** 1,000 comments or issues: who has more has other troubles than a report that is made anew. */
const mostPages = 10;

/** What a workflow gives in its `env`, or GitHub by itself. */
export function given(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === '')
    throw new Error(`${name} is not set: the workflow gives it in env`);
  return value;
}

/** `path` is below the repository: `/issues/1/comments`. Throws with what GitHub said where it refuses. */
export async function send(method: 'GET' | 'POST' | 'PATCH', path: string, body?: Answer): Promise<unknown> {
  const url = `${given('GITHUB_API_URL')}/repos/${given('GITHUB_REPOSITORY')}${path}`;
  const response = await fetch(url, {
    method,
    headers: {
      authorization: `Bearer ${given('GH_TOKEN')}`,
      accept: 'application/vnd.github+json',
      'x-github-api-version': '2022-11-28',
    },
    body: body === undefined ? null : JSON.stringify(body),
    signal: AbortSignal.timeout(timeoutMs),
  });
  const text = await response.text();
  if (!response.ok)
    throw new Error(`GitHub answered ${response.status} to ${method} ${path}: ${text.slice(0, 300)}`);
  return text === '' ? undefined : JSON.parse(text);
}

/** The first in the list at `path` that the workflows wrote, told by the marker that its text starts with. */
export async function findOwn(path: string, marker: string): Promise<number | undefined> {
  for (let page = 1; page <= mostPages; page += 1) {
    const query = `${path.includes('?') ? '&' : '?'}per_page=${perPage}&page=${page}`;
    const items = (await send('GET', path + query)) as Answer[];
    const found = items.find(({ body, user }) => isOwn(user) && String(body).startsWith(marker));
    if (found !== undefined) return Number(found.number ?? found.id);
    if (items.length < perPage) return undefined;
  }
  return undefined;
}

/** Anybody can write the marker. */
function isOwn(user: unknown): boolean {
  return (user as Answer | null)?.login === 'github-actions[bot]';
}

/** Where the log of this run is. */
export function runUrl(): string {
  return `${given('GITHUB_SERVER_URL')}/${given('GITHUB_REPOSITORY')}/actions/runs/${given('GITHUB_RUN_ID')}`;
}

/** Ends the process: what fails is an annotation of the run, and a failed step. */
export async function main(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    console.log(`::error::${text.replace(/%/g, '%25').replace(/\r?\n/g, '%0A')}`);
    process.exitCode = 1;
  }
}
