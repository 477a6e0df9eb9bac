// The scripts that preview and detect drift, with a fake `pulumi` and the project's own commands.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { run as runCommand } from '../../.github/scripts/commands.ts';
import { previewJson } from '../cli/domains/preview.ts';
import { fakePulumi, newProject, type Outputs } from './fake-pulumi.ts';
import { runScript, type ScriptResult } from './scripts.ts';

let folder: string;
beforeEach(() => {
  folder = newProject();
  for (const stack of ['staging', 'production'])
    write(`Pulumi.${stack}.yaml`, 'config:\n  aws:region: eu-west-1\n');
  write('summary.md', '');
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
const read = (name: string) => readFileSync(join(folder, name), 'utf8');
const existing = (...stacks: string[]) =>
  JSON.stringify(stacks.map((name) => ({ name: `organization/petstore/${name}` })));

const pulumi = (outputs: Outputs) => fakePulumi(folder, outputs);

function run(name: string, ...args: string[]): Promise<ScriptResult> {
  return runScript(name, args, folder, {
    PATH: [join(folder, 'bin'), process.env.PATH].join(delimiter),
    GITHUB_STEP_SUMMARY: join(folder, 'summary.md'),
  });
}

describe('the report of a pull request', () => {
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.test', ...args], { cwd: folder });
  const commit = () => {
    git('add', 'Pulumi.staging.yaml', 'Pulumi.production.yaml');
    git('commit', '-qm', 'x', '--allow-empty');
  };
  beforeEach(() => {
    git('init', '-q', '.');
    commit();
    commit();
  });

  test('without stacks: no Pulumi; the comment, the summary and the status', async () => {
    expect(await run('report.ts')).toEqual({ status: 0, output: '' });
    expect(read('comment.md')).toMatch(
      /^<!-- petstore: domains report -->\n\n### Domains of production: no change/,
    );
    expect(read('summary.md')).toBe(read('comment.md'));
  });

  test('with stacks: those that exist are previewed, and one that does not exist is named', async () => {
    const step = { op: 'create', type: 'aws:dynamodb/table:Table', name: 'pets' };
    pulumi({
      'stack ls --json': { out: existing('staging') },
      'preview --json --refresh --non-interactive --stack staging': {
        out: previewJson({ stack: 'staging', hosts: {}, steps: [step] }),
      },
    });
    expect((await run('preview.ts', 'staging')).status).toBe(0);
    const { status, output } = await run('preview.ts', 'production');
    expect(status).toBe(0);
    expect((await run('report.ts')).status).toBe(0);
    expect(output).toContain(
      '::notice::There is no stack "production" yet. Create it with: pulumi stack init',
    );
    expect(read('comment.md')).toContain('#### Resources of staging: 1 to create, 30 unchanged');
    expect(read('comment.md')).not.toContain('Resources of production');
  });

  test('where the preview fails, the report has the reason; unknown is not a success', async () => {
    pulumi({
      'stack ls': { out: existing('staging') },
      'preview --json': {
        status: 255,
        out: previewJson({ stack: 'staging', errors: ['error: no such key'] }),
      },
    });
    await run('preview.ts', 'staging');
    expect((await run('report.ts')).status).toBe(3);
    expect(read('comment.md')).toContain('#### ❓ Resources of staging: not known');
    expect(read('comment.md')).toContain('error: no such key');
  });

  test('the same where Pulumi cannot reach its backend', async () => {
    pulumi({});
    await run('preview.ts', 'staging');
    expect((await run('report.ts')).status).toBe(3);
    expect(read('comment.md')).toContain('#### ❓ Resources of staging: not known');
  });

  test('a command that cannot start counts as failed', () => {
    expect(runCommand('no-such-command', ['x'])).toEqual({ status: 127, stdout: '' });
  });

  test('a config with problems: its status, and the problems in the comment', async () => {
    write('Pulumi.staging.yaml', 'config:\n  aws:region: eu-west-1\n  petstore:plan: gold\n');
    expect((await run('report.ts')).status).toBe(2);
    expect(read('comment.md')).toContain('### ❌ Domains of staging: the config has 1 problem');
  });
});

describe('the detection of drift', () => {
  const outputs = { 'stack output --json --stack staging': { out: '{"hosts":{}}' } };

  test('a stack as declared: no file is written', async () => {
    pulumi({
      'stack ls': { out: existing('staging') },
      'preview --refresh': { out: '73 unchanged' },
      ...outputs,
    });
    expect(await run('drift.ts', 'staging')).toMatchObject({ status: 0 });
    expect(existsSync(join(folder, 'drift'))).toBe(false);
  });

  test('only the differences are written for the issue', async () => {
    const error = 'error: no changes were expected but changes were proposed';
    pulumi({
      'stack ls': { out: existing('staging', 'production') },
      'preview --refresh --expect-no-changes': { status: 1, out: `~ pets\n${error}\n` },
      ...outputs,
    });
    const { status, output } = await run('drift.ts', 'staging');
    expect(status).toBe(1);
    expect(output).toContain('staging declares no host');
    expect(read('drift/staging.txt')).toBe(`~ pets\n${error}\n`);
  });

  test('a stack that cannot be read counts as drift', async () => {
    pulumi({});
    expect((await run('drift.ts', 'staging')).status).toBe(1);
    expect(read('drift/staging.txt')).toContain('error: no backend: preview --refresh --expect-no-changes');
    expect(read('drift/staging.txt')).toContain('What stack staging has deployed is not known');
  });

  test('a stack that does not exist does not drift', async () => {
    pulumi({ 'stack ls': { out: existing('staging') } });
    expect(await run('drift.ts', 'production')).toMatchObject({ status: 0 });
  });
});
