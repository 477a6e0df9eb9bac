// Whose a connection is. The provider protocol has no credential: Pulumi's engine connects to a port, and whoever else does gets what a
// program may ask (sdk/go/common/resource/plugin/provider_plugin.go in pulumi/pulumi). So the system says who connects.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';

/** Whether the client's end is of a process of this user, on 127.0.0.1; false where the system does not say. */
export function isOwn({ remoteAddress, remotePort = 0, localPort = 0 }: Socket): boolean {
  const user = process.geteuid?.();
  if (remoteAddress !== '127.0.0.1' || user === undefined) return false;
  try {
    if (process.platform === 'linux') {
      // proc_pid_net(5). What is left of an end that was closed is of user 0; it is not established (01).
      const end = (port: number) =>
        `(?:0100007F|7F000001):${port.toString(16).toUpperCase().padStart(4, '0')}`;
      const row = new RegExp(`: ${end(remotePort)} ${end(localPort)} 01 \\S+ \\S+ \\S+ +${user} `);
      return row.test(readFileSync('/proc/net/tcp', 'utf8'));
    }
    // macOS has it. Without other rights, it lists this user's processes only.
    const established = ['-a', '-u', `${user}`, `-iTCP@127.0.0.1:${remotePort}`, '-sTCP:ESTABLISHED'];
    const list = execFileSync('lsof', ['-nP', ...established, '-Fn'], { encoding: 'utf8', timeout: 5_000 });
    return list.split('\n').includes(`n127.0.0.1:${remotePort}->127.0.0.1:${localPort}`);
  } catch {
    return false;
  }
}
