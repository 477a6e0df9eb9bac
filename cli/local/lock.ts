// One local cloud per folder: a lock that the process holds while it runs.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from '../command-error.ts';
import { acquireLock } from '../lock-file.ts';

export const LOCK_FILE = 'lock';

/** Locks the folder. Throws CommandError where a running process holds the lock. */
export function lockFolder(folder: string): { release: () => void } {
  mkdirSync(folder, { recursive: true });
  const lock = acquireLock(join(folder, LOCK_FILE));
  if ('release' in lock) return lock;
  const { heldBy } = lock;
  throw new CommandError(
    `another "npm run local" of this folder is running (process ${heldBy}): stop it with Ctrl-C there, or kill ${heldBy}`,
  );
}
