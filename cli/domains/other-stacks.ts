// The stacks that a change touches beside the one that `check` reads: each is named, with the command that reads it.
import { existsSync } from 'node:fs';
import { command } from '@petstore/custom-domains/output';
import { loadSettings, stackFile } from '../../infra/config/stack-file.ts';
import { planStack } from '../../infra/plan/plan-stack.ts';
import { unconfirmedRemovals } from '../../infra/plan/removals.ts';
import type { GitPlace, SharedOptions } from './context.ts';
import { loadBase, stacksSince } from './stack.ts';

interface OtherStack {
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

/** By name, without the one that is read; those whose file declares what it did at `base` are left out. Nothing without `base`. */
export async function othersOf(place: GitPlace, base: string | undefined, dir?: string): Promise<Others> {
  if (base === undefined) return {};
  const since = ['--base', base, ...(dir === undefined ? [] : ['--dir', dir])];
  const others: OtherStack[] = [];
  for (const stack of await stacksSince(place.io, place.folder, base)) {
    const change = stack === place.stack ? undefined : await changeOf({ ...place, stack }, base);
    const check = command`npm run domains -- check --stack ${stack} ${since}`;
    if (change !== undefined) others.push({ stack, ...change, command: check });
  }
  return others.length === 0 ? { others } : { others, readAll: command`npm run domains -- report ${since}` };
}

type Change = Pick<OtherStack, 'change' | 'isRefused'>;

/** Undefined where the stack declares what it did at `base`. What is wrong with a file, the command that reads it says. */
async function changeOf(place: GitPlace, base: string): Promise<Change | undefined> {
  const { folder, stack } = place;
  const { plan: before, hasFile } = await loadBase(place, base);
  if (!existsSync(stackFile(folder, stack))) return { change: 'removed', isRefused: true };
  if (!hasFile) return { change: 'added', isRefused: false };
  const loaded = loadSettings(folder, stack);
  if ('problems' in loaded || before === undefined) return { change: 'changed' };
  const now = planStack(loaded.settings);
  if (JSON.stringify(before) === JSON.stringify(now)) return undefined;
  const hosts = before.hosts.map(({ host }) => host);
  return { change: 'changed', isRefused: unconfirmedRemovals(hosts, now).length > 0 };
}

/**
 * 1 where a removal is refused; 3 where that is not known of a stack, or where no stack was named, as the command is then about all.
 * Whoever names a stack reads the others one by one.
 */
export function otherStatus(others: readonly OtherStack[], { stack }: SharedOptions): 0 | 1 | 3 {
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
