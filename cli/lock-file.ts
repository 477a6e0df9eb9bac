// A lock: a file whose name says which process holds it. What a killed one left is removed by the next.
// Not proper-lockfile: it judges by age, and of two that find an old lock, the second deletes what the first has just created.
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isRunning, thisProcess } from './running-process.ts';

export type Lock = { readonly release: () => void } | { readonly heldBy: number };

/** The file by which this process holds the lock `file`. */
export function ownLock(file: string): string {
  const { pid, started = '' } = thisProcess();
  return `${file}.${pid}.${started}`;
}

/**
 * `heldBy`: the id of the running process that holds it. Each writes its own file before it looks for others: two at the same time
 * never both have it, though both may be refused. Throws the system's error where the folder cannot be written.
 */
export function acquireLock(file: string): Lock {
  const own = ownLock(file);
  try {
    writeFileSync(own, '', { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return { heldBy: process.pid };
    throw error;
  }
  const release = () => rmSync(own, { force: true });
  const [folder, start] = [dirname(file), `${basename(file)}.`];
  for (const name of readdirSync(folder).filter((one) => one.startsWith(start))) {
    const [, id, started] = /^(\d+)\.([\w-]*)$/.exec(name.slice(start.length)) ?? [];
    if (id === undefined || join(folder, name) === own) continue;
    const pid = Number(id);
    if (!isRunning({ pid, started: started || undefined })) rmSync(join(folder, name), { force: true });
    else {
      release();
      return { heldBy: pid };
    }
  }
  return { release };
}
