// What of a host a stack can take over: by the provider's look-ups. test/infra/hosts has the names under which it is imported.
import * as pulumi from '@pulumi/pulumi';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { findExisting } from '../../src/components/existing.ts';
import type { ExistingRecord } from '../../src/dns-hosts/adapter.ts';
import type { DnsAdapter, HostSpec } from '../../src/dns-hosts/zone.ts';

const HOST = 'shop.pets.example';
const GATEWAY: HostSpec = {
  ...{ host: HOST, target: 'gateway', apex: false },
  zone: { provider: 'cloudflare', name: 'pets.example' },
};
const SITE: HostSpec = { ...GATEWAY, target: 'distribution' };
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
