// What of a host a stack can take over: found by the provider's look-ups, and named as the stack names it.
import * as pulumi from '@pulumi/pulumi';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { adopting } from '../../src/components/adopting.ts';
import { findExisting, importsOf } from '../../src/components/existing-host.ts';
import type { ExistingRecord } from '../../src/dns-hosts/adapter.ts';
import type { DnsAdapter, HostSpec } from '../../src/dns-hosts/zone.ts';

const HOST = 'shop.pets.example';
const ARN = 'arn:aws:acm:us-east-1:123456789012:certificate/1';
const GATEWAY: HostSpec = {
  ...{ host: HOST, target: 'gateway', apex: false },
  zone: { provider: 'cloudflare', name: 'pets.example' },
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
const asked = new Map<string, object>();
const ALL = {
  getCertificate: { arn: ARN },
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
      asked.set(token, inputs);
      const answer = found[token.split(':').at(-1) ?? ''] ?? 'no mock';
      // Of an error, Pulumi's SDK reads gRPC's details.
      if (typeof answer === 'string') throw Object.assign(new Error(answer), { details: answer });
      return answer;
    },
  }),
);
beforeEach(() => {
  found = ALL;
});

const namesOf = async (spec: HostSpec, dns: DnsAdapter, ids = {}) => [
  ...importsOf(spec.host, await findExisting(spec, dns, ids)),
];

describe('what exists is imported under the logical name of', () => {
  test('a host of the gateway', async () => {
    expect(await namesOf(GATEWAY, dnsWith(routing, validation), { mapping: 'm1' })).toEqual([
      [`${HOST}-certificate`, { id: ARN }],
      [`${HOST}-attachment`, { id: HOST }],
      [`${HOST}-mapping`, { id: `m1/${HOST}` }],
      [`${HOST}-validation`, { id: validation.importId, record: validation }],
      [`${HOST}-route`, { id: routing.importId, record: routing }],
    ]);
  });

  test('an apex of Route 53 at a distribution: its aliases and its HTTPS record', async () => {
    const host = 'pets.example';
    found = { ...ALL, getDistribution: { aliases: [host], domainName: 'd1.cloudfront.net' } };
    const spec: HostSpec = {
      ...{ host, target: 'distribution', apex: true },
      zone: { provider: 'route53', name: host },
    };
    const aliases = ['A', 'AAAA', 'HTTPS'].map((type) =>
      cname(host, 'd1.cloudfront.net', { type, alias: true, importId: `Z1_${type}` }),
    );
    expect(await namesOf(spec, dnsWith(...aliases), { distribution: 'E1' })).toEqual([
      [`${host}-certificate`, { id: ARN }],
      [`${host}-attachment`, { id: 'E1' }],
      [`${host}-route-a`, { id: 'Z1_A', record: aliases[0] }],
      [`${host}-route-aaaa`, { id: 'Z1_AAAA', record: aliases[1] }],
      [`${host}-route-https`, { id: 'Z1_HTTPS', record: aliases[2] }],
    ]);
  });
});

test('of several certificates the newest that ACM issued, with the key of the stack: without mostRecent, two are an error', async () => {
  await findExisting(GATEWAY, dnsWith());
  expect(asked.get('aws:acm/getCertificate:getCertificate')).toEqual({
    ...{ domain: HOST, types: ['AMAZON_ISSUED'], statuses: ['ISSUED'], mostRecent: true },
    keyTypes: ['EC_prime256v1'],
  });
  expect(asked.get('aws:apigateway/getDomainName:getDomainName')).toEqual({ domainName: HOST });
});

describe('not imported', () => {
  test.each<[string, ExistingRecord[], string[]]>([
    ['a record that points elsewhere', [cname(HOST, 'old.example')], []],
    ['a proxied record', [{ ...routing, special: 'proxied' }], []],
    [
      'one of two validation records: only ACM knows which',
      [validation, cname(`_3.${HOST}`, '_4.a.acm-validations.aws')],
      [],
    ],
    ['another platform’s validation record', [cname(`_1.${HOST}`, '_2.comodoca.com')], []],
    ['the routing record of another host', [{ ...routing, name: `other.${HOST}` }], []],
    ['nothing but the host’s own record', [routing], [`${HOST}-route`]],
  ])('%s', async (_name, records, names) => {
    const all = await namesOf(GATEWAY, dnsWith(...records));
    expect(all.map(([name]) => name)).toEqual([`${HOST}-certificate`, `${HOST}-attachment`, ...names]);
  });

  test.each([
    [
      'a certificate that the account does not have',
      { getCertificate: 'no ACM Certificate matching our criteria found' },
      'certificate',
    ],
    [
      'a domain name that the account does not have',
      { getDomainName: 'NotFoundException: Invalid domain name' },
      'attachment',
    ],
    [
      'a domain name that is not regional',
      { getDomainName: { ...ALL.getDomainName, endpointConfigurations: [{ types: ['EDGE'] }] } },
      'attachment',
    ],
  ])('%s', async (_name, without, left) => {
    found = { ...ALL, ...without };
    const all = await namesOf(GATEWAY, dnsWith());
    const names = ['certificate', 'attachment'].filter((one) => one !== left);
    expect(all.map(([name]) => name)).toEqual(names.map((one) => `${HOST}-${one}`));
  });

  test('a mapping that the domain name does not have', async () => {
    expect((await findExisting(GATEWAY, dnsWith(), { mapping: 'none' })).mapping).toBeUndefined();
  });

  test('a distribution that does not have the host among its aliases', async () => {
    found = { ...ALL, getDistribution: { ...ALL.getDistribution, aliases: ['other.example'] } };
    const spec: HostSpec = { ...GATEWAY, target: 'distribution' };
    expect((await findExisting(spec, dnsWith(), { distribution: 'E1' })).attachment).toBeUndefined();
  });
});

test('a look-up that is refused is not an absence', async () => {
  found = { ...ALL, getCertificate: 'AccessDeniedException: not authorized to perform acm:ListCertificates' };
  await expect(findExisting(GATEWAY, dnsWith())).rejects.toThrow('AccessDeniedException');
});

test('a record other than the declared one is not adopted', async () => {
  const { transformations = [] } = adopting(new Map([[`${HOST}-route`, { id: 'r', record: routing }]]));
  const declare = (content: string) =>
    transformations[0]?.({
      ...{ name: `${HOST}-route`, type: 'cloudflare:index/dnsRecord:DnsRecord', opts: {} },
      ...{ props: { name: HOST, content }, resource: undefined as never },
    });
  expect(await settledName(declare(routing.value))).toBe(HOST);
  expect(declare(routing.value)?.opts).toEqual({ import: 'r' });
  expect(await settledName(declare('elsewhere.example'))).toContain('a record that differs is not adopted');
});

/** What Pulumi's SDK keeps of an output, beside its public type: it has more promises than its value. */
interface Inside {
  promise(): Promise<string>;
  allResources(): Promise<unknown>;
  readonly isKnown: Promise<boolean>;
  readonly isSecret: Promise<boolean>;
}

/** The name, or why there is none: every promise rejects then, and each has to be awaited. */
async function settledName(result: pulumi.ResourceTransformationResult | undefined): Promise<string> {
  const name: Inside = result?.props.name;
  const others = [name.isKnown, name.isSecret, name.allResources()];
  const [value] = await Promise.allSettled([name.promise(), ...others]);
  return value.status === 'fulfilled' ? value.value : String(value.reason);
}
