// The words of a host's life that a test cannot wait for.
import { expect, test } from 'vitest';
import { faultOf, type HostStatus } from '../../../cli/domains/status/host-status.ts';
import { hostStatusText, minutes } from '../../../cli/domains/status/host-status-text.ts';
import type { Probe } from '../../../cli/domains/status/probe.ts';
import type { HostPlan } from '../../../infra/plan/types.ts';
import { externalHost } from '../../../packages/custom-domains/test/preflight/plans.ts';

const plan: HostPlan = {
  ...externalHost('shop.partner.example', true),
  ...{ zone: { provider: 'external', verified: true }, site: 'docs', role: 'domain' },
  ...{ certificateRegion: 'us-east-1', record: 'none' },
};
const issuing: HostStatus = {
  checked: {
    plan,
    findings: [],
    observation: {
      host: plan.host,
      resolverOnly: false,
      cut: { kind: 'zone', name: 'partner.example', negativeTtl: 300, missing: [] },
      views: [],
      doubled: [],
      caa: [],
    },
  },
  deployed: { site: 'docs', role: 'domain', certificate: 'PENDING_VALIDATION', records: [] },
  state: 'issuing',
  wait: 0,
};
const text = (issuingFor: number) =>
  String(
    hostStatusText(issuing, { stack: 'production', color: false, width: 100, now: new Date(0), issuingFor }),
  ).replace(/\s+/g, ' ');

test('after 30 minutes it should be there: what was looked at, and how to ask again', () => {
  expect(text(34 * 60)).toContain(
    'waited for 34 min; it should be issued by now. The domain verifies, and CAA allows Amazon. Request it again: npm run domains -- verify shop.partner.example --stack production and pulumi up --stack production',
  );
});

test('before that, nothing is wrong yet', () => {
  expect(text(60)).toContain('certificate requested');
});

test.each([
  [0, '1 min'],
  [60, '1 min'],
  [61, '2 min'],
  [2460, '41 min'],
  [7140, '119 min'],
  [7199, '2 h'],
  [172_800, '48 h'],
  [10_800, '3 h'],
  [10_801, '4 h'],
  [72_000, '20 h'],
])('%i seconds are %s', (seconds, words) => expect(minutes(seconds)).toBe(words));

const certificate = { issuer: 'Amazon', names: [plan.host], notBefore: new Date(0), notAfter: new Date(1) };
const distrusted = { ...certificate, distrust: 'CERT_HAS_EXPIRED' };
const redirect = { redirect: { to: 'https://partner.example', status: 308 } } as const;

test.each<[string, Partial<HostPlan>, Probe, string | undefined]>([
  ['its page', {}, { kind: 'responded', status: 200, certificate }, undefined],
  ['another status', {}, { kind: 'responded', status: 308, certificate }, 'it responds with 308, not 200'],
  ['its redirect', redirect, { kind: 'responded', status: 308, certificate }, undefined],
  [
    'a page in place of its redirect',
    redirect,
    { kind: 'responded', status: 200, certificate },
    'it responds with 200, not 308',
  ],
  ['nothing', {}, { kind: 'failed', reason: 'ECONNREFUSED' }, 'it does not respond: ECONNREFUSED'],
  [
    'a page under a certificate that a browser refuses',
    {},
    { kind: 'responded', status: 200, certificate: distrusted },
    'its certificate is not trusted: CERT_HAS_EXPIRED',
  ],
])('a host that responds with %s', (_, parts, probe, fault) => {
  expect(faultOf({ ...plan, ...parts }, probe)).toBe(fault);
});
