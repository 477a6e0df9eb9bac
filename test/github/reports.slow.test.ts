// The scripts that report, as processes, against GitHub's API on the loopback and a fake `pulumi`: one comment and one issue, both
// their own, in which whatever others control is text.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join, relative } from 'node:path';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { beforeEach, describe, expect, test } from 'vitest';
import { COMMENT_MARKER } from '../../packages/custom-domains/src/output/index.ts';
import { obeyed } from '../../packages/custom-domains/test/output/runner.ts';
import { previewJson } from '../cli/domains/preview.ts';
import { temporaryFolder } from '../cli/folder.ts';
import { TOKEN } from './api.ts';
import { type Outputs, useJob } from './scripts.ts';

const commentMarker = String(COMMENT_MARKER);
const HOSTILE =
  '\u001b]0;x\u0007\u001b[2J\n::error::owned\r##[error]x \u202e[x](http://evil.test) <img src=x> @all www.evil.test GH-1';

const { job, write, read, pulumi, step: runStep } = useJob();
function existing(...stacks: string[]): Outputs {
  const names = stacks.map((stack) => ({ name: `organization/petstore/${stack}` }));
  return { 'stack ls --json': { out: JSON.stringify(names) } };
}
const step = (name: string, args: readonly string[] = [], env: Record<string, string> = {}) =>
  runStep(name, args, { ...job.api.environment, ...env });
/** In a run, GitHub obeys nothing between the two lines that stop commands. */
const inRun = { GITHUB_ACTIONS: 'true' };

/** The controls of a text that is displayed, but for the ends of lines. */
const CONTROLS = /(?!\n)\p{Cc}|[\u202e\u2028]/u;

/** Markdown as GitHub displays it: the only link is the one to the log. */
function expectHarmless(text: string): void {
  expect(text).toContain('\\x1b');
  expect(text).not.toMatch(CONTROLS);
  const github = { extensions: [gfm()], htmlExtensions: [gfmHtml()] };
  const html = micromark(text, { allowDangerousHtml: true, ...github });
  expect(html).not.toMatch(/<img|<h\d>owned/);
  expect([...html.matchAll(/href="([^"]*)"/g)].map(([, url]) => url)).toEqual(
    [...text.matchAll(/\[log\]\(([^)]*)\)/g)].map(([, url]) => url),
  );
  expect(html.replace(/<code>[^<]*<\/code>/g, '')).not.toMatch(/@all|GH-1|www\./);
}

function expectNotObeyed(output: string): void {
  expect(output).toMatch(/^::stop-commands::petstore-\w{32}\n(.*\n)?::petstore-\w{32}::\n$/s);
  const inside = output.split('\n').slice(1, -2).join('\n');
  expect(obeyed(inside)).toEqual([]);
  expect(inside).not.toMatch(CONTROLS);
}

describe('the comment', () => {
  const comment = (text = `${commentMarker}\n\n### Domains\n`) => {
    write('comment.md', text);
    return step('comment.ts', ['comment.md']);
  };

  test('is created once, and updated afterwards', async () => {
    expect(await comment()).toEqual({ status: 0, output: 'commented\n' });
    expect(await comment(`${commentMarker}\n\nnew`)).toMatchObject({ status: 0 });
    expect(job.api.comments.map(({ body }) => body)).toEqual([
      `${commentMarker}\n\nnew\n\n<sub>Of 012345678, whose author can change what is reported · [log](https://github.test/o/r/actions/runs/42)</sub>`,
    ]);
    expect(job.api.requests).toEqual([
      'GET /issues/7/comments',
      'POST /issues/7/comments',
      'GET /issues/7/comments',
      'PATCH /issues/comments/1000',
    ]);
  });

  test.each([
    [120, 2, 'updated comment 500\n'],
    [1_200, 10, 'commented\n'],
  ])('after %i others with the same marker it is searched for in %i pages', async (count, pages, output) => {
    const other = { user: { login: 'mallory' }, body: commentMarker };
    const others = Array.from({ length: count }, (_, index) => ({ ...other, id: index + 10_000 }));
    // A token of another app than GitHub's own.
    job.api.login = 'petstore[bot]';
    const own = { id: 500, user: { login: job.api.login }, body: `${commentMarker}\nold` };
    job.api.comments.push(...others, own);
    expect((await comment()).output).toBe(output);
    expect(job.api.requests.filter((one) => one.startsWith('GET'))).toHaveLength(pages);
  });

  test.each([
    ['no report', undefined],
    ['another text', '# not the report'],
    ["a report above GitHub's limit", `${commentMarker}\n${'x'.repeat(65_500)}`],
  ])('with %s: an older report does not appear to describe this commit', async (_, text) => {
    const { status } = await (text === undefined ? step('comment.ts', ['comment.md']) : comment(text));
    expect(status).toBe(0);
    expect(job.api.comments[0]?.body).toContain('### ❓ There is no report for this commit');
  });

  test('where GitHub refuses: its message, and no token; without a variable of the workflow: its name', async () => {
    job.api.refusal = { status: 403, message: 'Resource not accessible by integration' };
    const { status, output } = await comment();
    expect(status).toBe(1);
    expect(output).toMatch(/^::error::GitHub responded 403 to POST .*Resource not accessible by integration/);
    expect(output).not.toContain(TOKEN);
    const unset = '::error::NUMBER is not set: the workflow, or the action, sets it in env\n';
    expect(await step('comment.ts', ['comment.md'], { NUMBER: '' })).toEqual({ status: 1, output: unset });
  });

  test('takes no file in a folder that is a link, nor at a path that leaves the working folder', async () => {
    const text = `${commentMarker}\nx`;
    write('comment.md', text);
    symlinkSync(job.folder, join(job.folder, 'artifact'));
    const above = join(relative(job.folder, temporaryFolder({ 'comment.md': text })), 'comment.md');
    for (const path of ['artifact/comment.md', above, join(job.folder, 'comment.md')])
      expect((await step('comment.ts', [path])).output, path).toContain('was not read');
    expect(job.api.comments[0]?.body).toContain('There is no report for this commit');
  });
});

