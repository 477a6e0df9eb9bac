// One command at a time changes a file: a lock file beside it, with the id of the process that holds it.
import { existsSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLock } from '../lock-file.ts';
import { UsageError } from '../usage-error.ts';

/** An edit takes milliseconds; many that were started at once take their turns. */
const LIMIT_MS = 3_000;
const POLL_MS = 20;

/**
 * Runs `work` while no other command holds the lock of the file. Throws UsageError where it is held for 3 s. It never deletes the
 * lock of another process: two that both believed it to be left over would both run.
 */
export async function withFileLock(path: string, work: () => void): Promise<void> {
  const lock = `${existsSync(path) ? realpathSync(path) : path}.lock`;
  for (const end = Date.now() + LIMIT_MS; !createLock(lock); await sleep(POLL_MS)) {
    if (Date.now() > end) throw held(path, lock);
  }
  try {
    work();
  } finally {
    rmSync(lock, { force: true });
  }
}

function held(path: string, lock: string): UsageError {
  const pid = existsSync(lock) ? readFileSync(lock, 'utf8') : 'that has ended';
  return new UsageError(
    `Another command is changing ${path} (process ${pid}), so it was not changed here.`,
    `try again; if no such process runs, delete ${lock}`,
  );
}
