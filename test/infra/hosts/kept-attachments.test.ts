// What an attachment serves that a host left, and which certificate request belongs to whom after the preflight.
import type { HostTarget } from '@petstore/custom-domains';
import type { AttachmentSlots, StackState } from '@petstore/custom-domains/many-hosts';
import { describe, expect, test } from 'vitest';
import {
  certificateName,
  hostSlots,
  keptTarget,
  lastingPrimary,
  requestsOf,
} from '../../../infra/hosts/kept-attachments.ts';
import type { HostPlan, StackPlan } from '../../../infra/plan/types.ts';

const HOST = 'api.pets.example';
const ZONE = { provider: 'cloudflare', name: 'pets.example', zoneId: 'z' } as const;
const CERTIFICATE = 'arn:aws:acm:eu-west-1:123456789012:certificate/1';

const hostOf = (host: string, parts: Partial<HostPlan> = {}): HostPlan => ({
  ...{ host, site: 'api', role: 'primary', apex: false, target: 'gateway', zone: ZONE },
  ...{ certificateRegion: 'eu-west-1', ...parts },
});
const planOf = (...hosts: HostPlan[]) => ({ hosts, region: 'eu-west-1' }) as unknown as StackPlan;

/** A host whose gateway has the certificate. */
const gatewayState = (outputs: object = {}): StackState => {
  const resources = [
    ['aws:acm/certificate:Certificate', `${HOST}-certificate`, { arn: CERTIFICATE }],
    [
      'aws:apigatewayv2/domainName:DomainName',
      `${HOST}-attachment`,
      {
        domainNameConfiguration: { certificateArn: CERTIFICATE, targetDomainName: 'd-1.amazonaws.com' },
        tags: {},
      },
    ],
  ] as const;
  return {
    outputs: outputs as never,
    names: new Set(resources.map(([, name]) => name)),
    typed: new Map(resources.map(([type, name, of]) => [`${type}::${name}`, { type, outputs: of }] as const)),
  };
};
const EMPTY: StackState = { outputs: {}, names: new Set(), typed: new Map() };

describe('an attachment that a host left serves', () => {
  const gateway = { kind: 'gateway' } as HostTarget;
  const site = { kind: 'distribution' } as HostTarget;
  const targets = { gateway, site, apiUrl: (host: string) => `https://besides-${host}/` };
  const slot = { seconds: 60, redirects: false };

  test('the API, where it is a gateway', () => {
    expect(keptTarget(HOST, { ...slot, kind: 'gateway' }, targets)).toBe(gateway);
  });

  test('the site, where it is a distribution', () => {
    expect(keptTarget(HOST, { ...slot, kind: 'distribution' }, targets)).toBe(site);
  });

  test('neither, where it redirects', () => {
    const target = keptTarget(HOST, { ...slot, kind: 'distribution', redirects: true }, targets);
    expect(target.kind).toBe('distribution');
    expect(target).not.toBe(site);
  });
});

describe('the API serves before the run and after it', () => {
  test.each<[string, HostPlan[], StackState, string, string | undefined]>([
    ['at its primary host', [hostOf(HOST)], gatewayState(), 'www.pets.example', HOST],
    ['not at the host that is asked for', [hostOf(HOST)], gatewayState(), HOST, undefined],
    ['not at a host that is not deployed', [hostOf(HOST)], EMPTY, 'www.pets.example', undefined],
    ['not at an alias', [hostOf(HOST, { role: 'domain' })], gatewayState(), 'www.pets.example', undefined],
    [
      'not at a host of the site',
      [hostOf(HOST, { site: 'docs' })],
      gatewayState(),
      'www.pets.example',
      undefined,
    ],
  ])('%s', (_name, hosts, state, besides, expected) => {
    expect(lastingPrimary(planOf(...hosts), state, besides)).toBe(expected);
  });
});

describe('a request of a certificate', () => {
  const slots = (name: string, retryOf?: string) =>
    new Map<string, AttachmentSlots>([[HOST, { certificate: { name, ...(retryOf && { retryOf }) } }]]);
  const requests = new Map([[HOST, { retryOf: 'first' }]]);

  test('is the declared one, where the preflight changed nothing', () => {
    const same = slots(`${HOST}-certificate`);
    expect(requestsOf(requests, same, same)).toEqual(requests);
  });

  test('is that of the certificate which the host has after the preflight', () => {
    const known = requestsOf(
      requests,
      slots(`${HOST}-certificate`),
      slots(`${HOST}-certificate-2`, 'second'),
    );
    expect(known).toEqual(new Map([[HOST, { retryOf: 'second' }]]));
  });

  test('is none, where none is known', () => {
    const same = slots(`${HOST}-certificate`);
    expect(requestsOf(new Map(), same, same)).toEqual(new Map());
  });

  test('has the name of the slot, and that of a new host otherwise', () => {
    expect(certificateName(slots('x'), HOST)).toBe('x');
    expect(certificateName(new Map(), HOST)).toBe(`${HOST}-certificate`);
  });
});

test.each([
  ['the longest of the state and of the last whole deployment', 7200, 7200 + 300],
  ['the default, where none is known', undefined, 3600 + 300],
])('an attachment is kept for the TTL of the routing record: %s', (_name, ttl, seconds) => {
  const routing = { purpose: 'routing', name: HOST, type: 'CNAME', value: 'd-1', ttl };
  const records = [
    { ...routing, type: 'HTTPS', ttl: 99_999 },
    { ...routing, purpose: 'validation', ttl: 88_888 },
  ];
  const outputs = { hosts: { [HOST]: { records: ttl === undefined ? records : [...records, routing] } } };
  const moved = hostOf(HOST, { target: 'distribution', site: 'docs', certificateRegion: 'us-east-1' });
  const kept = hostSlots(planOf(moved), gatewayState(outputs), 0).get(HOST)?.kept;
  expect(kept?.kind).toBe('gateway');
  expect(kept?.seconds).toBe(seconds);
});
