// A resolver on the loopback, as the local cloud's, without the option that tells the port of its zones' own servers.
import { expect, onTestFinished, test } from 'vitest';
import { check } from '../../src/preflight/check.ts';
import { createReader, type ReaderOptions } from '../../src/preflight/reader/reader.ts';
import { startDns } from './dns-server.ts';
import { cloudflareHost } from './plans.ts';

const zone = 'petstore.test';
const plan = cloudflareHost(`api.${zone}`, zone);
/** Nothing listens there, at either port. */
const CLOSED = '127.0.0.12';

/** What the finding about unreadable DNS advises; undefined where there is none. */
async function advice(options: ReaderOptions | 'right', address = '127.0.0.11'): Promise<string | undefined> {
  const nameServers = [`ns1.${zone}`];
  const dns = await startDns({
    [zone]: { on: ['127.0.0.11'], nameServers, records: [`ns1.${zone} A ${address}`] },
  });
  onTestFinished(() => dns.close());
  const given = options === 'right' ? { authorityPort: dns.port } : options;
  const reader = createReader({ resolver: dns.resolver, timeoutMs: 200, tries: 1, ...given });
  const [checked] = await check([plan], reader);
  const found = checked?.findings.find(({ code }) => code === 'dns-unreadable');
  return found?.fix.replaceAll(String(dns.port), 'PORT');
}

test.each([
  ['without a port', {}],
  ['with another port', { authorityPort: 1 }],
])('%s: the option, with its value', async (_, options) => {
  expect(await advice(options)).toMatch(
    /set authorityPort to PORT \(in a program an option of its Preflight; --authority-port of a command\)$/,
  );
});

const SERVERS = 'check that this machine is online and that the name servers respond on port 53';

test('an address that is refused is not a question of the port', async () => {
  expect(await advice({ addresses: 'global' })).toContain(SERVERS);
});

test('servers elsewhere, behind a forwarder on this machine, listen at 53', async () => {
  // TEST-NET-1 (RFC 5737) is refused, so that nothing is sent there.
  expect(await advice({ addresses: 'global' }, '192.0.2.1')).toContain(SERVERS);
});

test('at the right port, a server that does not respond keeps the usual advice', async () => {
  expect(await advice('right', CLOSED)).toContain(SERVERS);
});

test('a resolver that does not respond: the resolver', async () => {
  expect(await advice({ resolver: '127.0.0.1:1' })).toMatch(
    /that the resolver responds, or give another resolver/,
  );
});
