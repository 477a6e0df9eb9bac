// Which logical names a host's certificates have, and what is kept of a host that moved: by the state alone.
import { describe, expect, test } from 'vitest';
import { attachmentSlots, type SlotOptions } from '../../src/components/attachments.ts';
import {
  currentAttachment,
  isDeployed,
  ownRecords,
  type StackResource,
  type StackState,
} from '../../src/components/state.ts';

const HOST = 'api.petstore.test';
const FIRST = `${HOST}-certificate`;
const SECOND = `${HOST}-certificate-2`;
const NOW = Date.parse('2026-11-22T06:00:00Z');
const LATER = '2026-11-22T07:05:00Z';
const EARLIER = '2026-11-22T05:59:59Z';

const arn = (region: string) => `arn:aws:acm:${region}:123456789012:certificate/${region}`;
const EU = arn('eu-west-1');
const US = arn('us-east-1');
const GATEWAY = `d-1.execute-api.eu-west-1.amazonaws.com`;
const DISTRIBUTION = 'd1.cloudfront.net';

type Entry = readonly [string, StackResource['outputs']];

const certificate = (name: string, of: string, tags = {}): Entry => [
  `aws:acm/certificate:Certificate::${name}`,
  { arn: of, tags },
];
const gateway = (certificateArn = EU, until?: string): Entry => [
  `aws:apigatewayv2/domainName:DomainName::${HOST}-attachment`,
  {
    domainNameConfiguration: { certificateArn, targetDomainName: GATEWAY },
    tags: until === undefined ? {} : { 'kept-until': until },
  },
];
const distribution = (acmCertificateArn = US): Entry => [
  `aws:cloudfront/distribution:Distribution::${HOST}-attachment`,
  { domainName: DISTRIBUTION, viewerCertificate: { acmCertificateArn }, tags: {} },
];
const route = (content: string, ttl = 3600): Entry => [
  `cloudflare:index/dnsRecord:DnsRecord::${HOST}-route`,
  { content, ttl },
];

function stateOf(...entries: readonly Entry[]): StackState {
  const typed = entries.map(([key, outputs]) => [key, { type: key.split('::')[0] ?? '', outputs }] as const);
  const names = new Set(entries.map(([key]) => key.split('::')[1] ?? ''));
  return { outputs: {}, names, typed: new Map(typed) };
}

const ZONE = { name: 'petstore.test', provider: 'cloudflare', zoneId: 'z' } as const;
const EXTERNAL = { provider: 'external', verified: true } as const;

function slots(target: 'gateway' | 'distribution', state: StackState, options: Partial<SlotOptions> = {}) {
  const all = { region: 'eu-west-1', now: NOW, ...options };
  return attachmentSlots({ host: HOST, target, zone: ZONE }, state, all);
}

const AT_GATEWAY = [certificate(FIRST, EU), gateway(), route(GATEWAY)];

const REQUESTED = [...AT_GATEWAY, certificate(SECOND, US)];
const MOVED = [certificate(FIRST, EU), certificate(SECOND, US), distribution(), route(DISTRIBUTION)];
const ONLY_SECOND = MOVED.filter(([key]) => !key.endsWith(FIRST));
const RETRIED = [certificate(FIRST, EU, { 'retry-of': 'FAILED:1' }), gateway(), route(GATEWAY)];
const first = { certificate: { name: FIRST } };
const second = { certificate: { name: SECOND } };
const kept = (kind: string, name?: string, more = {}) => ({
  kept: { kind, seconds: 3900, redirects: false, ...(name && { certificate: { name } }), ...more },
});

const LEFT = { ...second, ...kept('gateway', FIRST) };
const BACK = { ...first, ...kept('distribution', SECOND) };

type Row = [string, 'gateway' | 'distribution', readonly Entry[], object, Partial<SlotOptions>?];

