// Name servers with IPv6 only: queried where the machine has IPv6, skipped where it does not.
import { expect, test } from 'vitest';
import { check } from '../../src/preflight/check.ts';
import { createReader } from '../../src/preflight/reader/reader.ts';
import { startDns } from './dns-server.ts';
import type { Internet } from './internet.ts';
import { cloudflareHost } from './plans.ts';

const plan = cloudflareHost('api.petstore.test', 'petstore.test');
const fixture = (servers: readonly string[]): Internet => ({
  'petstore.test': {
    on: ['127.0.0.11'],
    nameServers: servers,
    records: ['four.petstore.test A 127.0.0.11', 'six.petstore.test AAAA 2001:db8::53'],
  },
});

async function findings(servers: readonly string[]): Promise<string[]> {
  const dns = await startDns(fixture(servers));
  try {
    const reader = createReader({ resolver: dns.resolver, authorityPort: dns.port, timeoutMs: 200 });
    const assigned = new Map([['petstore.test', { kind: 'known', nameServers: servers } as const]]);
    const [checked] = await check([plan], { ...reader, reaches: () => false }, { assigned });
    return (checked?.findings ?? []).map(({ severity, code, found }) => `${severity} ${code}: ${found}`);
  } finally {
    await dns.close();
  }
}

test('one of two, on a machine without IPv6: not a failure', async () => {
  expect(await findings(['four.petstore.test', 'six.petstore.test'])).toEqual([]);
});

test('the only one, on a machine without IPv6: could not be read', async () => {
  expect(await findings(['six.petstore.test'])).toEqual([
    'blocked dns-unreadable: six.petstore.test has only 2001:db8::53, and this machine has no IPv6',
  ]);
});
