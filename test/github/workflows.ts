// The project's workflows as data.
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
  readonly jobs: Readonly<Record<string, Job>>;
  readonly [field: string]: unknown;
}

export const workflowFiles = globSync('.github/workflows/*', { cwd: ROOT }).sort();
/** Files with steps that jobs share. */
export const actionFiles = globSync('.github/actions/*/action.yml', { cwd: ROOT }).sort();
/** The action that other repositories use too. */
export const PUBLIC_ACTION = 'action.yml';

export function read(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}

export function workflowOf(text: string): Workflow {
  return parse(text) as Workflow;
}

export const jobsOf = (name: string): Workflow['jobs'] =>
  workflowOf(read(`.github/workflows/${name}.yml`)).jobs;

/** The steps of the repository's own actions. */
export const sharedSteps = actionFiles.flatMap((file) => parse(read(file)).runs.steps as Step[]);
export const publicSteps = parse(read(PUBLIC_ACTION)).runs.steps as Step[];

/** The steps of a job, with the steps of the repository's own actions in place of them. */
export function stepsOf(job: Job): Step[] {
  return (job.steps ?? []).flatMap((step) => {
    if (step.uses === './') return publicSteps;
    return step.uses?.startsWith('$/.github/actions/') ? sharedSteps : [step];
  });
}

/** The jobs of all workflows, each with what starts its workflow. */
export const allJobs = workflowFiles.flatMap((file) => {
  const { name, on, jobs } = workflowOf(read(file));
  return Object.entries(jobs).map(([id, job]) => ({ place: `${name} ${id}`, id, on, job, all: jobs }));
});

/** A permission to write, an environment (whose secrets it may read), or a secret. */
export const canHaveCredential = (job: Job): boolean =>
  Object.values(job.permissions ?? {}).includes('write') ||
  'environment' in job ||
  /\bsecrets\b/.test(JSON.stringify(job));
