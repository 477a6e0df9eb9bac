// The stacks that a change touches beside the one that `check` reads: each is named, with the command that reads it.
import { existsSync } from 'node:fs';
import { command } from '@petstore/custom-domains/output';
import { loadSettings, stackFile } from '../../infra/config/stack-file.ts';
import { planStack } from '../../infra/plan/plan-stack.ts';
import { unconfirmedRemovals } from '../../infra/plan/removals.ts';
import type { StackPlan } from '../../infra/plan/types.ts';
import type { GitPlace, SharedOptions } from './context.ts';
import { loadBase, stacksSince } from './stack.ts';

export interface OtherStack {
  readonly stack: string;
  readonly change: 'added' | 'changed' | 'removed';
  /** Its file is removed, or production refuses one of its removals. Absent: a file has problems, so that it is not known. */
  readonly isRefused?: boolean;
  /** What reads it. */
  readonly command: string;
}

export interface Others {
  /** Of `check` with --base: what else the change touches, and was not read. */
  readonly others?: readonly OtherStack[];
  /** The command that reads these too, where there are any. */
  readonly readAll?: string;
}

interface Comparison {
  readonly base: string;
  readonly dir?: string;
}

/** `stack`: the one that is read. */
type Compared = GitPlace & Comparison;

/** By name; those whose file declares what it did at `base` are left out, and so is the local one, which no pull request deploys. */
async function otherStacks({ io, folder, stack, base, dir }: Compared): Promise<OtherStack[]> {
  const others = (await stacksSince(io, folder, base)).filter((name) => name !== stack);
  const compared = await Promise.all(others.map((name) => compare({ io, folder, stack: name }, base)));
  return compared.flatMap((one) => {
    if (one === undefined) return [];
    const check = command`npm run domains -- check --stack ${one.stack} ${since({ base, dir })}`;
    return [{ ...one, command: check }];
  });
}

/** Nothing without `base`. */
export async function othersOf({ base, ...place }: GitPlace & Partial<Comparison>): Promise<Others> {
  if (base === undefined) return {};
  const others = await otherStacks({ ...place, base });
  return others.length === 0 ? { others } : { others, readAll: reportCommand({ base, dir: place.dir }) };
}

/** What reads every stack of the change. */
function reportCommand(compared: Comparison): string {
  return command`npm run domains -- report ${since(compared)}`;
}

function since({ base, dir }: Comparison): string[] {
  return ['--base', base, ...(dir === undefined ? [] : ['--dir', dir])];
}

/** Undefined where the stack declares what it did at `base`. */
async function compare(place: GitPlace, base: string): Promise<Omit<OtherStack, 'command'> | undefined> {
  const { folder, stack } = place;
  const { plan: before, hasFile } = await loadBase(place, base);
  if (!existsSync(stackFile(folder, stack))) return { stack, change: 'removed', isRefused: true };
  const now = planOf(folder, stack);
  if (now !== undefined && before !== undefined) {
    const isSame = JSON.stringify(before) === JSON.stringify(now);
    return isSame ? undefined : { stack, change: 'changed', isRefused: refuses(before, now) };
  }
  return hasFile ? { stack, change: 'changed' } : { stack, change: 'added', isRefused: false };
}

/** Undefined where the file has problems, which the command that reads it says. */
function planOf(folder: string, stack: string): StackPlan | undefined {
  const loaded = loadSettings(folder, stack);
  return 'problems' in loaded ? undefined : planStack(loaded.settings);
}

function refuses(before: StackPlan, now: StackPlan): boolean {
  const hosts = before.hosts.map(({ host }) => host);
  return unconfirmedRemovals(hosts, now).length > 0;
}

/**
 * 1 where a removal is refused; 3 where that is not known of a stack, or where no stack was named, as the command is then about all.
 * Whoever names a stack reads the others one by one.
 */
export function otherStatus(
  others: readonly OtherStack[],
  { stack }: Pick<SharedOptions, 'stack'>,
): 0 | 1 | 3 {
  if (others.some(({ isRefused }) => isRefused)) return 1;
  return others.some(({ isRefused }) => stack === undefined || isRefused === undefined) ? 3 : 0;
}

/** `Pulumi.staging.yaml is changed too, and was not looked at`, to go on with the command. */
export function otherSentence({ stack, change, isRefused }: OtherStack): string {
  const file = `Pulumi.${stack}.yaml is ${change} too`;
  if (change === 'removed') return `${file}, and its stack still has what it has deployed`;
  if (isRefused === undefined)
    return `${file}, was not looked at, and whether it removes a host is not known`;
  return isRefused ? `${file}, and ${stack} refuses a removal in it` : `${file}, and was not looked at`;
}