test.each<Row>([
  ['is new', 'gateway', [], first],
  ['stays', 'gateway', AT_GATEWAY, first],
  ['has a certificate alone', 'distribution', [certificate(FIRST, US)], first],
  ['moves before it was attached: the request is replaced', 'distribution', [certificate(FIRST, EU)], first],
  ['is in a stack that changes its region', 'gateway', AT_GATEWAY, first, { region: 'eu-central-1' }],
  ['moves: the old attachment keeps the old name', 'distribution', AT_GATEWAY, LEFT],
  [
    'moves in us-east-1: one certificate is for both',
    'distribution',
    [certificate(FIRST, US), gateway(US), route(GATEWAY)],
    { ...first, ...kept('gateway') },
    { region: 'us-east-1' },
  ],
  ['has a request of before', 'gateway', RETRIED, { certificate: { name: FIRST, retryOf: 'FAILED:1' } }],
  [
    'has moved: what it left is kept until the time of the tag',
    'distribution',
    [...MOVED, gateway(EU, LATER)],
    { ...second, ...kept('gateway', FIRST, { until: LATER }) },
  ],
  ['has moved: and no longer', 'distribution', [...MOVED, gateway(EU, EARLIER)], second],
  ['keeps the second name when what it left is deleted', 'distribution', ONLY_SECOND, second],
  ['moves back then: the first name is free', 'gateway', ONLY_SECOND, BACK],
  ...[LATER, EARLIER].map((until): Row => {
    return [`moves back before that, at ${until}`, 'gateway', [...MOVED, gateway(EU, until)], BACK];
  }),
  ['was left after the certificate of a move', 'distribution', REQUESTED, LEFT],
  ['was left there, and stays', 'gateway', REQUESTED, first],
])('a host that %s', (_, target, entries, expected, options) => {
  expect(slots(target, stateOf(...entries), options)).toEqual(expected);
});

test.each([
  ['after a move, not at what it left', [...MOVED, gateway(EU, LATER)], DISTRIBUTION, 'distribution'],
  ['in a move before the record', [...MOVED.slice(0, 3), gateway(), route(GATEWAY)], GATEWAY, 'gateway'],
  ['in a move before the tag', [...MOVED, gateway()], DISTRIBUTION, 'distribution'],
] as const)('a host is expected where its record leads: %s', (_, entries, target, kind) => {
  const state = stateOf(...entries);
  expect(isDeployed(state, HOST)).toBe(true);
  expect(ownRecords(state, HOST).target).toBe(target);
  expect(currentAttachment(state, HOST)?.kind).toBe(kind);
});

test.each([
  ['the record of the state', stateOf(...AT_GATEWAY.slice(0, 2), route(GATEWAY, 7200)), {}, 7500],
  ['the last whole deployment', stateOf(...AT_GATEWAY), { ttl: 86_400 }, 86_700],
  ['at least an hour', stateOf(...AT_GATEWAY.slice(0, 2), route(GATEWAY, 60)), { ttl: 60 }, 3900],
])('the time is by the TTL of %s', (_, state, options, seconds) => {
  expect(slots('distribution', state, options).kept?.seconds).toBe(seconds);
});

test('an external host has a week: its owner sets the record later', () => {
  const host = { host: HOST, target: 'distribution', zone: EXTERNAL } as const;
  const { kept } = attachmentSlots(host, stateOf(...AT_GATEWAY), { region: 'eu-west-1', now: NOW });
  expect(kept?.seconds).toBe(7 * 24 * 3600);
});

describe("a host's own records", () => {
  const PROOF = '_2.acm-validations.aws';
  const VALIDATION = {
    ...{ domainName: HOST, resourceRecordName: `_1.${HOST}.`, resourceRecordType: 'CNAME' },
    resourceRecordValue: `${PROOF}.`,
  };
  const requested: Entry = [
    `aws:acm/certificate:Certificate::${FIRST}`,
    { arn: US, domainValidationOptions: [{ ...VALIDATION, domainName: 'other.test' }, VALIDATION] },
  ];
  const https: Entry = [`aws:route53/record:Record::${HOST}-route-https`, {}];
  const served = (httpVersion?: string): Entry => [distribution()[0], { ...distribution()[1], httpVersion }];

  test('while only its certificate is requested: the validation record, and no routing yet', () => {
    expect(ownRecords(stateOf(requested), HOST)).toEqual({
      target: undefined,
      validation: { purpose: 'validation', name: `_1.${HOST}`, type: 'CNAME', value: PROOF, ttl: 3600 },
      routingAwaited: true,
      unset: ['routing', 'validation'],
    });
  });

  test('attached: where its routing record leads', () => {
    const { validation, ...routing } = ownRecords(stateOf(requested, distribution()), HOST);
    expect(validation).toBeDefined();
    expect(routing).toEqual({
      ...{ target: DISTRIBUTION, kind: 'distribution', attached: true },
      unset: ['routing', 'validation'],
    });
  });

  test('a distribution that waits for its certificate: nothing has to respond there yet', () => {
    const { kind, attached } = ownRecords(stateOf(requested, distribution('')), HOST);
    expect({ kind, attached }).toEqual({ kind: 'distribution', attached: undefined });
    expect(isDeployed(stateOf(distribution('')), HOST)).toBe(false);
  });

  test('with an HTTPS record of the stack: what its distribution announces', () => {
    const announced = (version?: string) => ownRecords(stateOf(served(version), https), HOST).https;
    expect([announced('http2and3'), announced()]).toEqual(['1 . alpn="h3,h2"', '1 . alpn="h2"']);
  });
});
