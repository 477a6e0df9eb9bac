// Records in a zone of each DNS host.
import type { ZoneDeclaration } from '@petstore/custom-domains/dns-hosts';
import type { Lifecycle } from '../lifecycle.ts';

export const CLOUDFLARE_ZONE = '5f0c3a9e7d1b42688b6e0d94c2f1a735';
export const ROUTE53_ZONE = 'Z0123456789SHOPLOCAL';

/** Seeded into the cloud before any lifecycle runs. */
export const zoneDeclarations: readonly ZoneDeclaration[] = [
  { name: 'shop.localhost', provider: 'cloudflare', zoneId: CLOUDFLARE_ZONE },
  { name: 'orders.localhost', provider: 'route53', zoneId: ROUTE53_ZONE },
];

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
