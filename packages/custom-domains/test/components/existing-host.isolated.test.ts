// What of a host a stack can take over, by the provider's look-ups, and which record of its old place becomes which of the stack's: in
// one change each, or not at all. test/infra/hosts has the names under which they are imported.
import * as pulumi from '@pulumi/pulumi';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { findExisting } from '../../src/components/existing.ts';
import { replacementOf, routingNames } from '../../src/components/replacement.ts';
import type { ExistingRecord } from '../../src/dns-hosts/adapter.ts';
import type { DnsAdapter, HostSpec } from '../../src/dns-hosts/zone.ts';

const ZONE = 'pets.example';
const HOST = `shop.${ZONE}`;
type Provider = HostSpec['zone']['provider'];
const spec = (host: string, provider: Provider, target: HostSpec['target']): HostSpec => ({
  ...{ host, target, apex: host === ZONE },
  zone: provider === 'external' ? { provider, verified: true } : { provider, name: ZONE },
});
const GATEWAY = spec(HOST, 'cloudflare', 'gateway');
const SITE = spec(HOST, 'cloudflare', 'distribution');
const APEX: HostSpec = {
  ...{ host: HOST, target: 'distribution', apex: true },
  zone: { provider: 'route53', name: HOST },
};

const cname = (name: string, value: string, parts: Partial<ExistingRecord> = {}): ExistingRecord => ({
  ...{ importId: `z/${name}/${value}`, name, type: 'CNAME', value, alias: false, ttl: 300 },
  ...parts,
});
const routing = cname(HOST, 'd-1.execute-api.eu-west-1.amazonaws.com');
const validation = cname(`_1.${HOST}`, '_2.xyz.acm-validations.aws');
const dnsWith = (...records: ExistingRecord[]) =>
  ({ existingRecords: async () => records }) as unknown as DnsAdapter;

/** What the provider finds, by its function's name; a string is its error. */
let found: Readonly<Record<string, object | string>> = {};
const inputsOf = new Map<string, object>();
const ALL = {
  getCertificate: { arn: 'arn:aws:acm:us-east-1:123456789012:certificate/1' },
  getDomainName: {
    regionalDomainName: 'D-1.execute-api.eu-west-1.amazonaws.com',
    endpointConfigurations: [{ types: ['REGIONAL'] }],
  },
  getDistribution: { aliases: [HOST], domainName: 'd1.cloudfront.net' },
};

beforeAll(() =>
  pulumi.runtime.setMocks({
    newResource: ({ name, inputs }) => ({ id: name, state: inputs }),
    call: ({ token, inputs }) => {
      const name = token.split(':').at(-1) ?? '';
      inputsOf.set(name, inputs);
      const answer = found[name] ?? 'no mock';
      // Of an error, Pulumi's SDK reads gRPC's details.
      if (typeof answer === 'string') throw Object.assign(new Error(answer), { details: answer });
      return answer;
    },
  }),
);
beforeEach(() => {
  found = ALL;
});

test('the newest certificate that ACM issued, with the key of the stack: without mostRecent, two are an error', async () => {
  const { certificateArn, attachment, mapping } = await findExisting(GATEWAY, dnsWith(), { mapping: 'm1' });
  expect({ certificateArn, attachment, mapping }).toEqual({
    mapping: 'm1',
    certificateArn: ALL.getCertificate.arn,
    attachment: { importId: HOST, target: routing.value },
  });
  expect((await findExisting(GATEWAY, dnsWith(), { mapping: 'none' })).mapping).toBeUndefined();
  expect(inputsOf.get('getCertificate')).toEqual({
    ...{ domain: HOST, types: ['AMAZON_ISSUED'], statuses: ['ISSUED'], mostRecent: true },
    keyTypes: ['EC_prime256v1'],
  });
});

const https = (value: string) => cname(HOST, value, { type: 'HTTPS' });
const aliased = cname(HOST, 'd1.cloudfront.net', { type: 'A', alias: true });
test.each<[string, HostSpec, ExistingRecord, 'routing' | 'differing' | undefined]>([
  ['the same CNAME', GATEWAY, routing, 'routing'],
  ['one that points elsewhere', GATEWAY, cname(HOST, 'old.example'), 'differing'],
  ['a proxied record', GATEWAY, { ...routing, special: 'proxied' }, 'differing'],
  ['one of another host', GATEWAY, { ...routing, name: `other.${HOST}` }, undefined],
  ['any other type beside a CNAME', GATEWAY, { ...routing, type: 'TXT' }, 'differing'],
  ['at an apex, what has no addresses', APEX, { ...aliased, type: 'TXT', alias: false }, undefined],
  ['at an apex, an alias', APEX, aliased, 'routing'],
  ['at an apex, no alias', APEX, { ...aliased, alias: false }, 'differing'],
  ['an HTTPS record of the own name', { ...SITE, apex: true }, https('1 . alpn=h2'), 'routing'],
  ['an HTTPS record of another', { ...SITE, apex: true }, https('1 a. alpn=h2'), 'differing'],
  ['an HTTPS record where the stack sets none', { ...GATEWAY, apex: true }, https('1 .'), undefined],
])('%s', async (_name, spec, record, kind) => {
  const existing = await findExisting(spec, dnsWith(record), { distribution: 'E1' });
  const kinds = (['routing', 'differing'] as const).filter((one) => existing[one].length > 0);
  expect(kinds).toEqual(kind === undefined ? [] : [kind]);
});

