// The scripts that write to GitHub, against its API on the loopback: one comment and one issue, both their own.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { marked } from 'marked';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { commentMarker } from '../../cli/domains/formats/comment.ts';
import { type GitHubApi, startApi, TOKEN } from './api.ts';
import { newFolder, runScript, type ScriptResult } from './scripts.ts';

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

function run(name: string, args: readonly string[], env: Record<string, string> = {}): Promise<ScriptResult> {
  return runScript(name, args, folder, {
    GITHUB_API_URL: api.url,
    GITHUB_SERVER_URL: 'https://github.test',
    GITHUB_REPOSITORY: 'o/r',
    GITHUB_RUN_ID: '42',
    GH_TOKEN: TOKEN,
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

  test('is created once, and updated afterwards', async () => {
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

  test("is found after a hundred others; somebody else's with the same marker is not taken for it", async () => {
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

  test('the search for it reads at most ten pages', async () => {
    const others = Array.from({ length: 1_200 }, (_, id) => ({ id, user: { login: 'mallory' }, body: 'x' }));
    api.comments.push(...others);
    await comment();
    expect(api.requests.filter((one) => one.startsWith('GET'))).toHaveLength(10);
  });

  test.each([
    ['no report', undefined],
    ['an empty report', ''],
    ['another text', '# not the report'],
    ["a report above GitHub's limit", `${commentMarker}\n${'x'.repeat(65_500)}`],
  ])('with %s: an older report does not appear to describe this commit', async (_, text) => {
    api.comments.push({ id: 5, user: { login: 'github-actions[bot]' }, body: `${commentMarker}\nold` });
    const { status } = await (text === undefined ? run('comment.ts', ['comment.md']) : comment(text));
    expect(status).toBe(0);
    expect(api.comments).toHaveLength(1);
    expect(api.comments[0]?.body).toContain('### ❓ There is no report for this commit');
  });

  test('where GitHub refuses: its message, and no token', async () => {
    api.refuse(403, 'Resource not accessible by integration');
    const { status, output } = await comment();
    expect(status).toBe(1);
    expect(output).toMatch(/^::error::GitHub responded 403 to GET .*Resource not accessible by integration/);
    expect(output).not.toContain(TOKEN);
  });

  test('without a variable of the workflow: its name', async () => {
    const { status, output } = await run('comment.ts', ['comment.md'], { NUMBER: '' });
    expect(status).toBe(1);
    expect(output).toBe('::error::NUMBER is not set: the workflow sets it in env\n');
  });
});

describe('the issue about drift', () => {
  const report = (RESULT: string) => run('drift-issue.ts', ['drift'], { RESULT });
  beforeEach(() => mkdirSync(join(folder, 'drift')));

  test('is opened, updated while a stack drifts, and closed afterwards; the next one is new', async () => {
    writeFileSync(join(folder, 'drift/staging.txt'), 'first\n');
    expect((await report('failure')).output).toBe('opened an issue\n');
    writeFileSync(join(folder, 'drift/production.txt'), 'second\n');
    expect((await report('failure')).output).toBe('updated issue 1000\n');
    expect(api.issues).toHaveLength(1);
    const text = api.issues[0]?.body ?? '';
    expect(text.indexOf('### production\n\n    second')).toBeLessThan(
      text.indexOf('### staging\n\n    first'),
    );
    expect(text).toContain('### What to do');
    expect((await report('success')).output).toBe('closed issue 1000\n');
    expect(api.comments.map(({ body }) => body)).toEqual([
      'No stack drifts any more: [log](https://github.test/o/r/actions/runs/42)',
    ]);
    expect(api.issues[0]).toMatchObject({
      state: 'closed',
      title: 'The deployed stacks differ from main',
    });
    expect((await report('failure')).output).toBe('opened an issue\n');
  });

  test('is not opened without drift', async () => {
    expect(await report('success')).toEqual({ status: 0, output: '' });
    expect(api.requests).toEqual(['GET /issues']);
  });

  test('reports a comparison that failed', async () => {
    await report('failure');
    expect(api.issues[0]?.body).toContain(
      'The comparison itself failed, so it is unknown whether a stack drifts.',
    );
  });

  test("shows the engine's output as text, within GitHub's limit", async () => {
    const hostile = '```\n</code></pre><img src=x> @all\n\n# heading\n'.repeat(3_000);
    for (const stack of ['a', 'b']) writeFileSync(join(folder, `drift/${stack}.txt`), hostile);
    await report('failure');
    const text = api.issues[0]?.body ?? '';
    expect(text.length).toBeLessThan(65_536);
    const html = marked.parse(text, { async: false });
    expect(html).not.toContain('<img');
    expect(html.match(/<h\d/g)).toHaveLength(3);
  });
});
