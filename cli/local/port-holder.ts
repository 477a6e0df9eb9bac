// Which process has a port of the loopback open: of another checkout of this project, its folder.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';

/** `"npm run local" of /home/me/petstore (process 71)`; undefined where the system does not report it, as of other users' processes. */
export function portHolder(port: number): string | undefined {
  if (process.platform !== 'linux') return undefined;
  const sockets = socketsOn(port);
  const pid = sockets.size === 0 ? undefined : processes().find((one) => hasOpen(one, sockets));
  return pid === undefined ? undefined : describe(pid);
}

/** proc_pid_net(5): in each line the second field is the local address, its port in hexadecimal, the fourth the state, the tenth the inode. */
const SOCKET_TABLES = ['tcp', 'tcp6', 'udp', 'udp6'];
const [ADDRESS, STATE, INODE] = [1, 3, 9];
/** include/net/tcp_states.h; a socket of UDP has no such state. */
const TCP_LISTEN = '0A';

/** As the links in `/proc/PID/fd` name them. */
function socketsOn(port: number): ReadonlySet<string> {
  const end = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const inodes = SOCKET_TABLES.flatMap((table) =>
    linesOf(`/proc/net/${table}`)
      .map((line) => line.trim().split(/\s+/))
      .filter((fields) => fields[ADDRESS]?.endsWith(end))
      .filter((fields) => table.startsWith('udp') || fields[STATE] === TCP_LISTEN)
      .map((fields) => `socket:[${fields[INODE]}]`),
  );
  return new Set(inodes);
}

const processes = (): string[] => orEmpty(() => readdirSync('/proc').filter((name) => /^\d+$/.test(name)));

function hasOpen(pid: string, sockets: ReadonlySet<string>): boolean {
  const folder = `/proc/${pid}/fd`;
  return orEmpty(() => readdirSync(folder)).some((fd) =>
    orEmpty(() => [readlinkSync(`${folder}/${fd}`)]).some((link) => sockets.has(link)),
  );
}

function describe(pid: string): string | undefined {
  const words = linesOf(`/proc/${pid}/cmdline`).join('\n').split('\0');
  const [folder] = orEmpty(() => [readlinkSync(`/proc/${pid}/cwd`)]);
  const isLocalCloud = words.some((word) => word.endsWith('cli/local/main.ts'));
  if (isLocalCloud && folder !== undefined) return `"npm run local" of ${folder} (process ${pid})`;
  const name = basename(words[0] ?? '');
  return name === '' ? undefined : `${name} (process ${pid})`;
}

const linesOf = (file: string): string[] => orEmpty(() => readFileSync(file, 'utf8').split('\n'));

/** A process may end meanwhile, and those of other users are not shown. */
function orEmpty(read: () => string[]): string[] {
  try {
    return read();
  } catch {
    return [];
  }
}
