// Unbound as a judge of the lab, where it is installed: a validating resolver with the test's own trust anchor, which forwards
// to the test's resolver. It comes to the same verdict of every zone.
import { spawn, spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import dnsPacket from 'dns-packet';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../../../test/cli/folder.ts';
import { dsText } from '../../src/dnssec/signature.ts';
import { startDns, type TestDns } from '../preflight/dns-server.ts';
import { anchorsOf } from '../preflight/scenario.ts';
import { labCases, labInternet } from './lab.ts';

const { stdout } = spawnSync('unbound', ['-V'], { encoding: 'utf8' });
const version = /^Version (\S+)/m.exec(stdout ?? '')?.[1];

/** None of the test's own servers has it, so that the port of these is free there. */
const ADDRESS = '127.0.0.99';

/** Its defaults, but for what keeps it off the loopback and off .test (RFC 6761). */
function config(folder: string, dns: TestDns): string {
  const anchors = anchorsOf(dns).map((one) => `  trust-anchor: ". DS ${dsText(one)}"`);
  return `server:
  interface: ${ADDRESS}@${dns.port}
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
${anchors.join('\n')}
remote-control:
  control-enable: no
forward-zone:
  name: "."
  forward-addr: 127.0.0.1@${dns.port}
`;
}

/** secure: AD is set; bogus: SERVFAIL; insecure: an answer without AD (RFC 4035 3.2.3); undefined: no answer in that time. */
async function verdictOf(port: number, name: string, type: string, timeoutMs = 8_000) {
  const socket = createSocket('udp4');
  const opt = { type: 'OPT', name: '.', udpPayloadSize: 4096, extendedRcode: 0, ednsVersion: 0 } as const;
  const query = dnsPacket.encode({
    ...{ type: 'query', id: 1, flags: dnsPacket.RECURSION_DESIRED },
    questions: [{ name, type: type as 'A' }],
    additionals: [{ ...opt, flags: dnsPacket.DNSSEC_OK, flag_do: true, options: [] }],
  });
  try {
    const received = once(socket, 'message', { signal: AbortSignal.timeout(timeoutMs) });
    socket.send(query, port, ADDRESS);
    const reply = dnsPacket.decode((await received)[0] as Buffer);
    if ((reply as unknown as { rcode: string }).rcode === 'SERVFAIL') return 'bogus';
    return reply.flag_ad ? 'secure' : 'insecure';
  } catch {
    return undefined;
  } finally {
    socket.close();
  }
}

/** Skipped in one line where Unbound is not installed. */
test.skipIf(version === undefined)(`Unbound ${version ?? '(not installed)'}`, async () => {
  const folder = temporaryFolder();
  await using dns = await startDns(labInternet);
  writeFileSync(join(folder, 'unbound.conf'), config(folder, dns));
  const unbound = spawn('unbound', ['-d', '-c', join(folder, 'unbound.conf')], { stdio: 'ignore' });
  onTestFinished(async () => {
    unbound.kill('SIGTERM');
    await once(unbound, 'exit');
  });
  while ((await verdictOf(dns.port, 'localhost', 'A', 1_000)) === undefined) await delay(100);
  for (const { name, type, expected } of labCases) {
    const isPlain = expected === 'secure' || expected === 'insecure';
    // The DS record of a wildcard, which Unbound takes (lab.ts says why it is not taken here).
    const other = name === 'www.child.wild-ds.test' ? 'secure' : 'bogus';
    expect.soft(await verdictOf(dns.port, name, type), `${name} ${type}`).toBe(isPlain ? expected : other);
  }
});
