// The workflows are valid by GitHub's own parser, pinned, with least permissions, and give forks no secret.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { runMain } from '../cli/domains/harness.ts';
import { loadParser } from './workflow-parser.ts';
import {
  actionFiles,
  commandViolations,
  type Job,
  pinViolations,
  ROOT,
  read,
  type Step,
  scriptViolations,
  sharedSteps,
  stepsOf,
  workflowFiles,
  workflowOf,
  workflowViolations,
} from './workflows.ts';

let errorsOf: Awaited<ReturnType<typeof loadParser>>;
beforeAll(async () => {
  errorsOf = await loadParser();
});

const workflows = workflowFiles.map((file) => workflowOf(read(file)));
const steps = [
  ...workflows.flatMap(({ jobs }) => Object.values(jobs).flatMap((job) => job.steps ?? [])),
  ...sharedSteps,
];

describe('each workflow', () => {
  test.each(workflowFiles)("%s is valid by GitHub's own parser", async (file) => {
    expect(await errorsOf(file, read(file))).toEqual([]);
  });

  test.each(workflowFiles)('%s has no violation', (file) => {
    expect(workflowViolations(workflowOf(read(file)))).toEqual([]);
  });

  test.each([...workflowFiles, ...actionFiles])('%s: actions are pinned by commit', (file) => {
    expect(read(file)).toMatch(/uses: /);
    expect(pinViolations(read(file))).toEqual([]);
  });
});

test('shared steps have no secret, and no expression in a script', () => {
  expect(sharedSteps.length).toBeGreaterThan(0);
  expect(scriptViolations(sharedSteps)).toEqual([]);
  expect(JSON.stringify(sharedSteps)).not.toContain('secrets.');
});

test('shared steps run no engine whose output GitHub would obey', () => {
  expect(commandViolations(sharedSteps)).toEqual([]);
});

describe('the step that updates', () => {
  const { jobs } = workflowOf(read('.github/workflows/deploy.yml'));
  const updateOf = (id: string) => jobs[id]?.steps?.find(({ run }) => run?.includes('pulumi up'))?.run ?? '';

  test.each([
    ['staging', 0],
    ['production', 3],
  ])("%s: between its two lines, GitHub obeys nothing, and the status is the engine's: %i", (id, status) => {
    const folder = mkdtempSync(join(tmpdir(), 'petstore-step-'));
    writeFileSync(join(folder, 'pulumi'), `#!/bin/sh\necho "::error::$1"\nexit ${status}\n`, { mode: 0o755 });
    mkdirSync(join(folder, 'plan'));
    writeFileSync(join(folder, 'plan/time'), '2026-11-22T12:00:00.000Z\n');
    const env = { PATH: [folder, process.env.PATH].join(delimiter) };
    const options = { cwd: folder, env, encoding: 'utf8' } as const;
    const runs = [1, 2].map(() => spawnSync('bash', ['-eo', 'pipefail', '-c', updateOf(id)], options));
    rmSync(folder, { recursive: true });
    const tokens = runs.map((run) => {
      expect(run.status).toBe(status);
      const [, stop, end] = /^::stop-commands::(\w{32})\n::error::up\n::(\w{32})::\n$/.exec(run.stdout) ?? [];
      expect(stop).toBe(end);
      return stop;
    });
    expect(new Set(tokens)).toHaveLength(2);
  });
});

