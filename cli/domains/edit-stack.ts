// How every command changes a stack's file: whole, or not at all.
import { sync as writeFileAtomic } from 'write-file-atomic';
import type { EditResult } from '../../infra/config/edit/edit.ts';
import { ProblemsError } from '../../infra/config/problem.ts';
import { readStackFile, type StackText, stackFile } from '../../infra/config/stack-file.ts';
import { unwritable } from '../unwritable.ts';
import { UsageError } from '../usage-error.ts';
import type { Context } from './context.ts';

/** Writes the edited text. Throws ProblemsError, and leaves the file unchanged, where the edit is refused. */
export function editStack({ folder, stack }: Context, change: (file: StackText) => EditResult): void {
  const path = stackFile(folder, stack);
  const file = readStackFile(path);
  const edited = 'problems' in file ? file : change(file);
  if ('problems' in edited) throw new ProblemsError(`Pulumi.${stack}.yaml`, edited.problems);
  // Renamed into place: a crash leaves the old file or the new one. Mode, owner and a symbolic link are preserved.
  try {
    writeFileAtomic(path, edited.text);
  } catch (error) {
    const refused = unwritable(error, path);
    throw refused === undefined ? error : new UsageError(refused.what, refused.fix);
  }
}
