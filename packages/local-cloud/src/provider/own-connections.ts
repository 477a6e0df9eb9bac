// The provider protocol has no credential: Pulumi's engine attaches to a port, and hands over nothing but what stacks have
// (`GetProviderAttachPort` in pulumi/pulumi, sdk/go/common/resource/plugin/provider_plugin.go). So the system says who connects.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { promisify } from 'node:util';

/** Both on 127.0.0.1. */
interface Ports {
  readonly client: number;
  readonly server: number;
}

/**
 * Passes on connections of this user's processes. Any other is closed, and nothing is made of what it sends, also where the system
 * does not say whose it is; `onRefused` is called then.
 */
export function ownConnections(onConnection: (socket: Socket) => void, onRefused: () => void): Server {
  return createServer(async (socket) => {
    // A reset while the system is asked.
    socket.on('error', () => undefined);
    if (await isOwn(socket).catch(() => false)) return onConnection(socket);
    socket.destroy();
    onRefused();
  });
}

async function isOwn({ remoteAddress, remotePort: client, localPort: server }: Socket): Promise<boolean> {
  const user = process.geteuid?.();
  if (remoteAddress !== '127.0.0.1' || client === undefined || server === undefined || user === undefined)
    return false;
  if (process.platform === 'linux')
    return ownerOf({ client, server }, await readFile('/proc/net/tcp', 'utf8')) === user;
  return isListed({ client, server }, user);
}

/**
 * The user id of the client's end of a connection, by the text of /proc/net/tcp (proc_pid_net(5)). Undefined where the client has
 * closed it: what is left of it belongs to user 0 there.
 */
export function ownerOf({ client, server }: Ports, text: string): number | undefined {
  const end = (port: number) => `(?:0100007F|7F000001):${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const ESTABLISHED = '01';
  const row = new RegExp(`: ${end(client)} ${end(server)} ${ESTABLISHED} \\S+ \\S+ \\S+ +(\\d+) `);
  const user = row.exec(text)?.[1];
  return user === undefined ? undefined : Number(user);
}

/** By lsof, which macOS has: whether a process of the user has the client's end of the connection. */
async function isListed({ client, server }: Ports, user: number): Promise<boolean> {
  const ofUser = ['-nP', '-a', '-u', String(user), `-iTCP@127.0.0.1:${client}`, '-sTCP:ESTABLISHED', '-Fn'];
  const { stdout } = await promisify(execFile)('lsof', ofUser);
  return stdout.split('\n').includes(`n127.0.0.1:${client}->127.0.0.1:${server}`);
}
