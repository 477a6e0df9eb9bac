// How every command changes a stack's file: whole, or not at all, and never over what somebody else changed meanwhile.
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { sync as writeFileAtomic } from 'write-file-atomic';
import { declaredPlaces } from '../../infra/config/declared.ts';
import { remainingProblems } from '../../infra/config/edit/apply.ts';
import type { EditResult } from '../../infra/config/edit/edit.ts';
import { isInList } from '../../infra/config/edit/hosts.ts';
import { hostsInTwoStacks, uncomparedStacks } from '../../infra/config/other-stacks.ts';
import { type Problem, ProblemsError, RefusedEditError } from '../../infra/config/problem.ts';
import {
  parseStackText,
  readStackFile,
  type StackText,
  stackFile,
  stackOf,
} from '../../infra/config/stack-file.ts';
import { acquireLock, type Lock } from '../lock-file.ts';
import { unwritable } from '../unwritable.ts';
import { UsageError } from '../usage-error.ts';
import type { StackPlace } from './context.ts';
import { UnknownStateError } from './errors.ts';

interface ProposedEdit {
  readonly path: string;
  readonly before: StackText;
  /** The text of the file with the edit. */
  readonly text: string;
}

type Change = (file: StackText) => EditResult;

/**
 * Changes nothing. Throws RefusedEditError where the edit would cause a problem, ProblemsError where the file has one that would
 * remain, and UncomparedStackError where it adds a host that another stack may have.
 */
export function proposeEdit({ folder, stack }: StackPlace, change: Change): ProposedEdit {
  const path = stackFile(folder, stack);
  const name = `Pulumi.${stack}.yaml`;
  const before = readStackFile(path);
  if ('problems' in before) throw new ProblemsError(name, before.problems);
  const parsed = parseStackText(before);
  if ('problems' in parsed) throw new ProblemsError(name, parsed.problems);
  const edited = change(before);
  const problems = 'problems' in edited ? edited.problems : newlyShared(folder, before, edited.text);
  if ('problems' in edited || problems.length > 0) throw new RefusedEditError(name, problems);
  // An edit may correct a problem of the file; with those that remain, no stack can be read from the file to go on with.
  const remaining = remainingProblems(before, edited.text);
  if (remaining.length > 0) throw new ProblemsError(name, remaining);
  assertCompared(folder, before, edited.text);
  return { path, before, text: edited.text };
}

/** Whether another stack has a host that the edit adds could not be found out, and nothing was written. */
export class UncomparedStackError extends UnknownStateError {
  /** For what shows the problems of an edit. */
  readonly problems: readonly Problem[];

  constructor(file: string, hosts: readonly string[], sentences: readonly string[]) {
    const fix = `correct ${sentences.length === 1 ? 'that file' : 'those files'} first, then repeat this`;
    const may = `another stack may have ${hosts.join(', ')} too`;
    super([`${file} was not changed: ${may}.`, ...sentences, fix].join('\n  '));
    this.problems = sentences.map((what) => ({ code: 'uncompared-stack', path: file, what, fix }));
  }
}

/** A host belongs to one stack: none is added while the file of another stack, which may have it, cannot be read. */
function assertCompared(folder: string, before: StackText, text: string): void {
  const known = new Set(ownHosts(before));
  const added = ownHosts({ ...before, text }).filter((host) => !known.has(host));
  const sentences = added.length === 0 ? [] : uncomparedStacks(folder, stackOf(before.name) ?? '');
  if (sentences.length > 0) throw new UncomparedStackError(before.name, added, sentences);
}

/** Those that no other stack may have: one that moves in is in the file of its old stack too. */
function ownHosts(file: StackText): string[] {
  const parsed = parseStackText(file);
  if ('problems' in parsed) return [];
  const hosts = declaredPlaces(parsed.raw).map(({ host }) => host);
  return hosts.filter((host) => host !== '' && !isInList(parsed.raw, 'petstore:moving', host));
}

/** The hosts that only the edit takes from another stack: a file that has such a host can still be edited. */
function newlyShared(folder: string, before: StackText, text: string): Problem[] {
  const known = new Set(hostsInTwoStacks(folder, before).map(({ what }) => what));
  return hostsInTwoStacks(folder, { ...before, text }).filter(({ what }) => !known.has(what));
}

/**
 * Writes the edited text. Resolves to whether it differs. Throws as `proposeEdit` does, and leaves the file unchanged then. `change`
 * may be called several times: on the text of each moment.
 */
export async function editStack(place: StackPlace, change: Change): Promise<boolean> {
  const path = stackFile(place.folder, place.stack);
  try {
    const { release } = await lockOf(path);
    try {
      return editUnchanged(place, change);
    } finally {
      release();
    }
  } catch (error) {
    const refused = unwritable(error, path);
    throw refused === undefined ? error : new UsageError(refused.what, refused.fix);
  }
}

/** The lock excludes other commands; an editor knows nothing of it, so the text is compared before each write. */
function editUnchanged(place: StackPlace, change: Change): boolean {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const { path, before, text } = proposeEdit(place, change);
    if (readFileSync(path, 'utf8') !== before.text) continue;
    if (text === before.text) return false;
    // Renamed into place: a crash leaves the old file or the new one. Mode, owner and a symbolic link are preserved.
    writeFileAtomic(path, text);
    return true;
  }
  throw new UsageError(
    `Pulumi.${place.stack}.yaml changes all the time, so it was not changed here.`,
    'try again when whatever changes it has ended',
  );
}

const MAX_ATTEMPTS = 5;

/** An edit takes milliseconds; many that were started at once take their turns. */
const LIMIT_MS = 3_000;
const POLL_MS = 20;

/** Throws UsageError where a running process holds the lock of the file for 3 s. */
async function lockOf(path: string): Promise<Exclude<Lock, { heldBy: number }>> {
  const file = `${existsSync(path) ? realpathSync(path) : path}.lock`;
  for (const end = Date.now() + LIMIT_MS; ; await sleep(POLL_MS)) {
    const lock = acquireLock(file);
    if ('release' in lock) return lock;
    if (Date.now() > end)
      throw new UsageError(
        `Another command is changing ${path} (process ${lock.heldBy}), so it was not changed here.`,
        'try again when it has ended',
      );
  }
}
