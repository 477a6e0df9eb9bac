// The lab in other runtimes, where this machine has them: each has cryptography and sockets of its own.
import { execFile, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { startDns } from '../preflight/dns-server.ts';
import { anchorsOf, rewritten, when } from '../preflight/scenario.ts';
import { labCases, labInternet } from './lab.ts';

const cut = (reply: Buffer) => [rewritten(reply, { flags: 0x0200, answers: [] })];
const dns = await startDns(labInternet, {
  misbehave: (query, reply) =>
    query.transport === 'udp' ? when({ types: ['DNSKEY'] }, cut)(query, reply) : undefined,
});
afterAll(() => dns.close());

const CLIENT = fileURLToPath(new URL('./lab-client.ts', import.meta.url));
const isFound = (name: string) => spawnSync(name, ['--version']).status === 0;

/** `lacks`: the algorithms that it does not support, whose zones are not signed to it (RFC 4035 5.2). */
const RUNTIMES = [
  { name: 'node', args: ['--conditions=@petstore/source'], lacks: [] },
  // Bun 1.4.5 has BoringSSL.
  { name: 'bun', args: ['--conditions=@petstore/source'], lacks: ['algorithm-16'] },
  { name: 'deno', args: ['run', '--allow-all', '--conditions=@petstore/source'], lacks: [] },
];

test.each(RUNTIMES.filter(({ name }) => isFound(name)))('$name', async ({ name, args, lacks }) => {
  const order = {
    ...{ resolver: dns.resolver, authorityPort: dns.port, trustAnchors: anchorsOf(dns) },
    questions: labCases.map((one) => [one.name, one.type]),
  };
  const { stdout } = await promisify(execFile)(name, [...args, CLIENT, JSON.stringify(order)]);
  const verdicts = JSON.parse(stdout) as string[];
  const expected = labCases.map((one) => (lacks.includes(one.zone) ? 'insecure' : one.expected));
  const text = (all: readonly string[]) => all.map((one, index) => `${labCases[index]?.name} ${one}`);
  expect(text(verdicts)).toEqual(text(expected));
});
