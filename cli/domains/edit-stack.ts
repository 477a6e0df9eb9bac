// How every command changes a stack's file: whole, or not at all.
import { sync as writeFileAtomic } from 'write-file-atomic';
import type { EditResult } from '../../infra/config/edit/edit.ts';
import { ProblemsError } from '../../infra/config/problem.ts';
import { readStackFile, type StackText, stackFile } from '../../infra/config/stack-file.ts';
import { unwritable } from '../unwritable.ts';
import { UsageError } from '../usage-error.ts';
import type { Context } from './context.ts';

export interface ProposedEdit {
  readonly path: string;
  readonly before: StackText;
  /** The text of the file with the edit. */
  readonly text: string;
}

type Change = (file: StackText) => EditResult;

/** Changes nothing. Throws ProblemsError where the edit is refused. */
export function proposeEdit(
  { folder, stack }: Pick<Context, 'folder' | 'stack'>,
  change: Change,
): ProposedEdit {
  const path = stackFile(folder, stack);
  const before = readStackFile(path);
  if ('problems' in before) throw new ProblemsError(`Pulumi.${stack}.yaml`, before.problems);
  const edited = change(before);
  if ('problems' in edited) throw new ProblemsError(`Pulumi.${stack}.yaml`, edited.problems);
  return { path, before, text: edited.text };
}

/** Writes the edited text. Throws ProblemsError, and leaves the file unchanged, where the edit is refused. */
export function editStack(context: Pick<Context, 'folder' | 'stack'>, change: Change): void {
  const { path, text } = proposeEdit(context, change);
  // Renamed into place: a crash leaves the old file or the new one. Mode, owner and a symbolic link are preserved.
  try {
    writeFileAtomic(path, text);
  } catch (error) {
    const refused = unwritable(error, path);
    throw refused === undefined ? error : new UsageError(refused.what, refused.fix);
  }
}
