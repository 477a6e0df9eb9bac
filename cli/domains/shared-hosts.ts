// A host that two stacks declare: which of the two gives it up, by what each had at the base, so that every command says the same.
import type { Freeing } from '../../infra/config/edit/freeing.ts';
import { hostsInTwoStacks, isSharedHost, type SharedHostProblem } from '../../infra/config/other-stacks.ts';
import type { Problem } from '../../infra/config/problem.ts';
import { readStackFile, stackFile } from '../../infra/config/stack-file.ts';
import type { Context } from './context.ts';
import { hostsAt } from './stack.ts';

type Place = Pick<Context, 'folder' | 'stack'>;

export type ByStack<Value> = ReadonlyMap<string, Value>;

/** The problems of a stack, each host of two stacks with the fix that fits what the change does. */
export async function withFixes(
  problems: readonly Problem[],
  { folder, stack, base }: Place & { readonly base: string },
): Promise<Problem[]> {
  const others = problems.filter(isSharedHost).map(({ shared }) => shared.other);
  const before = [...new Set(others.length === 0 ? [] : [stack, ...others])].map(
    async (name) => [name, await hostsAt(folder, name, base)] as const,
  );
  const had = new Map(await Promise.all(before));
  return problems.map((problem) =>
    isSharedHost(problem) ? withFix(problem, { folder, stack }, had) : problem,
  );
}

/**
 * The host leaves the stack to which the change adds it, or moves there without a gap; where that is not known, it leaves the later
 * one by name, or moves to the other.
 */
function withFix(
  problem: SharedHostProblem,
  { folder, stack }: Place,
  before: ByStack<ReadonlySet<string> | undefined>,
): SharedHostProblem {
  const { host, other, leave, free, move } = problem.shared;
  const both = [stack, other].sort();
  const added = both.filter((name) => before.get(name)?.has(host) === false);
  const isKnown = added.length === 1;
  const leaver = isKnown ? added[0] : both[1];
  const why = isKnown ? `, and ${leaver === stack ? other : stack} had this one` : '';
  const first = leaver === stack ? leave : free;
  const fixedIn = isKnown && leaver !== undefined ? leaver : (both[0] ?? stack);
  const ways = [first, ...(fixedIn === stack ? [move] : movedThere(problem, { folder, stack }))];
  return {
    ...problem,
    fix: `a host belongs to one stack${why}: ${ways.map(({ text }) => text).join(', or ')}`,
    commands: ways.flatMap(({ commands }) => commands),
    shared: { ...problem.shared, fixedIn },
  };
}

/** The move that the other stack's section of a report offers, as the reader of this one looks at it. */
function movedThere({ shared: { host, other } }: SharedHostProblem, { folder, stack }: Place): Freeing[] {
  const file = readStackFile(stackFile(folder, other));
  const twins = 'problems' in file ? [] : hostsInTwoStacks(folder, file);
  const twin = twins.find(({ shared }) => shared.host === host && shared.other === stack);
  return (twin?.shared.move.commands ?? []).map((command) => ({
    text: `move it there without a gap (${command})`,
    commands: [command],
  }));
}

/** Where a report has both stacks, one of the two sections has the fix, so that nobody does it twice. */
export function oneFixEach(found: ByStack<readonly Problem[]>): ByStack<readonly Problem[]> {
  const reworded = (stack: string, problem: Problem): Problem => {
    if (!isSharedHost(problem) || !isInBoth(problem, stack, found)) return problem;
    const { fixedIn } = problem.shared;
    if (fixedIn === undefined || fixedIn === stack) return problem;
    const fix = `one of the two files gives the host up: do it once, as under ${fixedIn}`;
    return { ...problem, commands: [], fix };
  };
  return new Map(
    [...found].map(([stack, problems]) => [stack, problems.map((problem) => reworded(stack, problem))]),
  );
}

function isInBoth(
  { shared: { host, other } }: SharedHostProblem,
  stack: string,
  found: ByStack<readonly Problem[]>,
): boolean {
  const twins = (found.get(other) ?? []).filter(isSharedHost);
  return twins.some(({ shared }) => shared.host === host && shared.other === stack);
}
