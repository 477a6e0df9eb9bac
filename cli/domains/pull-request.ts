// After an edit of a stack's file: the commands that take it to a pull request, each a line to paste.
import { relative } from 'node:path';
import { type Shown, shellQuoted, shown } from '@petstore/custom-domains/output';
import { stackFile } from '../../infra/config/stack-file.ts';
import type { Context } from './context.ts';

export const VERBS = ['add', 'adopt', 'remove', 'verify'] as const;
type Verb = (typeof VERBS)[number];

/**
 * `first`: what is to be done before. The local stack is deployed from its file: it has no pull request, only what is
 * first. A merged pull request is deployed by the workflow `deploy`.
 */
export function nextCommands(
  context: Context,
  verb: Verb,
  host: string,
  first: readonly string[] = [],
): Shown[] {
  const commands = context.stack === 'local' ? [] : pullRequestCommands(context, verb, host);
  return [...first, ...commands].map(
    (command, index) => shown`  ${index === 0 ? 'next    ' : '        '}${command}`,
  );
}

export function pullRequestCommands({ folder, stack, io }: Context, verb: Verb, host: string): string[] {
  const branch = `${verb}-${host}`;
  const file = relative(io.folder, stackFile(folder, stack));
  const message = `${verb[0]?.toUpperCase()}${verb.slice(1)} ${host} (${stack})`;
  return [
    `git switch -c ${branch}`,
    `git commit -m ${shellQuoted(message)} -- ${/^[\w./-]+$/.test(file) ? file : shellQuoted(file)}`,
    `git push -u origin ${branch}`,
    'gh pr create --fill',
  ];
}
