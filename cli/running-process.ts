// Whether a process runs that a file names: what a killed one left is not believed, nor is a later process of its id.
import { processStart, startTime } from './process-start.ts';

/** As files have it. */
export interface ProcessIdentity {
  readonly pid: number;
  /** See ProcessStart; absent where the system does not report it. */
  readonly started?: string | undefined;
}

let own: ProcessIdentity | undefined;

export function thisProcess(): ProcessIdentity {
  own ??= { pid: process.pid, started: processStart(process.pid).started };
  return own;
}

/** Also of another user, and of this process itself. Without a start on either side, the id decides. */
export function isRunning({ pid, started }: ProcessIdentity): boolean {
  if (!isIdTaken(pid)) return false;
  const present = processStart(pid);
  if (present.isZombie) return false;
  return started === undefined || present.started === undefined || present.started === started;
}

/** Whether the process of this id started after that time, in milliseconds since 1970. False where that is not known. */
export function startedAfter(pid: number, time: number): boolean {
  const start = startTime(pid);
  return start !== undefined && start > time + CLOCK_MARGIN_MS;
}

/** Both times are of the machine's clock, which is corrected now and then. */
const CLOCK_MARGIN_MS = 2_000;

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
