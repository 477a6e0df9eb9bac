// What an edit of a stack's file would do, before it is written: its lines, the problems, and what the preflight finds.
import { createHash } from 'node:crypto';
import type { Finding } from '@petstore/custom-domains/preflight';
import { structuredPatch } from 'diff';
import { addHost, type EditResult, type NewHost } from '../../../../infra/config/edit/edit.ts';
import { type Problem, ProblemsError } from '../../../../infra/config/problem.ts';
import type { StackText } from '../../../../infra/config/stack-file.ts';
import type { HostPlan, StackPlan } from '../../../../infra/plan/types.ts';
import { UsageError } from '../../../usage-error.ts';
import type { Context } from '../../context.ts';
import { readOutputs } from '../../deployed-hosts.ts';
import { editStack, proposeEdit } from '../../edit-stack.ts';
import { checkHosts } from '../../inspect.ts';
import { UnknownStateError } from '../../io.ts';
import { declaredHost } from '../../stack.ts';

export interface EditPreview {
  readonly problems: readonly Problem[];
  /** Each line with its sign; empty where there are problems. */
  readonly diff: readonly string[];
  /** Names the text of the file: an edit is written only where the file still has it. */
  readonly base: string;
  /** The stack with the edit; absent where there are problems. */
  readonly plan?: StackPlan;
}

export interface HostPreview extends EditPreview {
  readonly findings: readonly Finding[];
  /** Why DNS could not be read. */
  readonly unread?: string;
}

type Change = (file: StackText) => EditResult;

export function previewEdit(context: Context, change: Change): EditPreview {
  try {
    const { before, text, plan } = proposeEdit(context, change);
    return { problems: [], diff: lineDiff(before.text, text), base: baseOf(before), plan };
  } catch (error) {
    if (error instanceof ProblemsError) return { problems: error.problems, diff: [], base: '' };
    if (!(error instanceof UnknownStateError)) throw error;
    const [what = '', ...fix] = error.message.split('\n');
    const path = `Pulumi.${context.stack}.yaml`;
    return { problems: [{ code: 'unknown', path, what, fix: fix.join(';') }], diff: [], base: '' };
  }
}

/** Throws UsageError where the file is no longer the one of the preview, and ProblemsError where the edit is refused. */
export function writeEdit(context: Context, base: string | undefined, change: Change): Promise<boolean> {
  return editStack(context, (file) => {
    if (baseOf(file) !== base)
      throw new UsageError(
        `${file.name} has changed since this page showed it; nothing was written.`,
        'look at the change again',
      );
    return change(file);
  });
}

/** With what the preflight finds of a host that is added or changed, as `domains check` does it. `was`: before the edit. */
export async function previewHost(context: Context, added: NewHost, was: HostPlan | undefined) {
  const preview = previewEdit(context, (file) => addHost(file, added));
  if (preview.plan === undefined) return { ...preview, findings: [] };
  try {
    const before = was && new Map([[was.host, was]]);
    const plan = declaredHost(preview.plan, added.host);
    const [checked] = await checkHosts([plan], preview.plan, readOutputs(context), context, { before });
    return { ...preview, findings: checked?.findings ?? [] };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { ...preview, findings: [], unread: error.message };
  }
}

function baseOf({ text }: StackText): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** The changed lines, with one unchanged line around them; a line "…" stands for what is left out between two of them. */
export function lineDiff(before: string, after: string): string[] {
  const { hunks } = structuredPatch('', '', before, after, '', '', { context: 1 });
  return hunks.flatMap(({ lines }, index) => [
    ...(index === 0 ? [] : ['…']),
    // A line that begins with a backslash is about the end of the file.
    ...lines.filter((line) => !line.startsWith('\\')),
  ]);
}
