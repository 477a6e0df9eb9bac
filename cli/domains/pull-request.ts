// After an edit of a stack's file: the commands that take it to its deployment, each a line to paste.
import { relative } from 'node:path';
import { type Command, command, shown } from '@petstore/custom-domains/output';
import { stackFile } from '../../infra/config/stack-file.ts';
import { deployCommand } from '../../infra/hosts/next-steps.ts';
import { domainsCommand } from '../../infra/plan/stack-option.ts';
import { LOCAL_STACK } from '../stack-names.ts';
import type { Context } from './context.ts';
import { capital, nextLines } from './formats/text.ts';

export const VERBS = ['add', 'adopt', 'primary', 'remove', 'verify'] as const;
/** `move` is of the command line alone. */
type Verb = (typeof VERBS)[number] | 'move';

export type EditCommands = Awaited<ReturnType<typeof editCommands>>;

/** `first` is to be done before the commands that take the edit to its deployment, of which the local stack has none: the lines say so,
 * except after a move, which has waited for it. */
export async function printNext(context: Context, verb: Verb, host: string, first: readonly Command[] = []) {
  const { io, stack, local, canRead } = context;
  const own = stack === LOCAL_STACK ? undefined : await editCommands(context, verb, host);
  const commands = [...(own?.isCommitted || !canRead ? [] : first), ...(own?.commands ?? [])];
  if (!canRead || (local !== undefined && verb !== 'move'))
    io.print(shown`  ${localDeployment(verb, canRead)}.`);
  if (own?.isCommitted) io.print(shown`  Pulumi.${stack}.yaml ${NOTHING_TO_COMMIT}`);
  const steps = commands.map((command) => ({ when: '', command }));
  for (const line of nextLines(steps, 2)) io.print(line);
}

/** After an edit of the local stack's file, here and on the page. What only takes a host away, or changes its role, leaves none out. */
export function localDeployment(verb: Verb, isRunning = true): string {
  if (!isRunning) return 'npm run local deploys it when it runs next. DNS was not read: it does not run';
  const leavesOut = verb === 'add' || verb === 'adopt';
  const outcome = 'npm run local deploys it now, unless its terminal says what is wrong';
  return leavesOut ? `${outcome}; a host that is blocked is left out` : outcome;
}

/** To go on after the name of the file. */
export const NOTHING_TO_COMMIT = 'is as the last commit has it: there is nothing to commit';

/** `isPullRequest`: its merge deploys the edit; without it, the last command does. `isCommitted`: the edit was taken back. */
export async function editCommands({ folder, stack, io }: Context, verb: Verb, host: string) {
  const path = stackFile(folder, stack);
  const checkout = await io.git.checkout(folder, relative(folder, path));
  const { isTracked, remote, branch } = checkout ?? {};
  const isCommitted = checkout?.isChanged === false;
  const isPullRequest = !isCommitted && remote !== undefined;
  const file = relative(io.folder, path);
  const subject = verb === 'primary' ? `Make ${host} the primary` : `${capital(verb)} ${host}`;
  const commit = [
    ...(isTracked ? [] : [command`git add -- ${file}`]),
    command`git commit -m ${`${subject} (${stack})`} -- ${file}`,
  ];
  // On the branch that is checked out, which may have a pull request, unless it is the default one.
  const own = branch ?? `${verb}-${host}`;
  const create =
    branch === undefined ? command`gh pr create --fill` : command`gh pr view || gh pr create --fill`;
  const commands = [
    ...(isPullRequest && branch === undefined ? [command`git switch -c ${own}`] : []),
    ...(checkout === undefined || isCommitted ? [] : commit),
    ...(isPullRequest ? [command`git push -u ${remote} ${own}`, create] : []),
    ...(remote === undefined ? [deployCommand(stack)] : []),
  ];
  return { isPullRequest, isCommitted, commands };
}

/** Without `hosts`, of what differs from the last commit: what browsers remember of a redirect is known only then. */
export function checkOf(context: Context, hosts: readonly string[] = []): Command {
  const named = hosts.length === 0 ? ['--base', 'HEAD'] : ['--host', ...hosts];
  return context.stack === LOCAL_STACK
    ? domainsCommand('status', hosts, context)
    : domainsCommand('check', [], context, named);
}
