// Unbound as a judge: a validating resolver with the test's own trust anchor, which forwards to the test's resolver.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import dnsPacket from 'dns-packet';
import type { DsData } from './zone-signer.ts';

export interface Unbound {
  /** secure: AD is set; bogus: SERVFAIL; insecure: an answer without AD (RFC 4035 3.2.3). */
  verdict(name: string, type: string): Promise<'secure' | 'insecure' | 'bogus'>;
  close(): Promise<void>;
}

/** Where it is installed; undefined where it is not. */
export function unboundVersion(): string | undefined {
  const { stdout } = spawnSync('unbound', ['-V'], { encoding: 'utf8' });
  return /^Version (\S+)/m.exec(stdout ?? '')?.[1];
}

export async function startUnbound(upstream: number, anchors: readonly DsData[]): Promise<Unbound> {
  const folder = await mkdtemp(join(tmpdir(), 'unbound-'));
  const port = await freePort();
  const file = join(folder, 'unbound.conf');
  await writeFile(file, config(folder, port, upstream, anchors));
  const child = spawn('unbound', ['-d', '-c', file], { stdio: 'ignore' });
  await answers(port);
  return {
    verdict: (name, type) => verdict(port, name, type),
    close: async () => {
      await stop(child);
      await rm(folder, { recursive: true });
    },
  };
}

/** Its defaults, but for what keeps it off the loopback and off .test (RFC 6761). */
function config(folder: string, port: number, upstream: number, anchors: readonly DsData[]): string {
  const lines = anchors.map(
    ({ keyTag, algorithm, digestType, digest }) =>
      `  trust-anchor: ". DS ${keyTag} ${algorithm} ${digestType} ${digest.toString('hex')}"`,
  );
  return `server:
  interface: 127.0.0.1@${port}
  do-ip6: no
  do-not-query-localhost: no
  local-zone: "test." nodefault
  module-config: "validator iterator"
  chroot: ""
  username: ""
  directory: "${folder}"
  pidfile: ""
  use-syslog: no
  logfile: "${folder}/log"
  val-log-level: 2
${lines.join('\n')}
remote-control:
  control-enable: no
forward-zone:
  name: "."
  forward-addr: 127.0.0.1@${upstream}
`;
}

async function verdict(port: number, name: string, type: string) {
  const { rcode, flag_ad } = await query(port, name, type);
  if (rcode === 'SERVFAIL') return 'bogus';
  return flag_ad ? 'secure' : 'insecure';
}

interface Answered {
  readonly rcode: string;
  readonly flag_ad: boolean;
}

function query(port: number, name: string, type: string): Promise<Answered> {
  const opt = { type: 'OPT', name: '.', udpPayloadSize: 4096, extendedRcode: 0, ednsVersion: 0 } as const;
  const bytes = dnsPacket.encode({
    type: 'query',
    id: 1,
    flags: dnsPacket.RECURSION_DESIRED,
    questions: [{ name, type: type as 'A' }],
    additionals: [{ ...opt, flags: dnsPacket.DNSSEC_OK, flag_do: true, options: [] }],
  });
  const socket = createSocket('udp4');
  return new Promise<Answered>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer about ${name} ${type}`)), 8_000);
    socket.on('message', (message) => {
      clearTimeout(timer);
      socket.close();
      resolve(dnsPacket.decode(message) as unknown as Answered);
    });
    socket.send(bytes, port, '127.0.0.1');
  });

  function setTimeout(run: () => void, ms: number) {
    return globalThis.setTimeout(() => {
      socket.close();
      run();
    }, ms);
  }
}

async function answers(port: number): Promise<void> {
  for (let tries = 50; tries > 0; tries--) {
    const isUp = await Promise.race([
      query(port, 'localhost', 'A').then(
        () => true,
        () => false,
      ),
      delay(100, false),
    ]);
    if (isUp) return;
  }
  throw new Error('unbound does not start');
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const socket = createSocket('udp4').bind(0, '127.0.0.1', () => {
      const { port } = socket.address();
      socket.close(() => resolve(port));
    });
  });
}

function stop(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}
