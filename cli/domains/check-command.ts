// The `check` that an edit of a stack's file prints as the next step.
import { shellWord } from '@petstore/custom-domains/output';
import { isTracked, lastCommit } from './checkout.ts';
import type { Context } from './context.ts';
import { hostsAt } from './stack.ts';

type Place = Pick<Context, 'folder' | 'stack'>;

/**
 * Compared with the last commit where git has the file: only then is it known what browsers remember of a redirect, and what a
 * removal leaves. Without git, `hosts` alone; all where there are none.
 */
export async function checkSinceCommit({ folder, stack }: Place, hosts: readonly string[]): Promise<string> {
  return (await isComparable({ folder, stack })) ? sinceCommit(stack) : checkOfHosts(stack, hosts);
}

export function checkOfHosts(stack: string, hosts: readonly string[]): string {
  return `${checkOf(stack)} --host ${hosts.join(' ')}`;
}

/**
 * As `checkSinceCommit`, of every host. None where the last commit does not have the removed one, as the local stack deploys what is
 * not committed: a comparison would not show its removal.
 */
export async function checkOfRemoval({ folder, stack }: Place, host: string): Promise<string[]> {
  if (!(await isComparable({ folder, stack }))) return [checkOf(stack)];
  const committed = await hostsAt(folder, stack, 'HEAD');
  return committed?.has(host) === false ? [] : [sinceCommit(stack)];
}

/** Not before the first commit of a repository: a file may be in its index, and there is no HEAD. */
async function isComparable({ folder, stack }: Place): Promise<boolean> {
  return (await isTracked(folder, `Pulumi.${stack}.yaml`)) && (await lastCommit(folder)) !== undefined;
}

const checkOf = (stack: string): string => `npm run domains -- check --stack ${shellWord(stack)}`;

const sinceCommit = (stack: string): string => `${checkOf(stack)} --base HEAD`;
