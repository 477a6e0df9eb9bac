// Records in a zone of each DNS host.
import { CLOUDFLARE_ZONE, ROUTE53_ZONE } from '../../dns/client.ts';
import type { Lifecycle } from '../lifecycle.ts';

export const zones: readonly Lifecycle[] = [
  {
    type: 'aws:route53/record:Record',
    computes: ['fqdn'],
    script: async () => ({
      inputs: {
        ...{ zoneId: ROUTE53_ZONE, name: 'a.orders.localhost', type: 'A', ttl: 60, records: ['192.0.2.1'] },
      },
      updates: [{ ttl: 120 }, { records: ['192.0.2.2', '192.0.2.3'] }],
      replaces: { name: 'b.orders.localhost' },
    }),
  },
  {
    type: 'cloudflare:index/dnsRecord:DnsRecord',
    computes: ['createdOn', 'modifiedOn', 'proxiable'],
    script: async () => ({
      inputs: {
        ...{ zoneId: CLOUDFLARE_ZONE, name: 'a.shop.localhost', type: 'A', ttl: 1, content: '192.0.2.1' },
      },
      updates: [{ comment: 'orders' }, { name: 'b.shop.localhost' }],
      replaces: { type: 'AAAA', content: '2001:db8::1' },
    }),
  },
];
