// What others control, from where it comes in to where a person reads it: a provider's message and a pull request's file, through
// the scripts of the workflows, as processes, to the log, the comment and the issue.
import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { visible } from '../../packages/custom-domains/src/output/index.ts';
import { obeyed } from '../../packages/custom-domains/test/output/runner.ts';
import { runMain } from '../cli/domains/harness.ts';
import { type GitHubApi, startApi, TOKEN } from './api.ts';
import { fakePulumi, newProject } from './fake-pulumi.ts';
import { runScript, type ScriptResult } from './scripts.ts';
import { ROOT, read, workflowOf } from './workflows.ts';

const HOSTILE =
  '\u001b]0;x\u0007\u001b[2J\n::error::owned\r##[error]x \u202e[x](http://evil.test) <img src=x> @all www.evil.test GH-1';

let folder: string;
let api: GitHubApi;
beforeEach(async () => {
  folder = newProject();
  api = await startApi();
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  await api.close();
});

const write = (name: string, text: string) => writeFileSync(join(folder, name), text);

/** As in a run. */
const environment = (): Record<string, string> => ({
  PATH: [join(folder, 'bin'), process.env.PATH].join(delimiter),
  GITHUB_ACTIONS: 'true',
  GITHUB_STEP_SUMMARY: join(folder, 'summary.md'),
  GITHUB_API_URL: api.url,
  GITHUB_SERVER_URL: 'https://github.test',
  GITHUB_REPOSITORY: 'o/r',
  GITHUB_RUN_ID: '42',
  GH_TOKEN: TOKEN,
  NUMBER: '7',
  COMMIT: '0123456789abcdef',
});

function step(
  name: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<ScriptResult> {
  return runScript(name, args, folder, { ...environment(), ...env });
}

/** The controls of a text that is displayed, but for the ends of lines. */
const CONTROLS = /(?!\n)\p{Cc}|[\u202e\u2028]/u;

/** Markdown as GitHub displays it: the only link is the one to the log. */
function expectHarmless(text: string): void {
  expect(text).not.toMatch(CONTROLS);
  const html = micromark(text, {
    allowDangerousHtml: true,
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
  });
  expect(html).not.toContain('<img');
  expect([...html.matchAll(/href="([^"]*)"/g)].map(([, url]) => url)).toEqual(
    [...text.matchAll(/\[log\]\(([^)]*)\)/g)].map(([, url]) => url),
  );
  expect(html.replace(/<code>[^<]*<\/code>/g, '')).not.toMatch(/@all|GH-1|www\./);
}

test("a provider's message is text in the log of the run and in the issue about drift", async () => {
  fakePulumi(folder, {
    'stack ls': { out: JSON.stringify([{ name: 'o/petstore/staging' }]) },
    'preview --refresh': { status: 1, out: `~ pets ${HOSTILE}\n` },
  });
  const { status, output } = await step('drift.ts', ['staging']);
  expect(status).toBe(1);
  expect(output).toContain('\\x1b]0;x\\x07\\x1b[2J');
  expect(output).toMatch(/^::stop-commands::petstore-\w{32}\n.*\n::petstore-\w{32}::\n$/s);
  const inside = output.split('\n').slice(1, -2).join('\n');
  expect(obeyed(inside)).toEqual([]);
  expect(inside).not.toMatch(CONTROLS);
  await step('drift-issue.ts', ['drift'], { RESULT: 'failure' });
  const body = api.issues[0]?.body ?? '';
  expect(body).toContain(visible('\u001b]0;x\u0007\u001b[2J'));
  expectHarmless(body);
});

