// DNS records of Cloudflare (the provider's schema, generated from the API's) and of Route 53 (its service model).
import { list, oneOf, REQUIRED, type TypeRules, text, whole } from './rules.ts';

const TYPES = ['A', 'AAAA', 'CNAME', 'NS', 'PTR', 'MX', 'SRV', 'CAA', 'TXT', 'SVCB', 'HTTPS'];
const CLOUDFLARE = 'cloudflare:index/dnsRecord:DnsRecord';
const ROUTE53 = 'aws:route53/record:Record';
const named = { zoneId: '0123456789abcdef0123456789abcdef', name: 'www' };

export const cloudflareRecord: TypeRules = {
  type: CLOUDFLARE,
  valid: {
    ...named,
    ...{ type: 'A', ttl: 1, content: '192.0.2.1', priority: 10, proxied: true, comment: 'The orders' },
    ...{ tags: ['team:orders'], settings: { flattenCname: false, ipv4Only: false, ipv6Only: false } },
  },
  inputs: [
    ['zoneId', REQUIRED],
    ['name', { refuses: [undefined, ''] }],
    ['type', { ...oneOf(...TYPES), lacks: ['LOC', 'DS', 'URI', 'OPENPGPKEY'] }],
    // While it is proxied, the TTL is the automatic one.
    ['ttl', { takes: [1], refuses: [undefined, 60] }],
    ['priority', whole(0, 65_535)],
    ['comment', { takes: [undefined, text(500)], refuses: [text(501)] }],
    ['data', { refuses: [{ tag: 'issue' }] }],
  ],
};

export const cloudflareData: TypeRules = {
  type: CLOUDFLARE,
  what: 'with data, not proxied',
  valid: { ...named, type: 'CAA', ttl: 60, data: { flags: 0, tag: 'issue', value: 'amazon.com' } },
  inputs: [
    ['ttl', { takes: [1, 60, 86_400], refuses: [0, 2, 59, 86_401] }],
    ['data.flags', { takes: [0, 255, '128'], refuses: [-1, 256] }],
    ['data.port', whole(0, 65_535)],
  ],
};

export const route53Record: TypeRules = {
  type: ROUTE53,
  valid: { zoneId: 'Z1', name: 'www', type: 'A', ttl: 60, records: ['192.0.2.1'], allowOverwrite: false },
  inputs: [
    ['zoneId', { takes: [text(32)], refuses: [undefined, '', text(33)] }],
    ['name', { takes: [text(1024)], refuses: [undefined, text(1025)] }],
    ['type', { ...oneOf(...TYPES), lacks: ['SOA', 'DS', 'SPF'] }],
    // A change without a TTL is refused by the service, which names the record.
    ['ttl', { takes: [undefined, 0, 2_147_483_647], refuses: [-1, 0.5, 2_147_483_648] }],
    ['records', { takes: [list(3, (n) => `192.0.2.${n}`)], refuses: [undefined, []] }],
    ['records.0', { takes: [text(4000)], refuses: [text(4001)] }],
    ['aliases', { refuses: [[{ name: 'a.test', zoneId: 'Z1', evaluateTargetHealth: false }]] }],
  ],
};

const aliasTarget = { name: 'd1.cloudfront.net', zoneId: 'Z2FDTNDATAQYW2', evaluateTargetHealth: false };

export const route53Alias: TypeRules = {
  type: ROUTE53,
  what: 'as an alias',
  valid: { zoneId: 'Z1', name: 'www', type: 'A', aliases: [aliasTarget] },
  inputs: [
    ['ttl', { refuses: [60] }],
    ['type', { takes: ['AAAA', 'HTTPS'], refuses: ['CNAME', 'TXT'] }],
    ['aliases', { refuses: [[], [aliasTarget, aliasTarget]] }],
    ['aliases.0.name', { takes: [text(1024)], refuses: [undefined, '', text(1025)] }],
    ['aliases.0.zoneId', { takes: [text(32)], refuses: [undefined, '', text(33)] }],
    ['aliases.0.evaluateTargetHealth', REQUIRED],
  ],
};
