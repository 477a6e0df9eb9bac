// A lock: a file whose name says which process holds it, and whether that process runs: what a killed one left is removed by the
// next, and a later process of its id is not believed.
// Not proper-lockfile: it judges by age, and of two that find an old lock, the second deletes what the first has just created.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

type Lock = { readonly release: () => void } | { readonly heldBy: number };

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
  const release = () => {
    try {
      rmSync(own, { force: true });
    } catch {
      // In a folder that cannot be written any more it stays, and holds nothing once this process has ended.
    }
  };
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

/** How a file names a process. */
export interface ProcessIdentity {
  readonly pid: number;
  /** As `processStart` gives it; absent where the system does not report it. */
  readonly started?: string | undefined;
}

let own: ProcessIdentity | undefined;

export function thisProcess(): ProcessIdentity {
  own ??= { pid: process.pid, started: processStart(process.pid) };
  return own;
}

/** It may be another user's, or this process itself. Without a start on either side, the id decides. */
export function isRunning({ pid, started }: ProcessIdentity): boolean {
  if (!isIdTaken(pid)) return false;
  const present = processStart(pid);
  return present !== ENDED && (started === undefined || present === undefined || present === started);
}

function isIdTaken(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it runs, as another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The start of a process that has ended, and whose parent has not asked for its exit status yet: its id is still taken. */
const ENDED = 'ended';

/** With its id, what tells a process from a later one of the same id. Undefined where the system does not report it. */
export function processStart(pid: number): string | undefined {
  try {
    if (process.platform === 'linux') return linuxStart(readFileSync(`/proc/${pid}/stat`, 'utf8'));
    if (process.platform === 'darwin') return darwinStart(pid);
  } catch {
    // The process has ended, or it is another user's on a system that hides those.
  }
  return undefined;
}

/** proc_pid_stat(5): the name of the program, in parentheses, may have any character; field 3 is the state, 22 the start. */
function linuxStart(stat: string): string | undefined {
  const fields = stat.slice(stat.lastIndexOf(') ') + 2).split(' ');
  return ['Z', 'X'].includes(fields[0] ?? '') ? ENDED : fields[19];
}

/** The text depends on the zone and the language, so it is asked for in one of each; locks have it in their names. */
function darwinStart(pid: number): string | undefined {
  const env = { ...process.env, TZ: 'UTC0', LC_ALL: 'C' };
  const text = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8', env });
  return text.trim().replaceAll(/\W+/g, '-') || undefined;
}
