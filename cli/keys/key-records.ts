// Keys as the commands find and show them: by an id, and as JSON.
import { command, type Shown, shown } from '@petstore/custom-domains/output';
import { stackOption } from '../../infra/plan/stack-option.ts';
import { type KeyRecord, keyId } from '../../service/keys/index.ts';
import { CommandError } from '../command-error.ts';
import { LOCAL_KEY_NAME } from '../local-files.ts';
import { LOCAL_STACK } from '../stack-names.ts';
import { terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';
import { isoTime } from './dates.ts';

/** The key that `npm run local` creates and prints: its next start replaces it, and revokes every other one of that name. */
export function isOwnOfLocal({ name }: KeyRecord, stack: string): boolean {
  return stack === LOCAL_STACK && name === LOCAL_KEY_NAME;
}

/** Throws UsageError where `id` is not of the form that `list` shows. */
export function checkId(id: string): void {
  if (/^[0-9a-f]{12}$/.test(id)) return;
  // The argument is not shown: it may be a key.
  throw new UsageError(
    'That is not the id of a key.',
    'copy it from npm run keys -- list; never give the key itself',
  );
}

/** Throws CommandError where no key of the stack has the id. */
export function findKey(all: readonly KeyRecord[], id: string, stack: string): KeyRecord {
  const found = all.find(({ hash }) => keyId(hash) === id);
  if (found !== undefined) return found;
  throw new CommandError(
    `${stack} has no key ${id}: ${command`npm run keys -- list ${stackOption(stack)}`} shows its keys`,
  );
}

/**
 * Times in ISO 8601, `lastUsedOn` a day of UTC. `expiresAt` is null for a key that never expires, `lastUsedOn` where no use
 * is recorded, `replacedBy`, an id, where it was not rotated.
 */
export function toJson({ hash, name, createdAt, lastUsedOn, expiresAt, replacedBy }: KeyRecord): object {
  return {
    id: keyId(hash),
    name,
    createdAt,
    lastUsedOn: lastUsedOn ?? null,
    expiresAt: expiresAt === undefined ? null : isoTime(expiresAt),
    replacedBy: replacedBy === undefined ? null : keyId(replacedBy),
  };
}

/** On standard error, with the mark of a warning. */
export function warn(text: Shown): void {
  const err = terminal(process.stderr);
  err.line(shown`${err.paint('yellow', '!')} ${text}`);
}
