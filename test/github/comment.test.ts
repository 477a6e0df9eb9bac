// The scripts that write to GitHub, against its API on the loopback: one comment, one issue, and nobody else's.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { marked } from 'marked';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { commentMarker } from '../../cli/domains/formats/comment.ts';
import { type GitHubApi, startApi, token } from './api.ts';
import { newFolder, type Ran, runScript } from './scripts.ts';

let api: GitHubApi;
let folder: string;
beforeEach(async () => {
  api = await startApi();
  folder = newFolder();
});
afterEach(async () => {
  await api.close();
  rmSync(folder, { recursive: true });
});

function run(name: string, args: readonly string[], env: Record<string, string> = {}): Promise<Ran> {
  return runScript(name, args, folder, {
    GITHUB_API_URL: api.url,
    GITHUB_SERVER_URL: 'https://github.test',
    GITHUB_REPOSITORY: 'o/r',
    GITHUB_RUN_ID: '42',
    GH_TOKEN: token,
    NUMBER: '7',
    COMMIT: '0123456789abcdef',
    ...env,
  });
}

describe('the comment', () => {
  const comment = (text = `${commentMarker}\n\n### Domains\n`) => {
    writeFileSync(join(folder, 'comment.md'), text);
    return run('comment.ts', ['comment.md']);
  };

  test('is made once, and updated from then on', async () => {
    expect(await comment()).toEqual({ status: 0, output: 'commented\n' });
    expect(await comment(`${commentMarker}\n\nnew`)).toMatchObject({ status: 0 });
    expect(api.comments.map(({ body }) => body)).toEqual([
      `${commentMarker}\n\nnew\n\n<sub>Of 012345678 · [log](https://github.test/o/r/actions/runs/42)</sub>`,
    ]);
    expect(api.requests).toEqual([
      'GET /issues/7/comments',
      'POST /issues/7/comments',
      'GET /issues/7/comments',
      'PATCH /issues/comments/1000',
    ]);
  });

  test("is found behind a hundred others, and is not somebody else's with the same marker", async () => {
    const others = Array.from({ length: 120 }, (_, id) => ({
      id,
      user: { login: 'mallory' },
      body: commentMarker,
    }));
    api.comments.push(...others, {
      id: 500,
      user: { login: 'github-actions[bot]' },
      body: `${commentMarker}\nold`,
    });
    expect((await comment()).output).toBe('updated comment 500\n');
    expect(api.comments).toHaveLength(121);
  });

  test('is looked for in so many pages, and no more', async () => {
    const others = Array.from({ length: 1_200 }, (_, id) => ({ id, user: { login: 'mallory' }, body: 'x' }));
    api.comments.push(...others);
    await comment();
    expect(api.requests.filter((one) => one.startsWith('GET'))).toHaveLength(10);
  });

  test.each([
    ['no report', undefined],
    ['an empty one', ''],
    ['something else', '# not the report'],
    ['one that is longer than GitHub takes', `${commentMarker}\n${'x'.repeat(65_500)}`],
  ])('with %s: an older report does not stand as if it were of this commit', async (_, text) => {
    api.comments.push({ id: 5, user: { login: 'github-actions[bot]' }, body: `${commentMarker}\nold` });
    const { status } = await (text === undefined ? run('comment.ts', ['comment.md']) : comment(text));
    expect(status).toBe(0);
    expect(api.comments).toHaveLength(1);
    expect(api.comments[0]?.body).toContain('### ❓ There is no report of this commit');
  });

  test('where GitHub refuses: what it said, and no token', async () => {
    api.refuse(403, 'Resource not accessible by integration');
    const { status, output } = await comment();
    expect(status).toBe(1);
    expect(output).toMatch(/^::error::GitHub answered 403 to GET .*Resource not accessible by integration/);
    expect(output).not.toContain(token);
  });

  test('without what the workflow gives: which it is', async () => {
    const { status, output } = await run('comment.ts', ['comment.md'], { NUMBER: '' });
    expect(status).toBe(1);
    expect(output).toBe('::error::NUMBER is not set: the workflow gives it in env\n');
  });
});

describe('the issue of drift', () => {
  const tell = (RESULT: string) => run('drift-issue.ts', ['drift'], { RESULT });
  beforeEach(() => mkdirSync(join(folder, 'drift')));

  test('is opened, updated while it lasts, and closed after; the next one is new', async () => {
    writeFileSync(join(folder, 'drift/staging.txt'), 'first\n');
    expect((await tell('failure')).output).toBe('opened an issue\n');
    writeFileSync(join(folder, 'drift/production.txt'), 'second\n');
    expect((await tell('failure')).output).toBe('updated issue 1000\n');
    expect(api.issues).toHaveLength(1);
    const text = api.issues[0]?.body ?? '';
    expect(text.indexOf('### production\n\n    second')).toBeLessThan(
      text.indexOf('### staging\n\n    first'),
    );
    expect(text).toContain('### What to do');
    expect((await tell('success')).output).toBe('closed issue 1000\n');
    expect(api.comments.map(({ body }) => body)).toEqual([
      'Nothing drifts any more: [log](https://github.test/o/r/actions/runs/42)',
    ]);
    expect(api.issues[0]).toMatchObject({
      state: 'closed',
      title: 'What is deployed is not what main declares',
    });
    expect((await tell('failure')).output).toBe('opened an issue\n');
  });

  test('is not opened where all is well', async () => {
    expect(await tell('success')).toEqual({ status: 0, output: '' });
    expect(api.requests).toEqual(['GET /issues']);
  });

  test('says so where the look itself failed', async () => {
    await tell('failure');
    expect(api.issues[0]?.body).toContain(
      'The look itself failed, so it is not known whether anything drifts.',
    );
  });

  test("holds the engine's text as text, cut to what GitHub takes", async () => {
    const hostile = '```\n</code></pre><img src=x> @all\n\n# heading\n'.repeat(3_000);
    for (const stack of ['a', 'b']) writeFileSync(join(folder, `drift/${stack}.txt`), hostile);
    await tell('failure');
    const text = api.issues[0]?.body ?? '';
    expect(text.length).toBeLessThan(65_536);
    const html = marked.parse(text, { async: false });
    expect(html).not.toContain('<img');
    expect(html.match(/<h\d/g)).toHaveLength(3);
  });
});
