// DNS records of Cloudflare (the provider's schema, generated from the API's) and of Route 53 (its service model).
import { CLOUDFLARE_ZONE, ROUTE53_ZONE } from '../contract/lifecycles/zones.ts';
import { list, onlyOf, REQUIRED, type TypeRules, text, whole } from './rules.ts';

const TYPES = ['A', 'AAAA', 'CNAME', 'NS', 'PTR', 'MX', 'SRV', 'CAA', 'TXT', 'SVCB', 'HTTPS'];
const CLOUDFLARE = 'cloudflare:index/dnsRecord:DnsRecord';
const ROUTE53 = 'aws:route53/record:Record';
const named = { zoneId: CLOUDFLARE_ZONE, name: 'www' };
const cname = { type: 'CNAME', content: 'target.example' };

const cloudflareRecord: TypeRules = {
  type: CLOUDFLARE,
  valid: {
    ...named,
    ...{ type: 'A', ttl: 1, content: '192.0.2.1', priority: 10, proxied: true, comment: 'The orders' },
  },
  inputs: [
    ['zoneId', REQUIRED],
    ['name', { refuses: [undefined, ''] }],
    ['type', onlyOf(...TYPES)],
    // While it is proxied, the TTL is the automatic one.
    ['ttl', { takes: [1], refuses: [undefined, 60] }],
    ['priority', whole(0, 65_535)],
    ['comment', { takes: [undefined, text(500)], refuses: [text(501)] }],
    ['data', { refuses: [{ tag: 'issue' }] }],
  ],
};

const cloudflareData: TypeRules = {
  type: CLOUDFLARE,
  what: 'with data, not proxied',
  valid: { ...named, type: 'CAA', ttl: 60, data: { flags: 0, tag: 'issue', value: 'amazon.com' } },
  inputs: [
    ['ttl', { takes: [1, 60, 86_400], refuses: [0, 2, 59, 86_401] }],
    ['data.flags', { takes: [0, 255, '128'], refuses: [-1, 256] }],
    ['data.port', whole(0, 65_535)],
  ],
};

/** Of Terraform's plugin framework: a change shows only once the record was read back. */
const cloudflareForms: TypeRules = {
  type: CLOUDFLARE,
  what: 'read back',
  valid: { ...named, name: 'a.shop.localhost', type: 'A', ttl: 1, content: '192.0.2.1' },
  inputs: [],
  forms: [
    [
      'a name with a final dot',
      { name: 'a.shop.localhost.' },
      { gives: { name: 'a.shop.localhost' }, shows: 'update' },
    ],
    ['a name with capitals', { name: 'A.shop.localhost' }, { shows: 'update' }],
    ['a name relative to its zone', { name: 'a' }, { gives: { name: 'a.shop.localhost' } }],
    ['@ for the apex', { name: '@' }, { gives: { name: 'shop.localhost' } }],
    [
      'a name that is shortened to the one above it',
      { name: 'a.b.shop.localhost' },
      { next: { name: 'a.shop.localhost' }, shows: 'update' },
    ],
    ['a CNAME with a final dot', { ...cname, content: 'target.example.' }, { shows: 'update' }],
    ['a CNAME with capitals', { ...cname, content: 'Target.example' }],
    ['an MX with capitals', { type: 'MX', content: 'MX.test', priority: 10 }, { shows: 'update' }],
    ['a TXT string without quotes', { type: 'TXT', content: 'v=spf1 -all' }],
    [
      "a CAA record's flags as text",
      { type: 'CAA', content: undefined, data: { flags: '0', tag: 'issue', value: 'amazon.com' } },
      { gives: { content: '0 issue "amazon.com"' } },
    ],
    [
      'the data of an HTTPS record',
      { type: 'HTTPS', content: undefined, data: { priority: 1, target: '.', value: 'alpn="h3,h2"' } },
      { gives: { content: '1 . alpn="h3,h2"' } },
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
    ['name', { takes: [text(1024)], refuses: [undefined, text(1025)] }],
    ['type', { ...onlyOf(...TYPES), lacks: ['SOA', 'SPF'] }],
    // A change without a TTL is refused by the service, which names the record.
    ['ttl', { takes: [undefined, 0, 2_147_483_647], refuses: [-1, 0.5, 2_147_483_648] }],
    ['records', { takes: [list(3, (n) => `192.0.2.${n}`)], refuses: [undefined, []] }],
    ['records.0', { takes: [text(4000)], refuses: [text(4001)] }],
    ['aliases', { refuses: [[{ name: 'a.test', zoneId: 'Z1', evaluateTargetHealth: false }]] }],
  ],
  forms: [
    [
      'a name with capitals and a final dot',
      { name: 'A.orders.localhost.' },
      { gives: { name: 'a.orders.localhost' } },
    ],
    ['a name relative to its zone', { name: 'a' }, { gives: { name: 'a' } }],
    [
      'values in another order',
      { records: ['192.0.2.1', '192.0.2.2'] },
      { next: { records: ['192.0.2.2', '192.0.2.1'] } },
    ],
    [
      'values with a final dot or without quotes, which are returned as they were sent',
      { type: 'CNAME', records: ['D-X1.example.'] },
      { gives: { records: ['D-X1.example.'] } },
    ],
    ['no overwrite any more', { allowOverwrite: true }, { next: { allowOverwrite: undefined } }],
  ],
};

const aliasTarget = { name: 'd1.cloudfront.net', zoneId: 'Z2FDTNDATAQYW2', evaluateTargetHealth: false };

const route53Alias: TypeRules = {
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
  forms: [
    [
      "the target's name with capitals and a final dot",
      { aliases: [{ ...aliasTarget, name: 'D1.cloudfront.net.' }] },
      { gives: { aliases: [aliasTarget] } },
    ],
  ],
};

export const records = [cloudflareRecord, cloudflareData, route53Record, route53Alias, cloudflareForms];
