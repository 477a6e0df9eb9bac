// A lock: a file with the id of the process that holds it.
import { writeFileSync } from 'node:fs';

/** False where the file exists: another process holds the lock, or left it. */
export function createLock(file: string): boolean {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
