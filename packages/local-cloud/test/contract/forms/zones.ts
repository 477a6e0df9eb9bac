// Records in a zone of each DNS host.
import { type Form, type FormRow, rows } from '../form.ts';
import type { Fixture } from '../lifecycle.ts';
import { ROUTE53_ZONE } from '../lifecycles/zones.ts';

async function alias(name: string, fixture: Fixture) {
  const target = { zoneId: ROUTE53_ZONE, name: 'target.orders.localhost', type: 'A', ttl: 60 };
  await fixture.create('aws:route53/record:Record', 'target', { ...target, records: ['192.0.2.9'] });
  const aliases = [{ name, zoneId: ROUTE53_ZONE, evaluateTargetHealth: false }];
  return { ttl: undefined, records: undefined, aliases };
}

/** An alias to a set of HTTPS records in the same zone. */
async function httpsAlias(fixture: Fixture) {
  const target = { zoneId: ROUTE53_ZONE, name: 'h.orders.localhost', type: 'HTTPS', ttl: 60 };
  await fixture.create('aws:route53/record:Record', 'target', { ...target, records: ['1 . alpn="h3,h2"'] });
  const aliases = [{ name: 'h.orders.localhost', zoneId: ROUTE53_ZONE, evaluateTargetHealth: false }];
  return { type: 'HTTPS', ttl: undefined, records: undefined, aliases };
}

const cname = { type: 'CNAME', content: 'target.example' };

const dnsRecords = (all: readonly Form[]): FormRow[] =>
  rows(
    'cloudflare:index/dnsRecord:DnsRecord',
    all.map((form) => ({ afterRefresh: true, ...form })),
  );

export const zoneForms: readonly FormRow[] = [
  ...rows('aws:route53/record:Record', [
    {
      what: 'a name with capitals and a final dot',
      declares: { name: 'A.orders.localhost.' },
      gives: { name: 'a.orders.localhost' },
    },
    { what: 'a name relative to its zone', declares: { name: 'a' } },
    {
      what: 'values in another order',
      declares: { records: ['192.0.2.1', '192.0.2.2'] },
      next: { records: ['192.0.2.2', '192.0.2.1'] },
    },
    {
      what: 'a value with capitals and a final dot',
      declares: { type: 'CNAME', records: ['D-X1.example.'] },
    },
    { what: 'a TXT value without quotes', declares: { type: 'TXT', records: ['v=spf1 -all'] } },
    {
      what: "an alias's target with capitals and a final dot",
      declares: (_, fixture) => alias('Target.orders.localhost.', fixture),
      gives: { aliases: [{ name: 'target.orders.localhost' }] },
    },
    { what: 'an HTTPS record', declares: { type: 'HTTPS', records: ['1 . alpn="h3,h2"'] } },
    { what: 'an alias of type HTTPS', declares: (_, fixture) => httpsAlias(fixture) },
  ]),
  ...dnsRecords([
    {
      what: 'a name with a final dot',
      declares: { ...cname, name: 'a.shop.localhost.' },
      gives: { name: 'a.shop.localhost' },
      shows: 'update',
    },
    {
      what: "a CNAME's content with a final dot",
      declares: { ...cname, content: 'target.example.' },
      shows: 'update',
    },
    { what: "a CNAME's content with capitals", declares: { ...cname, content: 'Target.example' } },
    {
      what: "an MX record's content with capitals",
      declares: { type: 'MX', content: 'MX.example', priority: 10 },
      shows: 'update',
    },
    { what: 'a name relative to its zone', declares: { name: 'a' }, gives: { name: 'a.shop.localhost' } },
    { what: '@ for the apex', declares: { name: '@' } },
    { what: 'a name with capitals', declares: { name: 'A.shop.localhost' }, shows: 'update' },
    {
      what: 'a name that is shortened to the one above it',
      declares: { name: 'a.b.shop.localhost' },
      next: { name: 'a.shop.localhost' },
      shows: 'update',
      afterRefresh: false,
    },
    {
      what: 'an IPv6 address with capitals and zeros',
      declares: { type: 'AAAA', content: '2001:0DB8::1' },
      shows: 'update',
    },
    { what: 'a TXT string without quotes', declares: { type: 'TXT', content: 'v=spf1 -all' } },
    {
      what: 'a TXT string of more than 255 octets',
      declares: { type: 'TXT', content: `"${'x'.repeat(300)}"` },
      shows: 'update',
    },
    { what: 'no tags, where there were empty ones', declares: { tags: [] }, next: { tags: undefined } },
    {
      what: 'tags in another order',
      declares: { tags: ['team:orders', 'env:test'] },
      next: { tags: ['env:test', 'team:orders'] },
    },
    {
      what: "a CNAME's settings, one of them, as they are without",
      declares: { ...cname, settings: { flattenCname: false } },
    },
    {
      what: 'no settings, where a CNAME had them',
      declares: { ...cname, settings: { flattenCname: false, ipv4Only: false, ipv6Only: false } },
      next: { ...cname, settings: undefined },
    },
    {
      what: 'settings of what is not a CNAME',
      declares: { settings: { flattenCname: false } },
      lacks: ['settings'],
      shows: 'update',
    },
    {
      what: "a CAA record's flags as text",
      declares: { type: 'CAA', content: undefined, data: { flags: '0', tag: 'issue', value: 'amazon.com' } },
      gives: { content: '0 issue "amazon.com"' },
    },
    {
      what: 'the data of an HTTPS record',
      declares: {
        type: 'HTTPS',
        content: undefined,
        data: { priority: 1, target: '.', value: 'alpn="h3,h2"' },
      },
      gives: { content: '1 . alpn="h3,h2"' },
    },
  ]),
];