describe('the issue about drift', () => {
  const report = (RESULT: string) => step('drift-issue.ts', ['drift'], { RESULT });
  beforeEach(() => mkdirSync(join(job.folder, 'drift')));

  test('is opened, updated while a stack drifts, and closed afterwards; the next one is new', async () => {
    expect(await report('success')).toEqual({ status: 0, output: '' });
    expect(job.api.requests).toEqual(['GET /issues']);
    write('drift/staging.txt', 'first\n');
    expect((await report('failure')).output).toBe('opened an issue\n');
    write('drift/production.txt', 'second\n');
    expect((await report('failure')).output).toBe('updated issue 1000\n');
    expect(job.api.issues[0]?.body).toMatch(
      /### production\n\n {4}second\n.*### staging\n\n {4}first\n.*### What to do/s,
    );
    expect((await report('success')).output).toBe('closed issue 1000\n');
    expect(job.api.comments.map(({ body }) => body)).toEqual([
      'No stack drifts any more: [log](https://github.test/o/r/actions/runs/42)',
    ]);
    const title = 'The deployed stacks differ from main';
    expect(job.api.issues).toMatchObject([{ state: 'closed', title }]);
    expect((await report('failure')).output).toBe('opened an issue\n');
  });

  test("shows the engine's output as text, within GitHub's limit", async () => {
    const hostile = `\`\`\`\n</code></pre><img src=x> @all\n\n# owned\rx\n${HOSTILE}\n`.repeat(1_000);
    for (const stack of ['a', 'b']) write(`drift/${stack}.txt`, hostile);
    await report('failure');
    const body = job.api.issues[0]?.body ?? '';
    expect(body.length).toBeLessThan(65_536);
    expectHarmless(body);
  });

  test('reads no link, folder, long file or other name of an artifact: it is unknown whether a stack drifts', async () => {
    write('secret.txt', 'SECRET');
    symlinkSync(join(job.folder, 'secret.txt'), join(job.folder, 'drift/staging.txt'));
    mkdirSync(join(job.folder, 'drift/production.txt'));
    write('drift/long.txt', 'x'.repeat(2 * 1024 * 1024));
    write('drift/a\u001b[2J.txt', 'NAME');
    const { output } = await report('failure');
    expect(job.api.issues[0]?.body).toContain('it is unknown whether a stack drifts');
    expect(job.api.issues[0]?.body).not.toMatch(/SECRET|NAME/);
    expect(output.match(/::warning::drift\/\w+\.txt was not read: /g)).toHaveLength(3);
  });
});

