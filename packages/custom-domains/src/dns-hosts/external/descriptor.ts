// A DNS host that the stack has no access to: the host's owner sets the records.
import type { DnsHost } from '../descriptor.ts';

export const external = {
  id: 'external',
  title: 'its DNS host',
  nameServers: [],
  apex: 'external',
  refusals: [],
  adapter: async () => (await import('./records.ts')).externalDns,
} as const satisfies DnsHost;
