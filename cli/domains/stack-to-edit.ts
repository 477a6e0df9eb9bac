// Which stack a command changes: never one that nobody named.
import { resolve } from 'node:path';
import { shown } from '@petstore/custom-domains/output';
import { stacksIn } from '../../infra/config/stack-file.ts';
import { assertFolder, stackAdvice } from '../known-stack.ts';
import { UsageError } from '../usage-error.ts';
import { type Context, openContext, type SharedOptions } from './context.ts';
import type { Io } from './io.ts';
import { cloudStopped, readRunningCloud, wasLocalUsed } from './running-cloud.ts';

/** The context of a command that changes a stack's file. */
export async function openToEdit(options: SharedOptions, io: Io): Promise<Context> {
  return openContext({ ...options, stack: await stackToEdit(options, io) }, io);
}

/**
 * --stack; without it the local stack while `npm run local` serves it; else the answer on a terminal. Throws UsageError where
 * there is none of these.
 */
export async function stackToEdit({ stack, dir }: SharedOptions, io: Io): Promise<string> {
  if (stack !== undefined) return stack;
  const folder = resolve(io.folder, dir ?? '.');
  assertFolder(folder);
  if (readRunningCloud(folder) !== undefined) return 'local';
  const stacks = stacksIn(folder);
  const answer = await io.ask(shown`Which stack is to be changed (${stacks.join(', ')})? `);
  if (answer !== undefined && stacks.includes(answer.trim())) return answer.trim();
  if (answer === undefined)
    throw new UsageError(
      `No stack is named${wasLocalUsed(folder) ? `, and ${cloudStopped(folder)}` : ''}, so no file was changed.`,
      `name it with --stack: ${stacks.join(', ')}`,
    );
  throw new UsageError(
    `There is no stack "${answer.trim()}", so no file was changed.`,
    stackAdvice(answer.trim(), stacks),
  );
}
