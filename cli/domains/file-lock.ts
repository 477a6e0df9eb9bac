// One command at a time changes a file: a lock beside it.
import { existsSync, realpathSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { acquireLock, type Lock } from '../lock-file.ts';
import { UsageError } from '../usage-error.ts';

/** An edit takes milliseconds; many that were started at once take their turns. */
const LIMIT_MS = 3_000;
const POLL_MS = 20;

/** Runs `work` while no other command holds the lock of the file. Throws UsageError where a running process holds it for 3 s. */
export async function withFileLock<Result>(path: string, work: () => Result): Promise<Result> {
  const { release } = await lockOf(path);
  try {
    return work();
  } finally {
    release();
  }
}

async function lockOf(path: string): Promise<Exclude<Lock, { heldBy: number }>> {
  const file = `${existsSync(path) ? realpathSync(path) : path}.lock`;
  for (const end = Date.now() + LIMIT_MS; ; await sleep(POLL_MS)) {
    const lock = acquireLock(file);
    if ('release' in lock) return lock;
    if (Date.now() > end) throw held(path, lock.heldBy);
  }
}

function held(path: string, pid: number): UsageError {
  return new UsageError(
    `Another command is changing ${path} (process ${pid}), so it was not changed here.`,
    'try again when it has ended',
  );
}
