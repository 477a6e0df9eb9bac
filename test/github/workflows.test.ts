// The workflows: valid by GitHub's own parser, pinned, with least permissions, and nothing for a fork to take.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { runMain } from '../cli/domains-world.ts';
import { loadParser } from './workflow-parser.ts';
import {
  actionFiles,
  pinViolations,
  ROOT,
  read,
  type Step,
  scriptViolations,
  workflowFiles,
  workflowOf,
  workflowViolations,
} from './workflows.ts';

let errorsOf: Awaited<ReturnType<typeof loadParser>>;
beforeAll(async () => {
  errorsOf = await loadParser();
});

const workflows = workflowFiles.map((file) => workflowOf(read(file)));
const sharedSteps = actionFiles.flatMap((file) => parse(read(file)).runs.steps as Step[]);
const steps = [
  ...workflows.flatMap(({ jobs }) => Object.values(jobs).flatMap((job) => job.steps ?? [])),
  ...sharedSteps,
];

describe('each workflow', () => {
  test.each(workflowFiles)("%s is valid by GitHub's own parser", async (file) => {
    expect(await errorsOf(file, read(file))).toEqual([]);
  });

  test.each(workflowFiles)('%s keeps every rule', (file) => {
    expect(workflowViolations(workflowOf(read(file)))).toEqual([]);
  });

  test.each([...workflowFiles, ...actionFiles])('%s: actions are pinned by commit', (file) => {
    expect(read(file)).toMatch(/uses: /);
    expect(pinViolations(read(file))).toEqual([]);
  });
});

test('shared steps hold no secret, and no expression in a script', () => {
  expect(sharedSteps.length).toBeGreaterThan(0);
  expect(scriptViolations(sharedSteps)).toEqual([]);
  expect(JSON.stringify(sharedSteps)).not.toContain('secrets.');
});

test('each job has these permissions, and no other', () => {
  const table = workflows.flatMap(({ name, jobs }) =>
    Object.entries(jobs).map(([id, { permissions }]) => `${name} ${id}: ${show(permissions)}`),
  );
  expect(table).toEqual([
    'ci test: contents read',
    'ci local: contents read',
    'deploy ci: contents read',
    'deploy staging: contents read, id-token write',
    'deploy production: contents read, id-token write',
    'drift look: contents read, id-token write',
    'drift issue: contents read, issues write',
    'preview report: contents read',
    'preview preview: contents read, id-token write',
    'preview comment: contents read, pull-requests write',
  ]);
});

function show(permissions: Readonly<Record<string, string>> = {}): string {
  return Object.entries(permissions)
    .map((entry) => entry.join(' '))
    .join(', ');
}

test('an action has one version everywhere', () => {
  const pins = new Set(steps.flatMap(({ uses }) => (uses?.includes('@') ? [uses] : [])));
  expect(pins.size).toBe(new Set([...pins].map((pin) => pin.split('@')[0])).size);
});

test('deployments wait for each other, and are never stopped half way; previews give way to newer ones', () => {
  const by = (name: string) => workflows.find((one) => one.name === name);
  for (const stack of ['staging', 'production']) {
    expect(by('deploy')?.jobs[stack]).toMatchObject({
      environment: stack,
      concurrency: { group: `deploy-${stack}`, 'cancel-in-progress': false },
    });
  }
  expect(by('deploy')?.jobs.production?.needs).toBe('staging');
  expect(by('deploy')?.jobs.staging?.needs).toBe('ci');
  expect(by('preview')?.concurrency).toMatchObject({ 'cancel-in-progress': true });
});

describe('what the workflows run is there', () => {
  const scripts = steps.flatMap(({ run }) => run?.split('\n') ?? []);

  test('npm scripts, files and subcommands', async () => {
    const known = JSON.parse(read('package.json')).scripts as Record<string, string>;
    const named = scripts.flatMap((line) => /\bnpm (?:run )?(?!run\b|ci\b)(\w+)/.exec(line)?.[1] ?? []);
    expect(new Set(named)).toEqual(new Set(['check', 'test', 'local', 'domains']));
    for (const name of named) expect(known).toHaveProperty(name);
    const files = scripts.flatMap((line) => /\bnode (\S+)/.exec(line)?.[1] ?? []);
    expect(files.length).toBeGreaterThan(3);
    for (const file of files) expect(existsSync(join(ROOT, file)), file).toBe(true);
    expect((await runMain(['status', '--help'], ROOT)).out).toContain('--stack');
  });

  test('the Pulumi CLI is of the version of the SDK', () => {
    const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
    const action = sharedSteps.find(({ uses }) => uses?.startsWith('pulumi/actions@'));
    expect(action?.with?.['pulumi-version']).toBe(lock.packages['node_modules/@pulumi/pulumi'].version);
  });

  test('dependencies are installed before there are credentials', () => {
    const index = (test: (step: Step) => boolean | undefined) => sharedSteps.findIndex(test);
    const credentials = index(({ uses }) => uses?.startsWith('aws-actions/'));
    expect(index(({ run }) => run?.startsWith('npm ci'))).toBeLessThan(credentials);
    expect(credentials).toBe(sharedSteps.length - 1);
  });
});
