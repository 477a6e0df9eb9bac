// `release rollback`: every call goes to the version before. `release retry`: it may be released again.
import { createInterface } from 'node:readline/promises';
import { command, printable, type Shown, shown } from '@petstore/custom-domains/output';
import { refreshOf } from '../../infra/plan/stack-option.ts';
import {
  allowAgain,
  planRollback,
  type RollbackPlan,
  readStatus,
  rollBack,
} from '../../infra/release/status.ts';
import { CommandError } from '../command-error.ts';
import { terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';
import { stackRelease } from './status.ts';

export async function rollback({ stack, yes }: { stack: string; yes: boolean }): Promise<void> {
  const { clients, released } = await stackRelease(stack);
  const plan = planRollback(await readStatus(clients, released));
  if (!yes) await confirm(question(stack, plan));
  await rollBack(clients, released, plan);
  terminal(process.stderr).line(
    shown`Every call of ${stack} goes to version ${plan.to}. Version ${plan.from} is not released again by itself: revert its change, or ${command`npm run release -- retry --stack ${stack}`}.`,
  );
}

export async function retry({ stack }: { readonly stack: string }): Promise<void> {
  const { clients, released } = await stackRelease(stack);
  const version = await allowAgain(clients, released.functionName);
  const text =
    version === undefined
      ? shown`No version of ${stack} was taken back.`
      : shown`Version ${version} may be released again: ${refreshOf(stack)}`;
  terminal(process.stderr).line(text);
}

function question(stack: string, { from, to, deploymentId }: RollbackPlan): Shown {
  return deploymentId === undefined
    ? shown`Every call of ${stack} goes from version ${from} to version ${to}. Continue? [y/N] `
    : shown`The release of version ${from} of ${stack} (${deploymentId}) ends, and every call goes to version ${to}. Continue? [y/N] `;
}

async function confirm(text: Shown): Promise<void> {
  if (process.stdin.isTTY !== true)
    throw new UsageError('There is no terminal to confirm on.', 'confirm with --yes');
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await lines.question(printable(text)).finally(() => lines.close());
  if (!/^y(es)?$/i.test(answer.trim())) throw new CommandError('nothing was changed');
}
