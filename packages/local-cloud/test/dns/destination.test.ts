// Where the look-up of a host ends: the name that has the addresses, or why there is none.
import { expect, test } from 'vitest';
import { resource } from '../support/cloud.ts';
import { CLOUDFLARE_ZONE, dnsWith, hostedHandlers, ROUTE53_ZONE } from './client.ts';

const GATEWAY = 'd-0a1b2c3d4e.execute-api.eu-west-1.localhost';
const GATEWAY_ZONE = 'ZLY8HYME6SFDD';
const CDN = 'd111111abcdef8.cloudfront.localhost';
const CDN_ZONE = 'Z2FDTNDATAQYW2';

function fixture(text = '') {
  const dns = dnsWith(text);
  dns.publish(GATEWAY, GATEWAY_ZONE);
  dns.publish(CDN, CDN_ZONE);
  const cloudflare = resource(hostedHandlers(dns), 'cloudflare:index/dnsRecord:DnsRecord');
  const route53 = resource(hostedHandlers(dns), 'aws:route53/record:Record');
  return {
    cloudflare: (name: string, content: string) =>
      cloudflare.create({ zoneId: CLOUDFLARE_ZONE, name, ttl: 300, type: 'CNAME', content }),
    route53: (name: string, record: object) =>
      route53.create({ zoneId: ROUTE53_ZONE, name, type: 'CNAME', ...record }),
    leads(host: string, type: 'A' | 'AAAA' = 'A') {
      const destination = dns.destination(host, type);
      return destination.kind === 'found' ? destination.name : destination.reason;
    },
  };
}

test('a name leads to the end of its CNAMEs, flattened ones and aliases', async () => {
  const { cloudflare, route53, leads } = fixture(
    'shop.partner.example. 300 IN CNAME api.shop.localhost.\nshops.platform.example. 300 IN A 192.0.2.20',
  );
  const alias = (type: string, name: string, zoneId: string) =>
    route53('orders.localhost', { type, aliases: [{ name, zoneId, evaluateTargetHealth: false }] });
  await cloudflare('api.shop.localhost', GATEWAY);
  await cloudflare('shop.localhost', CDN);
  await cloudflare('outside.shop.localhost', 'shops.platform.example');
  await route53('docs.orders.localhost', { ttl: 300, records: [CDN] });
  await alias('A', GATEWAY, GATEWAY_ZONE);
  await alias('AAAA', CDN, CDN_ZONE);
  expect(leads('API.shop.localhost.')).toBe(GATEWAY);
  expect(leads('shop.partner.example')).toBe(GATEWAY);
  expect(leads('docs.orders.localhost', 'AAAA')).toBe(CDN);
  expect(leads('shop.localhost')).toBe(CDN);
  expect(leads('orders.localhost', 'A')).toBe(GATEWAY);
  expect(leads('orders.localhost', 'AAAA')).toBe(CDN);
  expect(leads('outside.shop.localhost')).toBe('shops.platform.example');
});

test.each([
  ['no record', '', 'NXDOMAIN'],
  ['records without an address', 'x.shop.localhost. 300 IN TXT "here"', 'no address'],
  ['servers that nobody runs', 'x.shop.localhost. 300 IN NS ns1.elsewhere.example.', 'SERVFAIL'],
])('%s: nowhere, and why', (_case, text, reason) => {
  const { leads } = fixture(text);
  expect(leads('x.shop.localhost')).toBe(reason);
});