test('each job has exactly these permissions', () => {
  const table = workflows.flatMap(({ name, jobs }) =>
    Object.entries(jobs).map(([id, { permissions }]) => `${name} ${id}: ${show(permissions)}`),
  );
  expect(table).toEqual([
    'build build: contents read',
    'ci test: contents read',
    'ci local: contents read',
    'ci supply-chain: contents read',
    'ci contract: contents read',
    'ci engine: contents read',
    'dependency-review dependency-review: contents read',
    'deploy ci: contents read',
    'deploy build: contents read',
    'deploy staging: contents read, id-token write',
    'deploy plan: contents read, id-token write',
    'deploy production: contents read, id-token write',
    'drift build: contents read',
    'drift detect: contents read, id-token write',
    'drift issue: contents read, issues write',
    'preview report: contents read',
    'preview build: contents read',
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

test('deployments wait for each other and are never cancelled; a newer preview cancels an older one', () => {
  const by = (name: string) => workflows.find((one) => one.name === name);
  for (const stack of ['staging', 'production']) {
    expect(by('deploy')?.jobs[stack]).toMatchObject({
      environment: stack,
      concurrency: { group: `deploy-${stack}`, 'cancel-in-progress': false },
    });
  }
  expect(by('deploy')?.jobs.production?.needs).toEqual(['plan', 'build']);
  expect(by('deploy')?.jobs.plan?.needs).toEqual(['staging', 'build']);
  expect(by('deploy')?.jobs.staging?.needs).toEqual(['ci', 'build']);
  expect(by('preview')?.concurrency).toMatchObject({ 'cancel-in-progress': true });
});

describe('a job ends before its credentials do', () => {
  const stepsGiven = (job: Job) => (job.steps ?? []).map((step) => step.with ?? {});
  const defaultSeconds = () => parse(read('.github/actions/setup/action.yml')).inputs.seconds.default;
  const jobs = workflows.flatMap(({ name, jobs }) =>
    Object.entries(jobs).map(([id, job]) => [`${name} ${id}`, job] as const),
  );
  const roles = jobs.filter(([, job]) => job.permissions?.['id-token'] === 'write');

  test('these jobs can assume a role', () => {
    expect(roles.map(([name]) => name)).toEqual([
      'deploy staging',
      'deploy plan',
      'deploy production',
      'drift detect',
      'preview preview',
    ]);
  });

  test.each(roles)('%s', (_, job) => {
    const setup = job.steps?.find(({ uses }) => uses === '$/.github/actions/setup');
    const seconds = Number(setup?.with?.seconds ?? defaultSeconds());
    expect(seconds).toBeGreaterThanOrEqual(900);
    expect(Number(job['timeout-minutes']) * 60).toBeLessThan(seconds);
  });

  test('without a role, no credentials are requested', () => {
    expect(sharedSteps.find(({ uses }) => uses?.startsWith('aws-actions/'))?.if).toBe("inputs.role != ''");
    const without = jobs.filter(([, job]) => job.permissions?.['id-token'] !== 'write');
    expect(without.flatMap(([, job]) => stepsGiven(job)).filter((given) => 'role' in given)).toEqual([]);
  });
});

describe('one failure does not stop the rest', () => {
  const deploy = workflows.find(({ name }) => name === 'deploy');
  const commands = (id: string) =>
    stepsOf(deploy?.jobs[id] ?? {}).flatMap(({ run }) => run?.split('\n') ?? []);

  test('the engine continues after an error', () => {
    expect(deploy?.env).toEqual({ PULUMI_CONTINUE_ON_ERROR: 'true' });
  });

  test('the site of staging is checked after a failed update too, with the events of that update', () => {
    const site = deploy?.jobs.staging?.steps?.find(({ id }) => id === 'site');
    expect(site?.if).toMatch(/!cancelled\(\)/);
    const log = commands('staging').flatMap((line) => /--event-log (\S+)/.exec(line)?.[1] ?? []);
    expect(log).toEqual(['events.jsonl']);
    expect(site?.run).toMatch(new RegExp(`/site\\.ts staging ${log[0]}$`));
  });

  test('production is deployed with the approved plan only', () => {
    const planned =
      deploy?.jobs.plan?.steps?.findIndex(({ run }) => run?.includes('plan.ts production')) ?? -1;
    expect(deploy?.jobs.plan?.steps?.[planned + 1]).toMatchObject({ id: 'upload', with: { path: 'plan/' } });
    expect(deploy?.jobs.plan?.environment).toBeUndefined();
    const downloads = deploy?.jobs.production?.steps?.filter(({ uses }) =>
      uses?.includes('download-artifact@'),
    );
    const artifact = `\${{ needs.plan.outputs.artifact }}`;
    expect(downloads?.map((step) => step.with)).toContainEqual({ 'artifact-ids': artifact, path: 'plan' });
    const scripts = stepsOf(deploy?.jobs.production ?? {}).flatMap(({ run }) => run ?? []);
    const update = scripts.findIndex((script) => /^pulumi up/m.test(script));
    expect(scripts[update]).toMatch(/^pulumi up --refresh .* --plan plan\/update\.json$/m);
    expect(scripts[update]).not.toContain('--skip-preview');
    expect(scripts[update - 1]).toMatch(/\/plan-holds\.ts production$/);
  });
});

describe('everything that the workflows run exists', () => {
  const scripts = steps.flatMap(({ run }) => run?.split('\n') ?? []);

  test('npm scripts, files and subcommands', async () => {
    const known = JSON.parse(read('package.json')).scripts as Record<string, string>;
    const named = scripts.flatMap(
      (line) => /\bnpm (?:run )?(?!run\b|ci\b|audit\b)([\w:]+)/.exec(line)?.[1] ?? [],
    );
    expect(new Set(named)).toEqual(
      new Set(['check', 'test', 'test:slow', 'test:engine', 'local', 'domains']),
    );
    for (const name of named) expect(known).toHaveProperty(name);
    const files = scripts.flatMap((line) => /\bnode (?:--\S+ )*(\S+)/.exec(line)?.[1] ?? []);
    expect(files.length).toBeGreaterThan(3);
    for (const file of files) expect(existsSync(join(ROOT, file)), file).toBe(true);
    expect((await runMain(['status', '--help'], ROOT)).out).toContain('--stack');
  });

  test('the Pulumi CLI has the version of the SDK', () => {
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
