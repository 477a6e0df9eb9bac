// A lock: a file that names the process that holds it. The lock of a process that was killed is taken over, by one process only.
// Not proper-lockfile: it judges by age, and of two that find an old lock, the second deletes what the first has just created.
import { createHash, randomUUID } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { CommandError } from './command-error.ts';
import { isRunning, type ProcessIdentity, thisProcess } from './running-process.ts';

/** Each follows a lock that another process has removed. */
const MAX_ATTEMPTS = 100;

export type Lock = { readonly release: () => void } | { readonly heldBy: number };

/** `heldBy`: the id of the running process that holds it. Throws the system's error where the folder cannot be written. */
export function acquireLock(file: string): Lock {
  // No two locks have the same text, so a text that was read names one lock for ever.
  const text = `${JSON.stringify({ ...thisProcess(), lock: randomUUID() })}\n`;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    if (create(file, text)) return { release: () => remove(file, text) };
    const found = read(file);
    if (found === undefined) continue;
    const holder = holderOf(found);
    if (isRunning(holder)) return { heldBy: holder.pid };
    const taken = removeLeft(file, found);
    if (taken !== undefined) return taken;
  }
  throw new CommandError(`${file} can neither be created nor read: delete it`);
}

/**
 * Removes the lock with this text, which a process left that has ended. That is done under a lock of its own, named by the text: so
 * between the comparison and the removal, nobody else can have removed it and created another.
 */
function removeLeft(file: string, text: string): { readonly heldBy: number } | undefined {
  const name = createHash('sha256').update(text).digest('hex').slice(0, 12);
  const lock = acquireLock(`${file}.${name}`);
  if ('heldBy' in lock) return lock;
  try {
    remove(file, text);
  } finally {
    lock.release();
  }
}

/** False where the file exists. A link: with its text from the first moment, and never over a file that is there. */
function create(file: string, text: string): boolean {
  const written = `${file}.${randomUUID()}`;
  try {
    writeFileSync(written, text);
    linkSync(written, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(written, { force: true });
  }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function remove(file: string, text: string): void {
  if (read(file) === text) rmSync(file, { force: true });
}

/** After a power failure the file may be empty: then it names no process. */
function holderOf(text: string): ProcessIdentity {
  try {
    return { pid: 0, ...(JSON.parse(text) as Partial<ProcessIdentity>) };
  } catch {
    return { pid: 0 };
  }
}