describe('the comparison of a deployed stack', () => {
  const compared = (outputs: Outputs, stack = 'staging') => {
    pulumi(outputs);
    write('Pulumi.staging.yaml', 'config:\n  aws:region: eu-west-1\n');
    return step('drift.ts', [stack], inRun);
  };
  const outputs = { 'stack output --json --stack staging': { out: '{"hosts":{}}' } };

  const unchanged = { 'preview --refresh': { out: '73 unchanged' } };
  test.each<[string, Outputs, string]>([
    ['as declared', { ...existing('staging'), ...unchanged, ...outputs }, 'staging'],
    ['does not exist', existing('staging'), 'production'],
  ])('that is %s: no file is written', async (_, given, stack) => {
    expect(await compared(given, stack)).toMatchObject({ status: 0 });
    expect(existsSync(join(job.folder, 'drift'))).toBe(false);
  });

  test('only the differences are written for the issue; a message of a provider is text in the log', async () => {
    const preview = { 'preview --refresh --expect-no-changes': { status: 1, out: `~ pets ${HOSTILE}\n` } };
    const { status, output } = await compared({ ...existing('staging'), ...preview, ...outputs });
    expect(status).toBe(1);
    expect(output).toContain('staging declares no host');
    expectNotObeyed(output);
    expect(read('drift/staging.txt')).toBe(`~ pets ${HOSTILE}\n`);
  });

  test('a stack that cannot be read counts as drift', async () => {
    expect((await compared({})).status).toBe(1);
    expect(read('drift/staging.txt')).toContain('error: no backend: preview --refresh --expect-no-changes');
    expect(read('drift/staging.txt')).toContain('What stack staging has deployed is not known');
  });
});

describe('the report of a pull request', () => {
  const AUTHOR = ['-c', 'user.name=t', '-c', 'user.email=t@example.test'];
  const git = (...args: string[]) => execFileSync('git', [...AUTHOR, ...args], { cwd: job.folder });
  function commit(production: string): void {
    write('Pulumi.staging.yaml', 'config:\n  aws:region: eu-west-1\n');
    write('Pulumi.production.yaml', `config:\n  aws:region: eu-west-1\n${production}`);
    git('add', 'Pulumi.staging.yaml', 'Pulumi.production.yaml');
    git('commit', '-qm', 'x', '--allow-empty');
  }
  beforeEach(() => {
    git('init', '-q', '.');
    commit('');
  });

  test('previews the stacks that exist; where a preview fails it has the reason, and unknown is not a success', async () => {
    commit('');
    const created = { op: 'create', type: 'aws:dynamodb/table:Table', name: 'pets' };
    const staging = previewJson({ stack: 'staging', hosts: {}, steps: [created] });
    const production = previewJson({ stack: 'production', errors: ['error: no such key'] });
    pulumi({
      ...existing('staging', 'production'),
      'preview --json --refresh --non-interactive --stack staging': { out: staging },
      'preview --json --refresh --non-interactive --stack production': { status: 255, out: production },
    });
    for (const stack of ['staging', 'production']) expect((await step('preview.ts', [stack])).status).toBe(0);
    expect((await step('preview.ts', ['review'])).output).toContain(
      '::notice::There is no stack "review" yet. Create it with: pulumi stack init review',
    );
    expect((await step('report.ts')).status).toBe(3);
    expect(read('comment.md')).toContain('#### Resources of staging: 1 to create, 30 unchanged');
    expect(read('comment.md')).toContain('#### ❓ Resources of production: not known');
    expect(read('comment.md')).toContain('error: no such key');
    expect(read('comment.md')).not.toContain('Resources of review');
  });

  test('has the hosts alone of a stack whose zone needs a role: pull requests have none', async () => {
    const zone = 'petstore.dev: { provider: route53, role: "arn:aws:iam::210987654321:role/dns" }';
    commit(`  petstore:plan: pro\n  petstore:zones: { ${zone} }\n`);
    pulumi(existing('production'));
    const { status, output } = await step('preview.ts', ['production']);
    expect([status, output]).toEqual([0, expect.stringContaining('needs a role')]);
    expect((await step('report.ts')).status).toBe(0);
    expect(read('comment.md')).not.toContain('Resources of production');
  });

  test.each([
    ['key', `${JSON.stringify(`petstore:${HOSTILE}`)}: 1`],
    ['host', `petstore:api: { primary: ${JSON.stringify(`${HOSTILE}.example`)} }`],
  ])('shows a %s of its file as text, in the log, the summary and the comment', async (_, entry) => {
    commit(`  ${entry}\n`);
    const { status, output } = await step('report.ts', [], inRun);
    expect(status).toBe(2);
    expectNotObeyed(output);
    expectHarmless(read('comment.md'));
    expect(read('summary.md')).toBe(read('comment.md'));
    await step('comment.ts', ['comment.md']);
    expect(job.api.comments[0]?.body).toContain(read('comment.md').trimEnd());
  });
});
