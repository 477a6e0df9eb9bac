// How every command changes a stack's file: whole, or not at all, and never over what somebody else changed meanwhile.
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { UsageError } from '@petstore/custom-domains/output';
import { replaceFile } from '@petstore/local-cloud/replace-file';
import { declaredPlaces } from '../../infra/config/declared.ts';
import { type EditResult, remainingProblems } from '../../infra/config/edit/edit.ts';
import { hostsInTwoStacks, uncomparedStacks } from '../../infra/config/other-stacks.ts';
import { type Problem, ProblemsError } from '../../infra/config/problem.ts';
import {
  parseStackText,
  readStackFile,
  type StackText,
  settingsOf,
  stackFile,
} from '../../infra/config/stack-file.ts';
import { planStack } from '../../infra/plan/plan-stack.ts';
import { acquireLock } from '../lock-file.ts';
import { unwritable } from '../unwritable.ts';
import type { StackPlace } from './context.ts';
import { UnknownStateError } from './io.ts';

export type Change = (file: StackText) => EditResult;

export type Proposed = ReturnType<typeof proposeEdit>;

/** The file, and its text and plan with the edit; nothing is written. Throws ProblemsError, and UnknownStateError where another stack may have the host. */
export function proposeEdit({ folder, stack }: StackPlace, change: Change) {
  const name = `Pulumi.${stack}.yaml`;
  const before = readStackFile(stackFile(folder, stack));
  if ('problems' in before) throw new ProblemsError(name, before.problems);
  const parsed = parseStackText(before);
  if ('problems' in parsed) throw new ProblemsError(name, parsed.problems);
  const edited = change(before);
  const problems = 'problems' in edited ? edited.problems : newlyShared(folder, before, edited.text);
  if ('problems' in edited || problems.length > 0) {
    const places = problems.some(({ place }) => place !== undefined)
      ? ' (places as in the changed file)'
      : '';
    throw new ProblemsError(`The change of ${name}`, problems, `; the file was not changed${places}`);
  }
  const { text } = edited;
  const after = settingsOf(stack, { ...before, text });
  // An edit may correct a problem of the file; with those that remain, no stack can be read from the file to go on with.
  if ('problems' in after) throw new ProblemsError(name, remainingProblems(before, text));
  const plan = planStack(after.settings);
  // A host belongs to one stack: none is added while the file of another stack, which may have it, cannot be read.
  const had = new Set(declaredPlaces(parsed.raw).map(({ host }) => host));
  const isAdding = plan.hosts.some(({ host }) => !had.has(host));
  const unread = isAdding ? uncomparedStacks(folder, stack) : [];
  if (unread.length === 0) return { before, text, plan };
  const what = `${name} was not changed: another stack may have the host too.`;
  throw new UnknownStateError([what, ...unread, 'correct that file first, then repeat this'].join('\n  '));
}

/** The hosts that only the edit takes from another stack: a file that has such a host can still be edited. */
function newlyShared(folder: string, before: StackText, text: string): Problem[] {
  const known = new Set(hostsInTwoStacks(folder, before).map(({ what }) => what));
  return hostsInTwoStacks(folder, { ...before, text }).filter(({ what }) => !known.has(what));
}

/** Throws as `proposeEdit` does, and UsageError where somebody else changes the file meanwhile. */
export async function editStack(place: StackPlace, change: Change): Promise<void> {
  const path = stackFile(place.folder, place.stack);
  try {
    const lock = acquireLock(`${existsSync(path) ? realpathSync(path) : path}.lock`);
    if ('heldBy' in lock) throw changedMeanwhile(path, `Another command (process ${lock.heldBy})`);
    try {
      const { before, text } = proposeEdit(place, change);
      // The lock excludes other commands; an editor knows nothing of it.
      if (readFileSync(path, 'utf8') !== before.text) throw changedMeanwhile(path, 'Another program');
      // Renamed into place: a crash leaves the old file or the new one. Mode, owner and a symbolic link are preserved.
      if (text !== before.text) replaceFile(path, text);
    } finally {
      lock.release();
    }
  } catch (error) {
    throw unwritable(error, path) ?? error;
  }
}

function changedMeanwhile(path: string, who: string): UsageError {
  return new UsageError(`${who} is changing ${path}, so it was not changed.`, 'try again when it has ended');
}
