// DNS records of Cloudflare (the provider's schema, generated from the API's) and of Route 53 (its service model).
import { CLOUDFLARE_ZONE, ROUTE53_ZONE } from '../dns/client.ts';
import { list, onlyOf, REQUIRED, type TypeRules, text } from './rules.ts';

const TYPES = ['A', 'AAAA', 'CNAME', 'HTTPS'];
const CLOUDFLARE = 'cloudflare:index/dnsRecord:DnsRecord';
const ROUTE53 = 'aws:route53/record:Record';

const cloudflareRecord: TypeRules = {
  type: CLOUDFLARE,
  valid: {
    ...{ zoneId: CLOUDFLARE_ZONE, name: 'a.shop.localhost', type: 'A', ttl: 1, content: '192.0.2.1' },
    ...{ proxied: false, comment: 'The orders' },
  },
  inputs: [
    ['zoneId', REQUIRED],
    ['name', { refuses: [undefined, ''] }],
    ['type', onlyOf(...TYPES)],
    ['ttl', { takes: [1, 60, 86_400], refuses: [undefined, 0, 2, 59, 86_401] }],
    ['data', { refuses: [{ priority: 1, target: '.', value: '' }] }],
    ['proxied', { lacks: [true] }],
  ],
  forms: [
    [
      'content that is not declared any more',
      { type: 'HTTPS', content: '1 . alpn="h3,h2"' },
      { type: 'HTTPS', content: undefined },
      'same',
    ],
  ],
};

const route53Record: TypeRules = {
  type: ROUTE53,
  valid: {
    ...{ zoneId: ROUTE53_ZONE, name: 'www', type: 'A', ttl: 60, records: ['192.0.2.1'] },
    allowOverwrite: false,
  },
  inputs: [
    ['zoneId', { takes: [text(32)], refuses: [undefined, '', text(33)] }],
    ['name', REQUIRED],
    ['type', onlyOf(...TYPES)],
    // A change without a TTL is refused by the service, which names the record.
    ['ttl', { takes: [undefined, 0, 2_147_483_647], refuses: [-1, 0.5, 2_147_483_648] }],
    ['records', { takes: [list(3, (n) => `192.0.2.${n}`)], refuses: [undefined, []] }],
    ['aliases', { refuses: [[{ name: 'a.test', zoneId: 'Z1', evaluateTargetHealth: false }]] }],
  ],
  forms: [
    ['capitals and a final dot', { name: 'A.orders.localhost.' }, { name: 'a.orders.localhost' }, 'same'],
    ['no overwrite any more', { allowOverwrite: true }, { allowOverwrite: undefined }, 'same'],
  ],
};

const aliasTarget = { name: 'd1.cloudfront.net', zoneId: 'Z2FDTNDATAQYW2', evaluateTargetHealth: false };

const route53Alias: TypeRules = {
  type: ROUTE53,
  what: 'as an alias',
  valid: { zoneId: 'Z1', name: 'www', type: 'A', aliases: [aliasTarget] },
  inputs: [
    ['ttl', { refuses: [60] }],
    ['type', { takes: ['AAAA', 'HTTPS'] }],
  ],
};

export const records = [cloudflareRecord, route53Record, route53Alias];
