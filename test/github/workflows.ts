// The project's workflows as data, and the rules for each: a rule returns its violations as sentences.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

export const ROOT = join(import.meta.dirname, '../..');

export interface Step {
  readonly id?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly if?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, unknown>>;
}

export interface Job {
  readonly needs?: string | readonly string[];
  readonly env?: Readonly<Record<string, unknown>>;
  readonly if?: string;
  readonly uses?: string;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly steps?: readonly Step[];
  readonly [field: string]: unknown;
}

export interface Workflow {
  readonly name: string;
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions?: unknown;
  readonly jobs: Readonly<Record<string, Job>>;
  readonly [field: string]: unknown;
}

export const workflowFiles = globSync('.github/workflows/*', { cwd: ROOT }).sort();
/** Files with steps that jobs share. */
export const actionFiles = globSync('.github/actions/*/action.yml', { cwd: ROOT }).sort();

/** The steps of the repository's own actions. */
export const sharedSteps = actionFiles.flatMap((file) => parse(read(file)).runs.steps as Step[]);

/** The steps of a job, with the steps of the repository's own actions in place of them. */
export function stepsOf(job: Job): Step[] {
  return (job.steps ?? []).flatMap((step) =>
    step.uses?.startsWith('$/.github/actions/') ? sharedSteps : [step],
  );
}

export function read(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}

export function workflowOf(text: string): Workflow {
  return parse(text) as Workflow;
}

/**
 * Reads `uses:` of others' actions line by line, because a YAML parser drops the comments. The repository's own are named
 * by `$/`, which is the commit of the run, whatever is in the workspace.
 */
export function pinViolations(text: string): string[] {
  const lines = text
    .split('\n')
    .filter((line) => /^\s*(?:- )?uses: /.test(line) && !/uses: \$\/\.github\//.test(line));
  return lines
    .filter((line) => !/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))
    .map((line) => `not pinned by a commit with its version in a comment: ${line.trim()}`);
}

/** Text that others write must reach a script as data through `env`, never as a part of the script. */
export function scriptViolations(steps: readonly Step[]): string[] {
  return steps.flatMap(({ run, uses }) => {
    const script = run ?? '';
    if (script.includes('${{')) return [`an expression inside a script: ${script}`];
    return uses?.startsWith('actions/github-script') ? [`a script in an action: ${uses}`] : [];
  });
}

/** Prints what others control: a provider's messages. The project's scripts stop commands by themselves (log.ts). */
const RUNS_ENGINE = /\bpulumi (?:\S+ )*?(?:up|update|preview|destroy|refresh|import)\b/;
/** The token is unguessable and new in each run, and the end of the step, whatever its status, ends the stop. */
const STOPS_COMMANDS = [
  'STOP="$(openssl rand -hex 16)"',
  `trap 'echo "::$STOP::"' EXIT`,
  'echo "::stop-commands::$STOP"',
];

export function commandViolations(steps: readonly Step[]): string[] {
  return steps.flatMap(({ run = '' }) => {
    const lines = run.split('\n');
    const isStopped = STOPS_COMMANDS.every((line, index) => lines[index] === line);
    return RUNS_ENGINE.test(run) && !isStopped
      ? [`GitHub obeys commands in the output of a provider: ${run.trim()}`]
      : [];
  });
}

export function workflowViolations({ name, on, permissions, defaults, jobs }: Workflow): string[] {
  const found = Object.entries(jobs).flatMap(([id, job]) =>
    jobViolations(job).map((text) => `${id}: ${text}`),
  );
  if ('pull_request_target' in on) found.push('pull_request_target gives secrets to code of a fork');
  if (JSON.stringify(permissions) !== '{}') found.push('permissions at the top are not empty');
  // Without `shell`, GitHub runs bash without pipefail.
  if ((defaults as { run?: { shell?: string } })?.run?.shell !== 'bash') found.push('the shell is not bash');
  return [...found, ...('pull_request' in on ? forkViolations(jobs) : [])].map((text) => `${name}: ${text}`);
}

function jobViolations(job: Job): string[] {
  const found = [...scriptViolations(job.steps ?? []), ...commandViolations(job.steps ?? [])];
  if ('secrets' in job) found.push('a called workflow gets secrets');
  if (job.permissions === undefined) found.push('no permissions of its own');
  if (job.uses === undefined && typeof job['timeout-minutes'] !== 'number') found.push('no timeout');
  for (const { uses, with: inputs } of job.steps ?? []) {
    if (uses?.startsWith('actions/checkout@') && inputs?.['persist-credentials'] !== false)
      found.push('the checkout leaves its token on disk');
    // Its files could replace those of the checkout.
    if (uses?.startsWith('actions/download-artifact@') && !/^[\w-]+$/.test(String(inputs?.path ?? '.')))
      found.push('an artifact is not unpacked in a folder of its own');
  }
  return found;
}

/** The condition of a job that starts for the repository's own branches only. */
const ofThisRepository = 'github.event.pull_request.head.repo.full_name == github.repository';

/** A job with a secret, or with permission to write or to assume a role, must not start for a pull request of a fork. */
export function forkViolations(jobs: Workflow['jobs']): string[] {
  return Object.entries(jobs).flatMap(([id, job]) => {
    const writes = Object.values(job.permissions ?? {}).includes('write');
    const secret = /\bsecrets\b/.test(JSON.stringify(job));
    const guarded = (job.if ?? '').split('&&').some((part) => part.trim() === ofThisRepository);
    const loose = (job.if ?? '').includes('||');
    return (writes || secret) && (!guarded || loose)
      ? [`${id}: starts for a fork, with what it must not have`]
      : [];
  });
}
