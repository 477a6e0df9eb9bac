// Which logical names a host's certificates have, and what is kept of a host that moved: by the state alone.
import { describe, expect, test } from 'vitest';
import { attachmentSlots, type SlotOptions } from '../../src/components/attachment-slots.ts';
import { currentAttachment } from '../../src/components/deployed-attachments.ts';
import type { StackResource, StackState } from '../../src/components/stack-resources.ts';
import { isDeployed, ownRecords } from '../../src/components/stack-state.ts';

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
const distribution = (acmCertificateArn = US, until?: string): Entry => [
  `aws:cloudfront/distribution:Distribution::${HOST}-attachment`,
  {
    domainName: DISTRIBUTION,
    viewerCertificate: { acmCertificateArn },
    tags: until === undefined ? {} : { 'kept-until': until },
  },
];
const route = (content: string, ttl = 3600): Entry => [
  `cloudflare:index/dnsRecord:DnsRecord::${HOST}-route`,
  { content, ttl },
];

function stateOf(...entries: readonly Entry[]): StackState {
  const typed = entries.map(([key, outputs]) => [key, { type: key.split('::')[0] ?? '', outputs }] as const);
  return {
    outputs: {},
    names: new Set(entries.map(([key]) => key.split('::')[1] ?? '')),
    typed: new Map(typed),
  };
}

const ZONE = { name: 'petstore.test', provider: 'cloudflare', zoneId: 'z' } as const;
const EXTERNAL = { provider: 'external', verified: true } as const;

function slots(target: 'gateway' | 'distribution', state: StackState, options: Partial<SlotOptions> = {}) {
  const all = { region: 'eu-west-1', now: NOW, ...options };
  return attachmentSlots({ host: HOST, target, zone: ZONE }, state, all);
}

const AT_GATEWAY = [certificate(FIRST, EU), gateway(), route(GATEWAY)];

describe('a host', () => {
  test.each([
    ['that is new', 'gateway', []],
    ['that stays', 'gateway', AT_GATEWAY],
    ['whose certificate is requested, and nothing else', 'distribution', [certificate(FIRST, US)]],
    ['that moves before it was attached: the request is replaced', 'distribution', [certificate(FIRST, EU)]],
  ] as const)('%s has the first name, and nothing is kept', (_, target, entries) => {
    expect(slots(target, stateOf(...entries))).toEqual({ certificate: { name: FIRST } });
  });

  test('whose stack changes its region keeps the name', () => {
    const moved = slots('gateway', stateOf(...AT_GATEWAY), { region: 'eu-central-1' });
    expect(moved).toEqual({ certificate: { name: FIRST } });
  });

  test('that moves: the old attachment keeps the old name, and the new certificate has the second one', () => {
    expect(slots('distribution', stateOf(...AT_GATEWAY))).toEqual({
      certificate: { name: SECOND },
      kept: { kind: 'gateway', seconds: 3900, certificate: { name: FIRST }, redirects: false },
    });
  });

  test('in a stack of us-east-1 has one certificate for both', () => {
    const state = stateOf(certificate(FIRST, US), gateway(US), route(GATEWAY));
    expect(slots('distribution', state, { region: 'us-east-1' })).toEqual({
      certificate: { name: FIRST },
      kept: { kind: 'gateway', seconds: 3900, redirects: false },
    });
  });

  test('keeps the tag of a certificate that was requested again', () => {
    const state = stateOf(certificate(FIRST, EU, { 'retry-of': 'FAILED:1' }), gateway(), route(GATEWAY));
    expect(slots('gateway', state).certificate).toEqual({ name: FIRST, retryOf: 'FAILED:1' });
    expect(slots('distribution', state)).toMatchObject({
      certificate: { name: SECOND },
      kept: { certificate: { name: FIRST, retryOf: 'FAILED:1' } },
    });
  });
});

const MOVED = [certificate(FIRST, EU), certificate(SECOND, US), distribution(), route(DISTRIBUTION)];

describe('a host that has moved', () => {
  test('keeps what it left until the time of the tag, and no longer', () => {
    const kept = slots('distribution', stateOf(...MOVED, gateway(EU, LATER)));
    expect(kept).toMatchObject({ certificate: { name: SECOND }, kept: { kind: 'gateway', until: LATER } });
    const over = slots('distribution', stateOf(...MOVED, gateway(EU, EARLIER)));
    expect(over).toEqual({ certificate: { name: SECOND } });
  });

  test('keeps the second name when what it left is deleted', () => {
    const entries = MOVED.filter(([key]) => !key.endsWith(FIRST));
    expect(slots('distribution', stateOf(...entries))).toEqual({ certificate: { name: SECOND } });
    expect(isDeployed(stateOf(...entries), HOST)).toBe(true);
    // And back again: the first name is free.
    expect(slots('gateway', stateOf(...entries))).toMatchObject({
      certificate: { name: FIRST },
      kept: { kind: 'distribution', certificate: { name: SECOND } },
    });
  });

  test('moves back: what it left serves it again, though its time has passed, and the other is kept', () => {
    for (const until of [LATER, EARLIER]) {
      expect(slots('gateway', stateOf(...MOVED, gateway(EU, until)))).toEqual({
        certificate: { name: FIRST },
        kept: { kind: 'distribution', seconds: 3900, certificate: { name: SECOND }, redirects: false },
      });
    }
  });

  test('is expected where its record leads, not at what it left', () => {
    const state = stateOf(...MOVED, gateway(EU, LATER));
    expect(ownRecords(state, HOST).target).toBe(DISTRIBUTION);
    expect(currentAttachment(state, HOST)?.kind).toBe('distribution');
  });
});

describe('a run that ended in the middle of a move', () => {
  test('after the certificate: it is the same in the next run', () => {
    const state = stateOf(...AT_GATEWAY, certificate(SECOND, US));
    expect(slots('distribution', state)).toMatchObject({
      certificate: { name: SECOND },
      kept: { certificate: { name: FIRST } },
    });
    expect(slots('gateway', state)).toEqual({ certificate: { name: FIRST } });
  });

  test.each([
    ['the record', GATEWAY, 'gateway'],
    ['the tag', DISTRIBUTION, 'distribution'],
  ])('before %s: nothing is deleted, and the time starts anew', (_, target, kind) => {
    const entries = MOVED.filter(([key]) => !key.endsWith('-route'));
    const state = stateOf(...entries, gateway(), route(target));
    const { kept } = slots('distribution', state);
    expect(kept).toMatchObject({ kind: 'gateway' });
    expect(kept?.until).toBeUndefined();
    expect(currentAttachment(state, HOST)?.kind).toBe(kind);
    expect(ownRecords(state, HOST).target).toBe(target);
  });
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
  const VALIDATION = {
    ...{ domainName: HOST, resourceRecordName: `_1.${HOST}.`, resourceRecordType: 'CNAME' },
    resourceRecordValue: '_2.acm-validations.aws.',
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
      validation: {
        ...{ purpose: 'validation', name: `_1.${HOST}`, type: 'CNAME', value: '_2.acm-validations.aws' },
        ttl: 3600,
      },
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
  });

  test.each([
    ['http2', '1 . alpn="h2"'],
    ['http2and3', '1 . alpn="h3,h2"'],
    [undefined, '1 . alpn="h2"'],
  ])('with an HTTPS record of the stack: what a distribution of %s announces', (version, value) => {
    expect(ownRecords(stateOf(served(version), https), HOST)).toMatchObject({ https: value });
  });
});
