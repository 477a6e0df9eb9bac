// Cloudflare's DNS records. The facts are those of the provider's schema, which is generated from Cloudflare's API schema.
import { of, type TypeTable } from '../table.ts';

const member = of('dns_record');
const ATTRIBUTES = 'https://developers.cloudflare.com/dns/manage-dns-records/reference/record-attributes/';

const caa = { content: undefined, type: 'CAA', data: { flags: 0, tag: 'issue', value: 'amazon.com' } };
const srv = {
  content: undefined,
  type: 'SRV',
  data: { priority: 1, weight: 1, port: 443, target: 'orders.test' },
};

const record: TypeTable = {
  type: 'cloudflare:index/dnsRecord:DnsRecord',
  service: 'cloudflare',
  valid: {
    ...{ zoneId: '0123456789abcdef0123456789abcdef', name: 'www', type: 'A', ttl: 60, content: '192.0.2.1' },
    ...{ priority: 10, proxied: false, comment: 'The orders', tags: ['team:orders'] },
    settings: { flattenCname: false, ipv4Only: false, ipv6Only: false },
  },
  inputs: {
    zoneId: member('zone_id', {
      unspecified: { values: [''], reason: 'an empty identifier addresses another resource' },
    }),
    name: member('name', { rules: [{ min: 1, source: 'Cloudflare API, code 9000: DNS name is invalid' }] }),
    type: member('type', {
      emulated: {
        only: ['A', 'AAAA', 'CNAME', 'NS', 'PTR', 'MX', 'SRV', 'CAA', 'TXT', 'SVCB', 'HTTPS'],
        reason: 'the local DNS holds no others that a program may write',
      },
    }),
    ttl: member('ttl', {
      rules: [
        {
          source:
            'cloudflare/terraform-provider-cloudflare internal/services/dns_record/schema.go ttl, its description',
          that: {
            is: '1, or 60 to 86400',
            holds: (ttl: number) => ttl === 1 || (ttl >= 60 && ttl <= 86_400),
          },
        },
      ],
      probes: [-1, 2, 59, 60, 61, 86_399, 86_400, 86_401],
      unspecified: { values: [0.5], reason: 'no source defines a fraction of a second' },
    }),
    content: member('content', {
      absent: { verdict: 'accepted', reason: 'the record may have data, depending on the type' },
    }),
    data: member('data', { given: caa }),
    'data.flags': member('data.flags', {
      given: caa,
      rules: [{ min: 0, max: 255, source: 'RFC 8659 4.1: one octet' }],
      unspecified: { values: [0.5], reason: 'it is no octet' },
    }),
    'data.tag': member('data.tag', { given: caa }),
    'data.value': member('data.value', { given: caa }),
    'data.priority': member('data.priority', {
      given: srv,
      unspecified: { values: [0.5], reason: 'RFC 2782: 16 bits' },
    }),
    'data.weight': member('data.weight', {
      given: srv,
      unspecified: { values: [0.5], reason: 'RFC 2782: 16 bits' },
    }),
    'data.port': member('data.port', {
      given: srv,
      unspecified: { values: [0.5], reason: 'RFC 2782: 16 bits' },
    }),
    'data.target': member('data.target', { given: srv }),
    priority: member('priority', { unspecified: { values: [0.5], reason: 'RFC 1035: 16 bits' } }),
    proxied: member('proxied', { given: { ttl: 1 } }),
    comment: member('comment', {
      rules: [{ max: 500, source: `${ATTRIBUTES} (paid plans; 100 on the free one)` }],
    }),
    tags: member('tags'),
    'tags[]': member('tags[]'),
    settings: member('settings'),
    'settings.flattenCname': member('settings.flatten_cname'),
    'settings.ipv4Only': member('settings.ipv4_only'),
    'settings.ipv6Only': member('settings.ipv6_only'),
  },
};

export const cloudflare: readonly TypeTable[] = [record];