const NONE = { getCertificate: 'no ACM Certificate matching our criteria found' };
test.each<[string, ExistingRecord[], number, boolean, typeof found?]>([
  ['one of ACM', [validation], 1, true],
  ['one of ACM for another account', [validation], 1, false, NONE],
  ['two, one of an ACME endpoint', [validation, { ...validation, name: `_3.${HOST}` }], 2, false],
  ['another platform’s', [cname(`_1.${HOST}`, '_2.comodoca.com')], 0, false],
])('the validation record: %s', async (_name, records, count, isKnown, without = {}) => {
  found = { ...ALL, ...without };
  const existing = await findExisting(GATEWAY, dnsWith(...records));
  expect(existing.validations).toHaveLength(count);
  expect(existing.validation !== undefined).toBe(isKnown);
});

const EDGE = { ...ALL.getDomainName, endpointConfigurations: [{ types: ['EDGE'] }] };
const ELSEWHERE = { ...ALL.getDistribution, aliases: ['other.example'] };
test.each<[string, HostSpec, typeof found, 'certificateArn' | 'attachment']>([
  ['a certificate', GATEWAY, NONE, 'certificateArn'],
  ['a domain name', GATEWAY, { getDomainName: 'NotFoundException: Invalid domain name' }, 'attachment'],
  ['a regional domain name', GATEWAY, { getDomainName: EDGE }, 'attachment'],
  ['a distribution', SITE, { getDistribution: "couldn't find resource" }, 'attachment'],
  ['a distribution with the host among its aliases', SITE, { getDistribution: ELSEWHERE }, 'attachment'],
])('the account does not have %s', async (_name, spec, without, part) => {
  found = { ...ALL, ...without };
  expect((await findExisting(spec, dnsWith(), { distribution: 'E1' }))[part]).toBeUndefined();
});

test('a look-up that is refused is not an absence', async () => {
  found = { ...ALL, getCertificate: 'AccessDeniedException: not authorized to perform acm:ListCertificates' };
  await expect(findExisting(GATEWAY, dnsWith())).rejects.toThrow('AccessDeniedException');
});

const record = (type: string, value: string, more: Partial<ExistingRecord> = {}) =>
  cname(HOST, value, { importId: `id-${type}`, type, ...more });

const AT_ROUTE53 = spec(HOST, 'route53', 'gateway');
const A = record('A', '192.0.2.1');
const WEIGHTED = record('A', '192.0.2.1', { special: 'weighted' });
const AAAA = record('AAAA', '2001:db8::1');
const CNAME = record('CNAME', 'old.example');
const PROXIED = record('CNAME', 'old.example', { special: 'proxied' });
const HTTPS = record('HTTPS', '1 . alpn=h2');
const IDS = { 'route-a': 'id-A', 'route-aaaa': 'id-AAAA', 'route-https': 'id-HTTPS' };

test.each<[string, HostSpec, ExistingRecord[], Record<string, string> | undefined]>([
  ['one of any type', AT_ROUTE53, [A], { route: 'id-A' }],
  ['not two', AT_ROUTE53, [A, AAAA], undefined],
  ['not with a policy', AT_ROUTE53, [WEIGHTED], undefined],
  ['at an apex those of each type', spec(ZONE, 'route53', 'distribution'), [A, AAAA, HTTPS], IDS],
  ['not HTTPS where the stack sets none', spec(ZONE, 'route53', 'gateway'), [HTTPS], undefined],
  ['at an apex not a CNAME', spec(ZONE, 'route53', 'distribution'), [CNAME], undefined],
  ['a CNAME', GATEWAY, [CNAME], { route: 'id-CNAME' }],
  ['a proxied one', GATEWAY, [PROXIED], { route: 'id-CNAME' }],
  ['not another type', GATEWAY, [A], undefined],
  ['nothing', GATEWAY, [], {}],
])('in one change is replaced: %s (%o)', (_name, given, differing, expected) => {
  const { imports } = replacementOf(given, differing, []);
  const ids = imports && [...imports].map(([name, { id }]) => [name.replace(`${given.host}-`, ''), id]);
  expect(ids && Object.fromEntries(ids)).toEqual(expected);
});

const both = ['192.0.2.1', '192.0.2.2'].map((value) => ({ type: 'A', value }));
test.each([
  ['all are named', both, true],
  ['a value is missing', both.slice(0, 1), false],
  ['one is of another type', [both[0], { type: 'TXT', value: '192.0.2.2' }], false],
])('the line names each value of a record set: %s', (_name, named, isNamed) => {
  const differing = [record('A', '192.0.2.1 192.0.2.2')];
  const replaced = replacementOf(AT_ROUTE53, differing, named as typeof both);
  expect(replaced).toMatchObject({ old: both, isNamed });
});

test('an HTTPS record has one value, its parameters with it', () => {
  const { old } = replacementOf(spec(ZONE, 'route53', 'distribution'), [HTTPS], []);
  expect(old).toEqual([{ type: 'HTTPS', value: '1 . alpn=h2' }]);
});

test.each([
  [AT_ROUTE53, ['route']],
  [spec(ZONE, 'route53', 'gateway'), ['route-a', 'route-aaaa']],
  [spec(ZONE, 'route53', 'distribution'), ['route-a', 'route-aaaa', 'route-https']],
  [spec(ZONE, 'cloudflare', 'distribution'), ['route', 'route-https']],
  [spec(HOST, 'external', 'gateway'), []],
])('the routing records of %o', (host, names) => {
  expect(routingNames(host)).toEqual(names.map((name) => `${host.host}-${name}`));
});
