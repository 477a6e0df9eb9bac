// The changes of a stack's file that a move makes, one for each of its steps.
import {
  addHost,
  addMove,
  type EditResult,
  type NewHost,
  removeMove,
} from '../../../infra/config/edit/edit.ts';
import type { NamedRecord } from '../../../infra/config/moves.ts';
import type { StackText } from '../../../infra/config/stack-file.ts';

export type FileChange =
  /** The host, where `added` has it, and its entry in petstore:moving. */
  | { readonly kind: 'declare'; readonly host: string; readonly added?: NewHost }
  | { readonly kind: 'name'; readonly host: string; readonly replaces: readonly NamedRecord[] }
  | { readonly kind: 'finish'; readonly host: string };

export function applyChange(file: StackText, change: FileChange): EditResult {
  const { host } = change;
  if (change.kind === 'finish') return removeMove(file, host);
  if (change.kind === 'name') return addMove(file, { host, replaces: change.replaces });
  const declared = change.added === undefined ? { text: file.text } : addHost(file, change.added);
  return 'problems' in declared ? declared : addMove({ ...file, text: declared.text }, { host });
}
