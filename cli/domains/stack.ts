// The plan of a stack, from its file now or at a git revision, and what a change touches of the other stacks.
import { existsSync } from 'node:fs';
import { closestHost, didYouMean, normaliseHost } from '@petstore/custom-domains/names';
import { type Command, UsageError } from '@petstore/custom-domains/output';
import type { RawConfig } from '../../infra/config/declared.ts';
import { hostsInTwoStacks } from '../../infra/config/other-stacks.ts';
import { ProblemsError } from '../../infra/config/problem.ts';
import {
  loadSettings,
  readConfig,
  readStackFile,
  settingsOf,
  stackFile,
  stackOf,
  stacksIn,
} from '../../infra/config/stack-file.ts';
import { planStack } from '../../infra/plan/plan-stack.ts';
import { refusedDetachments, servedHosts, unconfirmedRemovals } from '../../infra/plan/removals.ts';
import { domainsCommand } from '../../infra/plan/stack-option.ts';
import type { HostPlan, StackPlan } from '../../infra/plan/types.ts';
import { LOCAL_STACK } from '../stack-names.ts';
import type { Git } from './git.ts';

/** Nothing where the file cannot be read, which is a problem of its own. */
export function rawConfig(folder: string, stack: string): RawConfig {
  const config = readConfig(stackFile(folder, stack));
  return 'raw' in config ? config.raw : {};
}

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

/** Where HEAD left a revision; undefined, with a note, where the file did not exist or had problems. Throws UsageError as git does. */
export async function loadBase(git: Git, folder: string, stack: string, revision: string) {
  const base = await git.baseOf(folder, revision);
  const name = `Pulumi.${stack}.yaml`;
  const text = await git.fileAt(folder, base, name);
  const projectText = await git.fileAt(folder, base, 'Pulumi.yaml');
  const read = text === undefined ? undefined : settingsOf(stack, { name, text, projectText });
  const plan = read && 'settings' in read ? planStack(read.settings) : undefined;
  const why = read ? `has problems at ${revision}: all hosts count as added` : `is new since ${revision}`;
  return { plan, hasFile: read !== undefined, note: plan ? undefined : `${name} ${why}` };
}

/** By name: also those whose file the change removes although they had hosts; not the local one, which no pull request deploys. */
export async function stacksSince(git: Git, folder: string, revision: string): Promise<string[]> {
  const present = stacksIn(folder);
  const base = await git.baseOf(folder, revision);
  const before = (await git.filesAt(folder, base)).flatMap((name) => stackOf(name) ?? []);
  const removed = before.filter((stack) => !present.includes(stack));
  const bases = await Promise.all(removed.map((stack) => loadBase(git, folder, stack, revision)));
  const withHosts = removed.filter((_, index) => bases[index]?.plan?.hosts.length !== 0);
  return [...present, ...withHosts].filter((stack) => stack !== LOCAL_STACK).sort();
}

type Base = Awaited<ReturnType<typeof loadBase>>;

/** Without its file, no deployment can delete what the stack has. Throws ProblemsError where it had hosts. */
export function assertFileKept(folder: string, stack: string, revision: string, before: Base): void {
  if (existsSync(stackFile(folder, stack)) || !before.hasFile || before.plan?.hosts.length === 0) return;
  const path = `Pulumi.${stack}.yaml`;
  const what = `was removed since ${revision}, and its stack still has what it has deployed`;
  const fix = 'restore it and remove its hosts first';
  throw new ProblemsError(path, [{ code: 'stack-file-removed', path, what, fix }]);
}

export interface OtherStack {
  readonly stack: string;
  readonly change: 'added' | 'changed' | 'removed';
  /** Its file is removed, or production refuses one of its removals. Absent: a file has problems, so that it is not known. */
  readonly isRefused?: boolean;
  readonly command: Command;
}

/** Those that declare something else than at `base`, without those that are `read`. `words`: given options, for the commands. */
export async function othersOf(
  git: Git,
  folder: string,
  base: string | undefined,
  read: readonly string[],
  words: readonly string[] = [],
): Promise<readonly OtherStack[] | undefined> {
  if (base === undefined) return undefined;
  const others: OtherStack[] = [];
  for (const stack of await stacksSince(git, folder, base)) {
    const change = read.includes(stack) ? undefined : await changeOf(git, folder, stack, base);
    const check = domainsCommand('check', [], { stack, words }, ['--base', base]);
    if (change !== undefined) others.push({ stack, ...change, command: check });
  }
  return others;
}

/** Undefined where the stack declares what it did at `base`. What is wrong with a file, the command that reads it says. */
async function changeOf(git: Git, folder: string, stack: string, base: string) {
  const { plan: before, hasFile } = await loadBase(git, folder, stack, base);
  if (!existsSync(stackFile(folder, stack))) return { change: 'removed', isRefused: true } as const;
  if (!hasFile) return { change: 'added', isRefused: false } as const;
  const loaded = loadSettings(folder, stack);
  if ('problems' in loaded || before === undefined) return { change: 'changed' } as const;
  const now = planStack(loaded.settings);
  if (JSON.stringify(before) === JSON.stringify(now)) return undefined;
  const hosts = before.hosts.map(({ host }) => host);
  const refused = [...unconfirmedRemovals(hosts, now), ...refusedDetachments(servedHosts(before), now)];
  return { change: 'changed', isRefused: refused.length > 0 } as const;
}

/** 3 where a refusal is not known, or where no stack was named, as the command is then about all. */
export function otherStatus(others: readonly OtherStack[] = [], isNamed: boolean): 0 | 1 | 3 {
  if (others.some(({ isRefused }) => isRefused)) return 1;
  return others.some(({ isRefused }) => !isNamed || isRefused === undefined) ? 3 : 0;
}

/** `Pulumi.staging.yaml is changed too, and was not looked at`, to go on with the command. */
export function otherSentence({ stack, change, isRefused }: OtherStack): string {
  const refused =
    change === 'removed' ? 'its stack still has what it has deployed' : `${stack} refuses a removal in it`;
  const unread = `was not looked at${isRefused === undefined ? ', and whether it removes a host is not known' : ''}`;
  return `Pulumi.${stack}.yaml is ${change} too, and ${isRefused ? refused : unread}`;
}

/** Declared hosts by name, or all where no name is given. Throws UsageError for a host that is not declared. */
export function chooseHosts(plan: StackPlan, names: readonly string[]): readonly HostPlan[] {
  return names.length === 0 ? plan.hosts : names.map((name) => declaredHost(plan, name));
}

export function declaredHost({ stack, hosts }: StackPlan, name: string): HostPlan {
  const wanted = hostNamed(name);
  const found = hosts.find(({ host }) => host === wanted);
  if (found !== undefined) return found;
  const names = hosts.map(({ host }) => host);
  const all = names.map((one) => `\n    ${one}`).join('') || ' none';
  const fix = didYouMean(closestHost(wanted, names), `declared hosts:${all}`);
  throw new UsageError(`${name} is not declared in Pulumi.${stack}.yaml.`, fix);
}

/** In normal form. Throws UsageError for what is not a host name. */
export function hostNamed(name: string): string {
  const named = normaliseHost(name);
  if (named.ok) return named.host;
  throw new UsageError(`${JSON.stringify(name)} ${named.fault.what}.`, named.fault.fix);
}
