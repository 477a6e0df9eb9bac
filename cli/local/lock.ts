// One local cloud per folder: a lock file with the id of the process that holds it.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from '../command-error.ts';
import { createLock } from '../lock-file.ts';
import { isProcessRunning } from '../running-process.ts';

export const LOCK_FILE = 'lock';

/** Locks the folder. Throws CommandError where a running process holds the lock; the lock of a crashed one is replaced. */
export function lockFolder(folder: string): { release: () => void } {
  const file = join(folder, LOCK_FILE);
  mkdirSync(folder, { recursive: true });
  if (!createLock(file)) {
    const pid = Number(readFileSync(file, 'utf8'));
    if (isRunning(pid)) {
      throw new CommandError(
        `another "npm run local" of this folder is running (process ${pid}): stop it with Ctrl-C there, or kill ${pid}`,
      );
    }
    rmSync(file, { force: true });
    if (!createLock(file))
      throw new CommandError('another "npm run local" of this folder is starting: try again');
  }
  return { release: () => rmSync(file, { force: true }) };
}

/** Whether a process with that id, other than this one, is running: a lock with this one's is of an earlier process. */
export function isRunning(pid: number): boolean {
  return pid !== process.pid && isProcessRunning(pid);
}
