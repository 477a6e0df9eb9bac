// The plan of a stack, from its file now or at a git revision.
import { type ExecFileException, execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { normaliseHost } from '@petstore/custom-domains/names';
import { hostsInTwoStacks } from '../../infra/config/other-stacks.ts';
import { placed } from '../../infra/config/places.ts';
import { ProblemsError } from '../../infra/config/problem.ts';
import {
  loadSettings,
  readStackFile,
  type StackText,
  settingsIn,
  settingsOf,
  stackFile,
  stackOf,
  stacksIn,
} from '../../infra/config/stack-file.ts';
import { planStack } from '../../infra/plan/plan-stack.ts';
import type { HostPlan, StackPlan } from '../../infra/plan/types.ts';
import { LOCAL_STACK } from '../stack-names.ts';
import { UsageError } from '../usage-error.ts';

const GIT_TIMEOUT_MS = 20_000;

/** Throws ProblemsError, with every problem of the file. */
export function loadPlan(folder: string, stack: string): StackPlan {
  const loaded = loadSettings(folder, stack);
  if ('problems' in loaded) throw new ProblemsError(`Pulumi.${stack}.yaml`, loaded.problems);
  return planStack(loaded.settings);
}

/** As `loadPlan`; a host that another stack's file has too is a problem as well. */
export function loadOwnPlan(folder: string, stack: string): StackPlan {
  const file = readStackFile(stackFile(folder, stack));
  if ('problems' in file) throw new ProblemsError(`Pulumi.${stack}.yaml`, file.problems);
  const loaded = settingsIn(stack, file);
  const own = 'problems' in loaded ? loaded.problems : [];
  const problems = placed([...own, ...hostsInTwoStacks(folder, file)], file.text);
  if (problems.length > 0 || 'problems' in loaded) throw new ProblemsError(`Pulumi.${stack}.yaml`, problems);
  return planStack(loaded.settings);
}

/** The plan at a revision; undefined, with a note, where the file did not exist there or had problems. */
export interface Base {
  readonly plan: StackPlan | undefined;
  readonly note?: string;
}

export async function loadBase(folder: string, stack: string, revision: string): Promise<Base> {
  await requireRevision(folder, revision);
  const name = `Pulumi.${stack}.yaml`;
  const text = await fileAt(folder, revision, name);
  if (text === undefined) return { plan: undefined, note: `${name} is new since ${revision}` };
  const projectText = await fileAt(folder, revision, 'Pulumi.yaml');
  const file: StackText = { name, text, ...(projectText !== undefined && { projectText }) };
  const result = settingsOf(stack, file);
  if ('settings' in result) return { plan: planStack(result.settings) };
  return {
    plan: undefined,
    note: `${name} has problems at ${revision}: all hosts count as added`,
  };
}

/** The hosts of a stack at a revision: none where it had no file there; undefined where the file had problems. */
export async function hostsAt(
  folder: string,
  stack: string,
  revision: string,
): Promise<ReadonlySet<string> | undefined> {
  const { plan } = await loadBase(folder, stack, revision);
  if (plan !== undefined) return new Set(plan.hosts.map(({ host }) => host));
  const text = await fileAt(folder, revision, `Pulumi.${stack}.yaml`);
  return text === undefined ? new Set() : undefined;
}

/** By name: the stacks of the folder, and those that have a file at the revision; not the local one, which no pull request deploys. */
export async function stacksSince(folder: string, revision: string): Promise<string[]> {
  const all = new Set([...stacksIn(folder), ...(await stacksAt(folder, revision))]);
  return [...all].filter((stack) => stack !== LOCAL_STACK).sort();
}

/** The stacks that have a file at the revision; none where git does not know it. */
export async function stacksAt(folder: string, revision: string): Promise<string[]> {
  const names = await git(folder, ['ls-tree', '--name-only', '-z', '--end-of-options', revision]);
  return (names ?? '').split('\0').flatMap((name) => stackOf(name) ?? []);
}

async function requireRevision(folder: string, revision: string): Promise<void> {
  const result = await runGit(folder, [
    'rev-parse',
    '--verify',
    '--quiet',
    '--end-of-options',
    `${revision}^{commit}`,
  ]);
  if ('output' in result) return;
  // With --quiet, git is silent of a name that it does not know: what it says is why it looked up none.
  if (result.reason !== '') throw noRepository(folder, result.reason);
  throw new UsageError(
    `Git has no revision "${revision}" here.`,
    'fetch it first: git fetch origin, or give another --base',
  );
}

function noRepository(folder: string, reason: string): UsageError {
  if (reason.startsWith('not a git repository'))
    return new UsageError(
      `${folder} is not in a git repository, so that there is nothing to compare with.`,
      'run it in a clone, or name its folder with --dir',
    );
  const [what = '', ...rest] = reason.split('\n').map((line) => line.trim());
  const exception = rest.find((line) => line.startsWith('git config '));
  const fix =
    exception === undefined
      ? 'see what git says of it: git status'
      : `run it as the user who owns the clone, or trust the clone: ${exception}`;
  return new UsageError(`Git reads nothing in ${folder}: ${what.replace(/\.$/, '')}.`, fix);
}

/** A file at a revision; undefined where git has none. The path is relative to the folder, which may be below the top of the checkout. */
export function fileAt(folder: string, revision: string, name: string): Promise<string | undefined> {
  return git(folder, ['show', `${revision}:./${name}`]);
}

/** Standard output; undefined where git fails. */
export async function git(folder: string, args: readonly string[]): Promise<string | undefined> {
  const result = await runGit(folder, args);
  return 'output' in result ? result.output : undefined;
}

type GitResult = { readonly output: string } | { readonly reason: string };

/** `reason`: what git says of a failure, without "fatal: "; empty where it says nothing. */
async function runGit(folder: string, args: readonly string[]): Promise<GitResult> {
  // In English, whatever the user's locale is.
  const options = { cwd: folder, timeout: GIT_TIMEOUT_MS, env: { ...process.env, LC_ALL: 'C' } };
  try {
    const { stdout } = await promisify(execFile)('git', [...args], options);
    return { output: stdout };
  } catch (error) {
    const { code, killed, stderr = '' } = error as ExecFileException & { readonly stderr?: string };
    if (code === 'ENOENT') {
      throw new UsageError('--base needs git, which is not on the path.', 'install it, or leave --base out');
    }
    if (killed) return { reason: `it did not answer within ${GIT_TIMEOUT_MS / 1000} seconds` };
    return { reason: stderr.replace(/^(fatal|error): /, '').trim() };
  }
}

/** Declared hosts by name, or all where no name is given. Throws UsageError for a host that is not declared. */
export function chooseHosts(plan: StackPlan, names: readonly string[]): readonly HostPlan[] {
  if (names.length === 0) return plan.hosts;
  return names.map((name) => {
    const wanted = hostNamed(name);
    const found = plan.hosts.find(({ host }) => host === wanted);
    if (found !== undefined) return found;
    const declared = plan.hosts.map(({ host }) => host).join(', ') || 'none';
    throw new UsageError(
      `${name} is not declared in Pulumi.${plan.stack}.yaml.`,
      `declared hosts: ${declared}`,
    );
  });
}

/** In normal form. Throws UsageError for what is not a host name. */
export function hostNamed(name: string): string {
  const named = normaliseHost(name);
  if (named.ok) return named.host;
  throw new UsageError(`${JSON.stringify(name)} ${named.fault.what}.`, named.fault.fix);
}
