// A DNS host that the stack has no access to: the host's owner sets the records.
import type { DnsHost } from '../descriptor.ts';

export const external = {
  id: 'external',
  title: 'its DNS host',
  nameServers: [],
  apex: 'external',
  // RFC 2181 8: an unsigned number of 31 bits.
  ttl: { range: [0, 2_147_483_647], because: 'the limits of DNS' },
  refusals: [],
  pulumi: async () => ({ adapter: (await import('./records.ts')).externalDns }),
} as const satisfies DnsHost;
