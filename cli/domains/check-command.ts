// The `check` that an edit of a stack's file prints as the next step.
import { shellWord } from '@petstore/custom-domains/output';
import { readCheckout } from './checkout.ts';
import type { Context } from './context.ts';

/**
 * Compared with the last commit where git has the file: only then is it known what browsers remember of a redirect, and what a
 * removal leaves. Without git, `hosts` alone; all where there are none.
 */
export async function checkSinceCommit(
  { folder, stack }: Pick<Context, 'folder' | 'stack'>,
  hosts: readonly string[] = [],
): Promise<string> {
  const checkout = await readCheckout(folder, `Pulumi.${stack}.yaml`);
  const named = hosts.length === 0 ? '' : ` --host ${hosts.join(' ')}`;
  const which = checkout?.isTracked === true ? ' --base HEAD' : named;
  return `npm run domains -- check --stack ${shellWord(stack)}${which}`;
}
