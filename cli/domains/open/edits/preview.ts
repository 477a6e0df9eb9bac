// What an edit of a stack's file would do, before it is written: its lines, why it is refused, and what the preflight finds.
import { createHash } from 'node:crypto';
import { UsageError } from '@petstore/custom-domains/output';
import type { Finding } from '@petstore/custom-domains/preflight';
import { structuredPatch } from 'diff';
import { ProblemsError } from '../../../../infra/config/problem.ts';
import type { StackText } from '../../../../infra/config/stack-file.ts';
import type { Deployed } from '../../../../infra/hosts/host-output.ts';
import type { StackPlan } from '../../../../infra/plan/types.ts';
import type { Context } from '../../context.ts';
import { type Change, editStack, proposeEdit } from '../../edit-stack.ts';
import { checkEdit } from '../../hosts.ts';
import { explained, type Note, noteOf, UnknownStateError } from '../../io.ts';

export interface Preview {
  readonly stack: string;
  /** Why it cannot be written: then it has no lines. */
  readonly refusal?: Note;
  /** Each line with its sign. */
  readonly diff: readonly string[];
  /** Of the local stack, whether a running cloud deploys the edit at once. */
  readonly isRunning: boolean;
  /** Names the text of the file: an edit is written only where the file still has it. */
  readonly base: string;
  /** The stack with the edit. */
  readonly plan?: StackPlan;
  /** Why DNS cannot be read. */
  readonly unread?: string;
  readonly findings: readonly Finding[];
}

/** With what is found of the hosts that it adds or changes. */
export async function previewEdit(
  context: Context,
  change: Change,
  deployed: Deployed | undefined,
): Promise<Preview> {
  const { stack, local } = context;
  const none = { stack, diff: [], isRunning: local !== undefined, base: '', findings: [] };
  try {
    const proposed = proposeEdit(context, change);
    const { before: file, text, plan } = proposed;
    const shown = { ...none, plan, diff: lineDiff(file.text, text), base: baseOf(file) };
    try {
      const checked = await checkEdit(proposed, deployed, context);
      return { ...shown, findings: checked.flatMap((one) => one.findings) };
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      return { ...shown, unread: explained(error) };
    }
  } catch (error) {
    if (error instanceof ProblemsError || error instanceof UnknownStateError)
      return { ...none, refusal: noteOf(error) };
    throw error;
  }
}

/** Throws UsageError where the file is no longer the one of the preview, and ProblemsError where the edit is refused. */
export function writeEdit(context: Context, base: string | undefined, change: Change): Promise<void> {
  return editStack(context, (file) => {
    if (baseOf(file) === base) return change(file);
    const what = `${file.name} has changed since this page showed it; nothing was written.`;
    throw new UsageError(what, 'look at the change again');
  });
}

function baseOf({ text }: StackText): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** The changed lines, with one unchanged line around them; a line "…" stands for what is left out between two of them. */
export function lineDiff(before: string, after: string): string[] {
  const { hunks } = structuredPatch('', '', before, after, '', '', { context: 1 });
  // A line that begins with a backslash is about the end of the file.
  const parts = hunks.map(({ lines }) => lines.filter((line) => !line.startsWith('\\')));
  return parts.flatMap((lines, index) => (index === 0 ? lines : ['…', ...lines]));
}
