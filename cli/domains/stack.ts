// The plan of a stack, from its file now or at a git revision.
import { existsSync } from 'node:fs';
import { normaliseHost } from '@petstore/custom-domains/names';
import { hostsInTwoStacks } from '../../infra/config/other-stacks.ts';
import { ProblemsError } from '../../infra/config/problem.ts';
import { readStackFile, settingsOf, stackFile, stackOf, stacksIn } from '../../infra/config/stack-file.ts';
import { planStack } from '../../infra/plan/plan-stack.ts';
import type { HostPlan, StackPlan } from '../../infra/plan/types.ts';
import { LOCAL_STACK } from '../stack-names.ts';
import { UsageError } from '../usage-error.ts';
import type { GitPlace } from './context.ts';
import type { Io } from './io.ts';

/** Throws ProblemsError, with every problem of the file; `isCompared`: also that another stack's file has a host of it. */
export function loadPlan(folder: string, stack: string, isCompared = false): StackPlan {
  const file = readStackFile(stackFile(folder, stack));
  const loaded = 'problems' in file ? file : settingsOf(stack, file);
  const shared = isCompared && !('problems' in file) ? hostsInTwoStacks(folder, file) : [];
  const own = 'problems' in loaded ? loaded.problems : [];
  if ('problems' in loaded || shared.length > 0)
    throw new ProblemsError(`Pulumi.${stack}.yaml`, [...own, ...shared]);
  return planStack(loaded.settings);
}

/** The plan at a revision; undefined, with a note, where the file did not exist there or had problems. */
export interface Base {
  readonly plan: StackPlan | undefined;
  readonly hasFile: boolean;
  readonly note?: string;
}

/** Throws UsageError where git cannot read the revision. */
export async function loadBase({ io: { git }, folder, stack }: GitPlace, revision: string): Promise<Base> {
  await git.assertRevision(folder, revision);
  const name = `Pulumi.${stack}.yaml`;
  const text = await git.fileAt(folder, revision, name);
  if (text === undefined)
    return { plan: undefined, hasFile: false, note: `${name} is new since ${revision}` };
  const projectText = await git.fileAt(folder, revision, 'Pulumi.yaml');
  const result = settingsOf(stack, { name, text, ...(projectText !== undefined && { projectText }) });
  if ('settings' in result) return { plan: planStack(result.settings), hasFile: true };
  const note = `${name} has problems at ${revision}: all hosts count as added`;
  return { plan: undefined, hasFile: true, note };
}

/**
 * By name: the stacks of the folder, and those whose file the change removes although they had hosts; not the local one, which no
 * pull request deploys.
 */
export async function stacksSince(io: Io, folder: string, revision: string): Promise<string[]> {
  const present = stacksIn(folder);
  const before = (await io.git.filesAt(folder, revision)).flatMap((name) => stackOf(name) ?? []);
  const removed = before.filter((stack) => !present.includes(stack));
  const bases = await Promise.all(removed.map((stack) => loadBase({ io, folder, stack }, revision)));
  const withHosts = removed.filter((_, index) => bases[index]?.plan?.hosts.length !== 0);
  return [...present, ...withHosts].filter((stack) => stack !== LOCAL_STACK).sort();
}

/**
 * A change that removes a stack's file leaves all that the stack has deployed, which no deployment can delete without the file.
 * Throws ProblemsError; nothing where the stack had no host.
 */
export async function assertFileKept(place: GitPlace, base: string): Promise<void> {
  const { folder, stack } = place;
  if (existsSync(stackFile(folder, stack))) return;
  const before = await loadBase(place, base);
  if (!before.hasFile || before.plan?.hosts.length === 0) return;
  const name = `Pulumi.${stack}.yaml`;
  throw new ProblemsError(name, [
    {
      code: 'stack-file-removed',
      path: name,
      what: `was removed since ${base}, and its stack still has what it has deployed`,
      fix: 'restore it and remove its hosts first',
    },
  ]);
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
