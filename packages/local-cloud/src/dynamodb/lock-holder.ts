// Which process holds the lock of a LevelDB folder.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** proc_locks(5): in each line the fifth field is the process, the sixth the device and the inode of the file. */
const [PROCESS, FILE] = [4, 5];

/** The process id; undefined where the system does not report it. LevelDB locks its file LOCK with fcntl(2) (util/env_posix.cc). */
export function lockHolder(folder: string): number | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    const { ino } = statSync(join(folder, 'LOCK'));
    const lines = readFileSync('/proc/locks', 'utf8').split('\n');
    const held = lines.map((line) => line.trim().split(/\s+/)).find((one) => one[FILE]?.endsWith(`:${ino}`));
    const pid = Number(held?.[PROCESS]);
    return pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}
