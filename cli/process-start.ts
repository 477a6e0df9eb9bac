// When a process started, as the system reports it: with its id, what tells it from a later process of the same id.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

export interface ProcessStart {
  /** To be compared with another one of the same system, and for nothing else. Undefined where the system does not report it. */
  readonly started: string | undefined;
  /** It has ended, and its parent has not asked for its exit status yet: its id is still taken. */
  readonly isZombie: boolean;
}

const UNKNOWN: ProcessStart = { started: undefined, isZombie: false };

/** Of a process that may have ended meanwhile. */
export function processStart(pid: number): ProcessStart {
  try {
    if (process.platform === 'linux') return linuxStart(readFileSync(`/proc/${pid}/stat`, 'utf8'));
    if (process.platform === 'darwin') return { started: darwinStart(pid), isZombie: false };
  } catch {
    // A process that ended, or one of another user on a system that hides those.
  }
  return UNKNOWN;
}

/** proc_pid_stat(5): the name of the program, in parentheses, may have any character; field 3 is the state, 22 the start. */
function linuxStart(stat: string): ProcessStart {
  const fields = stat.slice(stat.lastIndexOf(') ') + 2).split(' ');
  return { started: fields[19], isZombie: ['Z', 'X'].includes(fields[0] ?? '') };
}

/** In one zone and one language: both are in the text. */
const DARWIN_ENVIRONMENT = { TZ: 'UTC0', LC_ALL: 'C' };

function darwinStart(pid: number): string | undefined {
  const env = { ...process.env, ...DARWIN_ENVIRONMENT };
  const text = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8', env });
  return text.replace(/\n+$/, '') || undefined;
}

/** A shell command that prints the same text as `processStart`; undefined where that does not know it. Quotes: double ones only. */
export function startCommand(pid: number): string | undefined {
  if (process.platform === 'linux')
    return `sed -n "s/^.*) [^ZX] //p" /proc/${pid}/stat 2>/dev/null | cut -d " " -f 19`;
  if (process.platform === 'darwin') return `TZ=UTC0 LC_ALL=C ps -o lstart= -p ${pid} 2>/dev/null`;
  return undefined;
}

/** Milliseconds since 1970; undefined where the start is not known. */
export function startTime(pid: number): number | undefined {
  const { started } = processStart(pid);
  if (started === undefined) return undefined;
  if (process.platform === 'darwin') return Date.parse(`${started.trim()} UTC`);
  // In ticks since some moment, which this process's own start has in common with it.
  const own = Number(processStart(process.pid).started);
  return Date.now() - process.uptime() * 1000 + (Number(started) - own) * LINUX_TICK_MS;
}

/** USER_HZ is 100 on every architecture that Node.js runs on. */
const LINUX_TICK_MS = 10;
