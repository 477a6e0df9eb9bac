// The plan of a stack whose file a change has; where the file has problems, with all that the files alone say of the change.
import { ProblemsError } from '../../infra/config/problem.ts';
import type { StackPlan } from '../../infra/plan/types.ts';
import type { Context } from './context.ts';
import { withFixes } from './shared-hosts.ts';
import { loadOwnPlan } from './stack.ts';

/** Throws ProblemsError, as `loadOwnPlan` does. */
export async function loadChangedPlan(
  { folder, stack }: Pick<Context, 'folder' | 'stack'>,
  base: string,
): Promise<StackPlan> {
  try {
    return loadOwnPlan(folder, stack);
  } catch (error) {
    if (!(error instanceof ProblemsError)) throw error;
    throw new ProblemsError(`Pulumi.${stack}.yaml`, await withFixes(error.problems, { folder, stack, base }));
  }
}
