// The `check` that an edit of a stack's file prints as the next step.
import { shellWord } from '@petstore/custom-domains/output';
import type { Context } from './context.ts';

/**
 * Compared with the last commit where git has the file: only then is it known what browsers remember of a redirect, and what a
 * removal leaves. Without git, `hosts` alone; all where there are none.
 */
export async function checkSinceCommit(
  { io, folder, stack }: Pick<Context, 'io' | 'folder' | 'stack'>,
  hosts: readonly string[] = [],
): Promise<string> {
  const checkout = await io.git.checkout(folder, `Pulumi.${stack}.yaml`);
  const isComparable = checkout?.isTracked && checkout.hasCommit;
  return isComparable ? `${checkOf(stack)} --base HEAD` : checkOfHosts(stack, hosts);
}

export function checkOfHosts(stack: string, hosts: readonly string[]): string {
  return hosts.length === 0 ? checkOf(stack) : `${checkOf(stack)} --host ${hosts.join(' ')}`;
}

const checkOf = (stack: string): string => `npm run domains -- check --stack ${shellWord(stack)}`;
