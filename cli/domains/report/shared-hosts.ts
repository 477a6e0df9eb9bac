// A host that two stacks of a report declare: both sections name it, and one of them has the fix, so that nobody does it twice.
import { isSharedHost, type SharedHostProblem } from '../../../infra/config/other-stacks.ts';
import type { Problem } from '../../../infra/config/problem.ts';

type ByStack<Value> = ReadonlyMap<string, Value>;

/** `before`: the hosts of each stack at the base; undefined where they are not known. */
export function oneFixEach(
  found: ByStack<readonly Problem[]>,
  before: ByStack<ReadonlySet<string> | undefined>,
): ByStack<readonly Problem[]> {
  const stacks = [...found.keys()];
  const reworded = (stack: string, problem: Problem): Problem => {
    if (!isSharedHost(problem) || !isInBoth(problem, stack, found)) return problem;
    const { host, other, leave, move } = problem.shared;
    const added = [stack, other].filter((name) => before.get(name)?.has(host) === false);
    const [fixer, ...more] =
      added.length === 1 ? added : stacks.filter((name) => [stack, other].includes(name));
    if (fixer !== stack)
      return {
        ...problem,
        commands: [],
        fix: `one of the two files gives the host up: do it once, as under ${fixer}`,
      };
    if (more.length > 0) return problem;
    return {
      ...problem,
      fix: `a host belongs to one stack, and ${other} had this one: ${leave.text}, or ${move.text}`,
      commands: [...leave.commands, ...move.commands],
    };
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
