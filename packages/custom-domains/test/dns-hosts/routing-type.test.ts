// The type of a routing record is what its DNS host is told to set.
import { expect, test } from 'vitest';
import { routingType, type ZoneRef } from '../../src/dns-hosts/zone.ts';

test.each<[string, boolean, ZoneRef, string]>([
  [
    'a CNAME at the apex, which Cloudflare flattens',
    true,
    { provider: 'cloudflare', name: 'a.example' },
    'CNAME',
  ],
  ['the alias records of Route 53', true, { provider: 'route53', name: 'a.example' }, 'ALIAS'],
  ['an apex of an owner', true, { provider: 'external', verified: false }, 'ALIAS'],
  ['a subdomain', false, { provider: 'route53', name: 'a.example' }, 'CNAME'],
])('%s', (_, apex, zone, type) => {
  expect(routingType({ apex, zone })).toBe(type);
});