describe('a host and a key in the file of a pull request', () => {
  const file = (entry: string) => `config:\n  aws:region: eu-west-1\n  ${entry}\n`;
  const KEY = `${JSON.stringify(`petstore:${HOSTILE}`)}: 1`;
  const HOST = `petstore:api: { primary: ${JSON.stringify(`${HOSTILE}.example`)} }`;

  test.each([
    ['key', KEY],
    ['host', HOST],
  ])('a %s', async (_, entry) => {
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.test', ...args], { cwd: folder });
    write('Pulumi.production.yaml', file('petstore:plan: pro'));
    git('init', '-q', '.');
    git('add', 'Pulumi.production.yaml');
    git('commit', '-qm', 'x');
    write('Pulumi.production.yaml', file(entry));
    git('commit', '-qam', 'y');

    const checked = await runMain(['check', '--stack', 'production'], folder);
    expect(checked.status).toBe(2);
    expect(checked.err).toContain('\\x1b');
    expect(checked.err).not.toMatch(CONTROLS);

    const { status, output } = await step('report.ts', []);
    expect(status).toBe(2);
    expect(obeyed(output.split('\n').slice(1, -2).join('\n'))).toEqual([]);
    const report = readFileSync(join(folder, 'comment.md'), 'utf8');
    expect(report).toContain('\\x1b');
    expectHarmless(report);
    expect(readFileSync(join(folder, 'summary.md'), 'utf8')).toBe(report);
    await step('comment.ts', ['comment.md']);
    expect(api.comments[0]?.body).toContain(report.trimEnd());
  });
});

describe('an artifact of another job', () => {
  beforeEach(() => mkdirSync(join(folder, 'drift')));
  const issue = async () => {
    const { output } = await step('drift-issue.ts', ['drift'], { RESULT: 'failure' });
    return { output, body: api.issues[0]?.body ?? '' };
  };

  test('a link, a folder, a long file and another name are not read', async () => {
    write('secret.txt', 'SECRET');
    symlinkSync(join(folder, 'secret.txt'), join(folder, 'drift/staging.txt'));
    mkdirSync(join(folder, 'drift/production.txt'));
    write('drift/long.txt', 'x'.repeat(2 * 1024 * 1024));
    write('drift/a\u001b[2J.txt', 'NAME');
    const { output, body } = await issue();
    expect(body).toContain('it is unknown whether a stack drifts');
    expect(body).not.toMatch(/SECRET|NAME/);
    expect(output.match(/::warning::drift\/\w+\.txt was not read: /g)).toHaveLength(3);
  });

  test('a folder that is a link is not read, nor a path that leaves the working folder', async () => {
    write('comment.md', 'x');
    symlinkSync(folder, join(folder, 'artifact'));
    for (const path of ['artifact/comment.md', '../comment.md', join(folder, 'comment.md')]) {
      expect((await step('comment.ts', [path])).output, path).toContain('was not read');
    }
    expect(api.comments[0]?.body).toContain('There is no report for this commit');
  });

  test('a carriage return ends no block of the issue', async () => {
    write('drift/staging.txt', 'x\r# heading\r\r<img src=x> @all\r');
    expectHarmless((await issue()).body);
  });
});

describe('a job that writes to GitHub', () => {
  test.each([
    ['preview', 'comment', 'comment.ts', 'commented\n'],
    ['drift', 'issue', 'drift-issue.ts', 'opened an issue\n'],
  ])('%s %s checks out all that its script imports', async (workflow, job, script, printed) => {
    const steps = workflowOf(read(`.github/workflows/${workflow}.yml`)).jobs[job]?.steps ?? [];
    const sparse = String(
      steps.find(({ uses }) => uses?.startsWith('actions/checkout@'))?.with?.['sparse-checkout'],
    );
    const checkout = join(folder, 'checkout');
    for (const path of sparse.trim().split('\n'))
      cpSync(join(ROOT, path), join(checkout, path), { recursive: true });
    // Git's cone mode checks out the files of the top folder as well.
    cpSync(join(ROOT, 'package.json'), join(checkout, 'package.json'));
    const { stdout } = await promisify(execFile)(process.execPath, [`.github/scripts/${script}`, 'x'], {
      cwd: checkout,
      env: { ...environment(), RESULT: 'failure' },
    });
    expect(stdout).toContain(printed);
  });
});
