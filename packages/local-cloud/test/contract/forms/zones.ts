// Records in a zone of each DNS host.
import type { FormRow } from '../form.ts';
import type { Fixture } from '../lifecycle.ts';
import { ROUTE53_ZONE } from '../lifecycles/zones.ts';

const ROUTE53 = 'internal/service/route53/record.go';

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

const record = (row: Omit<FormRow, 'type'>): FormRow => ({ type: 'aws:route53/record:Record', ...row });
const dnsRecord = (row: Omit<FormRow, 'type'>): FormRow => ({
  ...{ type: 'cloudflare:index/dnsRecord:DnsRecord', afterRefresh: true },
  ...row,
});

const CLOUDFLARE = 'internal/services/dns_record/custom.go';

export const zoneForms: readonly FormRow[] = [
  record({
    what: 'a name with capitals and a final dot',
    declares: { name: 'A.orders.localhost.' },
    gives: { name: 'a.orders.localhost' },
    ...{ shows: 'same', source: `${ROUTE53}: StateFunc of name` },
  }),
  record({
    what: 'a name relative to its zone',
    declares: { name: 'a' },
    ...{ shows: 'same', source: `${ROUTE53}: resourceRecordRead does not set name` },
  }),
  record({
    what: 'values in another order',
    declares: { records: ['192.0.2.1', '192.0.2.2'] },
    next: { records: ['192.0.2.2', '192.0.2.1'] },
    ...{ shows: 'same', source: `${ROUTE53}: records is a TypeSet` },
  }),
  record({
    what: 'a value with capitals and a final dot',
    declares: { type: 'CNAME', records: ['D-X1.example.'] },
    ...{ shows: 'same', source: `${ROUTE53}: flattenResourceRecords, values as the API gives them back` },
  }),
  record({
    what: 'a TXT value without quotes',
    declares: { type: 'TXT', records: ['v=spf1 -all'] },
    ...{ shows: 'same', source: `${ROUTE53}: flattenTxtEntry, expandTxtEntry` },
  }),
  record({
    what: "an alias's target with capitals and a final dot",
    declares: (_, fixture) => alias('Target.orders.localhost.', fixture),
    gives: { aliases: [{ name: 'target.orders.localhost' }] },
    ...{ shows: 'same', source: `${ROUTE53}: normalizeAliasDomainName` },
  }),
  record({
    what: 'an HTTPS record',
    declares: { type: 'HTTPS', records: ['1 . alpn="h3,h2"'] },
    ...{ shows: 'same', source: `${ROUTE53}: flattenResourceRecords, values as the API gives them back` },
  }),
  record({
    what: 'an alias of type HTTPS',
    declares: (_, fixture) => httpsAlias(fixture),
    ...{ shows: 'same', source: `${ROUTE53}: normalizeAliasDomainName` },
  }),
  dnsRecord({
    what: 'a name with a final dot',
    declares: { ...cname, name: 'a.shop.localhost.' },
    gives: { name: 'a.shop.localhost' },
    ...{ shows: 'update', source: `${CLOUDFLARE}: ModifyPlan; cloudflare/terraform-provider-cloudflare#154` },
  }),
  dnsRecord({
    what: "a CNAME's content with a final dot",
    declares: { ...cname, content: 'target.example.' },
    ...{ shows: 'update', source: 'cloudflare/terraform-provider-cloudflare#7286' },
  }),
  dnsRecord({
    what: "a CNAME's content with capitals",
    declares: { ...cname, content: 'Target.example' },
    ...{ shows: 'same', source: `${CLOUDFLARE}: ModifyPlan, "DNS is case-insensitive"` },
  }),
  dnsRecord({
    what: "an MX record's content with capitals",
    declares: { type: 'MX', content: 'MX.example', priority: 10 },
    ...{ shows: 'update', source: 'cloudflare/terraform-provider-cloudflare#529' },
  }),
  dnsRecord({
    what: 'a name relative to its zone',
    declares: { name: 'a' },
    gives: { name: 'a.shop.localhost' },
    ...{ shows: 'same', source: `${CLOUDFLARE}: ModifyPlan, zone_name` },
  }),
  dnsRecord({
    what: '@ for the apex',
    declares: { name: '@' },
    ...{ shows: 'same', source: `${CLOUDFLARE}: ModifyPlan` },
  }),
  dnsRecord({
    what: 'a name with capitals',
    declares: { name: 'A.shop.localhost' },
    ...{ shows: 'update', source: `${CLOUDFLARE}: ModifyPlan compares texts` },
  }),
  dnsRecord({
    what: 'a name that is shortened to the one above it',
    declares: { name: 'a.b.shop.localhost' },
    next: { name: 'a.shop.localhost' },
    ...{ shows: 'update', afterRefresh: undefined, source: `${CLOUDFLARE}: ModifyPlan, "Real name change"` },
  }),
  dnsRecord({
    what: 'an IPv6 address with capitals and zeros',
    declares: { type: 'AAAA', content: '2001:0DB8::1' },
    ...{ shows: 'update', source: 'cloudflare/terraform-provider-cloudflare#6030' },
  }),
  dnsRecord({
    what: 'a TXT string without quotes',
    declares: { type: 'TXT', content: 'v=spf1 -all' },
    ...{ shows: 'same', source: 'cloudflare/terraform-provider-cloudflare#5351: stored as it was given' },
  }),
  dnsRecord({
    what: 'a TXT string of more than 255 octets',
    declares: { type: 'TXT', content: `"${'x'.repeat(300)}"` },
    ...{ shows: 'update', source: 'cloudflare/terraform-provider-cloudflare#6238' },
  }),
  dnsRecord({
    what: 'no tags, where there were empty ones',
    declares: { tags: [] },
    next: { tags: undefined },
    ...{ shows: 'same', source: `${CLOUDFLARE}: ModifyPlan, "treat empty list and null as equivalent"` },
  }),
  dnsRecord({
    what: 'tags in another order',
    declares: { tags: ['team:orders', 'env:test'] },
    next: { tags: ['env:test', 'team:orders'] },
    ...{ shows: 'same', source: 'internal/services/dns_record/schema.go: tags is a SetAttribute' },
  }),
  dnsRecord({
    what: "a CNAME's settings, one of them, as they are without",
    declares: { ...cname, settings: { flattenCname: false } },
    ...{ shows: 'same', source: `${CLOUDFLARE}: normalizeSettings` },
  }),
  dnsRecord({
    what: 'no settings, where a CNAME had them',
    declares: { ...cname, settings: { flattenCname: false, ipv4Only: false, ipv6Only: false } },
    next: { ...cname, settings: undefined },
    ...{ shows: 'same', source: `${CLOUDFLARE}: ModifyPlan, "preserve from state if not explicitly set"` },
  }),
  dnsRecord({
    what: 'settings of what is not a CNAME',
    declares: { settings: { flattenCname: false } },
    lacks: ['settings'],
    ...{ shows: 'update', source: `${CLOUDFLARE}: normalizeSettings leaves those null` },
  }),
  dnsRecord({
    what: "a CAA record's flags as text",
    declares: { type: 'CAA', content: undefined, data: { flags: '0', tag: 'issue', value: 'amazon.com' } },
    gives: { content: '0 issue "amazon.com"' },
    ...{ shows: 'same', source: `${CLOUDFLARE}: DNSRecordDataModel.Equal; content is computed then` },
  }),
  dnsRecord({
    what: 'the data of an HTTPS record',
    declares: {
      type: 'HTTPS',
      content: undefined,
      data: { priority: 1, target: '.', value: 'alpn="h3,h2"' },
    },
    gives: { content: '1 . alpn="h3,h2"' },
    ...{
      shows: 'same',
      source:
        'internal/services/dns_record/resource_test.go: TestAccCloudflareRecord_HTTPS, each part as sent',
    },
  }),
];
