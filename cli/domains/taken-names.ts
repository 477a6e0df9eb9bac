// A name that is refused may be near to one that the stack has already: nobody means that one who adds a host.
import { declaredPlaces } from '../../infra/config/edit/declared-places.ts';
import type { Problem } from '../../infra/config/problem.ts';
import { parseStackText, type StackText } from '../../infra/config/stack-file.ts';

/** `problems`: of an edit of the file. A host is declared once, so that a name of the file is no correction of another host's. */
export function withoutTaken(problems: readonly Problem[], file: StackText): Problem[] {
  const parsed = parseStackText(file);
  const taken = 'problems' in parsed ? [] : declaredPlaces(parsed.raw).map(({ host }) => host);
  return problems.map((problem) => {
    const suggested = DECLARING.test(problem.path)
      ? taken.find((host) => problem.fix === `did you mean "${host}"?`)
      : undefined;
    return suggested === undefined
      ? problem
      : { ...problem, fix: `write another name: "${suggested}" is declared already` };
  });
}

/** The target of a redirect, and the other settings, name a host that is declared. */
const DECLARING = /^petstore:(?:api|docs)\.(?:primary|domains\[\d+\]|redirects\[\d+\]\.from)$/;
