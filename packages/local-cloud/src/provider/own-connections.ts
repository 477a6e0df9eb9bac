// The provider protocol has no credential: Pulumi's engine attaches to a port, and hands over nothing but what stacks have
// (`GetProviderAttachPort` in pulumi/pulumi, sdk/go/common/resource/plugin/provider_plugin.go). So the system says who connects.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { promisify } from 'node:util';

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

/** Whether the client's end is of this user. */
async function isOwn({ remoteAddress, remotePort = 0, localPort = 0 }: Socket): Promise<boolean> {
  const user = process.geteuid?.();
  if (remoteAddress !== '127.0.0.1' || user === undefined) return false;
  if (process.platform === 'linux') {
    // proc_pid_net(5). What is left of an end that was closed is of user 0; it is not established (01).
    const end = (port: number) => `(?:0100007F|7F000001):${port.toString(16).toUpperCase().padStart(4, '0')}`;
    const row = new RegExp(`: ${end(remotePort)} ${end(localPort)} 01 \\S+ \\S+ \\S+ +${user} `);
    return row.test(await readFile('/proc/net/tcp', 'utf8'));
  }
  // macOS has it. Without other rights, it lists this user's processes only.
  const established = ['-nP', '-a', '-u', `${user}`, `-iTCP@127.0.0.1:${remotePort}`, '-sTCP:ESTABLISHED'];
  const { stdout } = await promisify(execFile)('lsof', [...established, '-Fn']);
  return stdout.split('\n').includes(`n127.0.0.1:${remotePort}->127.0.0.1:${localPort}`);
}
