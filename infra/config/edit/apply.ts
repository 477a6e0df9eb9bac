// Applies the steps of an edit to a stack file, and refuses a result that differs from the intended one.
import { isDeepStrictEqual } from 'node:util';
import type { RawConfig } from '../declared.ts';
import type { Problem } from '../problem.ts';
import { parseStackText, type StackText, settingsOf } from '../stack-file.ts';
import { formatPath } from '../value.ts';
import { editData, editText, type Step, UnsupportedLayoutError } from './yaml-edit.ts';

export type EditResult = { readonly text: string } | { readonly problems: readonly Problem[] };

/** Applies the steps that `plan` returns. Refuses them where they would cause a new problem of the config; its place is in no file yet. */
export function edit(file: StackText, plan: (config: RawConfig) => (Step | Problem)[]): EditResult {
  const own = { name: file.name, text: file.text };
  const before = parseStackText(own);
  if ('problems' in before) return before;
  const planned = plan(before.raw);
  const refused = planned.filter((entry) => 'code' in entry);
  if (refused.length > 0) return { problems: refused };
  const steps = planned.filter((entry) => 'kind' in entry);
  const text = applySteps(own, before.raw, steps);
  if (text === undefined) return { problems: [cannotEdit(file.name, steps)] };
  const known = new Set(problemsOf(file).map(identity));
  const caused = problemsOf({ ...file, text }).filter((problem) => !known.has(identity(problem)));
  const problems = caused.map(({ place: _, ...problem }) => problem);
  return problems.length > 0 ? { problems } : { text };
}

/** The problems of the file, with its own places, that `text` in its place would have too. */
export function remainingProblems(file: StackText, text: string): readonly Problem[] {
  const after = new Set(problemsOf({ ...file, text }).map(identity));
  return problemsOf(file).filter((problem) => after.has(identity(problem)));
}

/** Undefined where the new text does not have exactly the intended data: then a person has to edit the file. */
function applySteps(file: StackText, config: RawConfig, steps: readonly Step[]): string | undefined {
  try {
    const text = steps.reduce(editText, file.text);
    const after = parseStackText({ ...file, text });
    const wanted = steps.reduce<unknown>(editData, config);
    return 'raw' in after && isDeepStrictEqual(after.raw, wanted) ? text : undefined;
  } catch (error) {
    if (error instanceof UnsupportedLayoutError) return undefined;
    throw error;
  }
}

function problemsOf(file: StackText): readonly Problem[] {
  const result = settingsOf(file.name, file);
  return 'problems' in result ? result.problems : [];
}

/** The same for a problem whose place in a list has changed. */
function identity({ code, path, what }: Problem): string {
  return [code, path.replace(/\[\d+\]/g, '[]'), what.replace(/\[\d+\]/g, '[]')].join('\n');
}

function cannotEdit(path: string, steps: readonly Step[]): Problem {
  const keys = new Set(steps.map((step) => formatPath(step.path)));
  const what = `has a layout that cannot be edited here (${[...keys].join(', ')})`;
  return { code: 'cannot-edit', path, what, fix: 'make this change in an editor' };
}
