// `.local/`: for its owner alone, as it holds an API key, the certificate authority's key and the secret of a run; and for one run at
// a time, by a lock that the process holds while it runs.
import { chmodSync, lstatSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from '../command-error.ts';
import { acquireLock, ownLock } from '../lock-file.ts';
import { ENVIRONMENT_FILE } from './engine-environment.ts';

const OTHERS = 0o077;

/** Takes the rights of all others from the folder and from what is in it; links are not followed. */
export function makePrivate(path: string): void {
  // Absent where another program, such as a run of the engine, has just removed it.
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined || found.isSymbolicLink()) return;
  if ((found.mode & OTHERS) !== 0) chmodSync(path, found.mode & 0o7777 & ~OTHERS);
  if (found.isDirectory()) for (const name of readdirSync(path)) makePrivate(join(path, name));
}

const LOCK = 'lock';
/** That of this process, while it has the folder. */
export const LOCK_FILE = ownLock(LOCK);

/** Locks the folder. Throws CommandError where a running process holds the lock. */
export function lockFolder(folder: string): { release: () => void } {
  // Not `recursive`: with it, Node reports a read-only file system as ENOENT.
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) mkdirSync(folder);
  const lock = acquireLock(join(folder, LOCK));
  if ('release' in lock) return lock;
  const { heldBy } = lock;
  throw new CommandError(
    `another "npm run local" of this folder is running (process ${heldBy}): stop it with Ctrl-C there, or kill ${heldBy}`,
  );
}

/** With Pulumi's engine the cloud and the state are in folders of their own. */
const OF_ENGINE: ReadonlySet<string> = new Set(['engine', 'pulumi', ENVIRONMENT_FILE]);

/** What earlier runs of one of the two engines have left; that of the other one stays. Returns the names. */
export function deleteEarlier(folder: string, engine: boolean): string[] {
  const names = readdirSync(folder).filter((name) => name !== LOCK_FILE && OF_ENGINE.has(name) === engine);
  for (const name of names) rmSync(join(folder, name), { recursive: true, force: true });
  return names;
}
