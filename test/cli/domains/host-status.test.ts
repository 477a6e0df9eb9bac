// The words of a host's life that a test cannot wait for.
import { expect, test } from 'vitest';
import type { HostStatus } from '../../../cli/domains/status/host-status.ts';
import { hostStatusText, minutes } from '../../../cli/domains/status/host-status-text.ts';
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
  String(hostStatusText(issuing, { stack: 'production', color: false, width: 100, issuingFor })).replace(
    /\s+/g,
    ' ',
  );

test('after 30 minutes it should be there: what was looked at, and how to ask again', () => {
  expect(text(34 * 60)).toContain(
    'waited for 34 min; it should be issued by now. The domain verifies, and CAA allows Amazon. Request it again: npm run domains -- verify shop.partner.example --stack production and pulumi up --stack production',
  );
});

test('before that, nothing is wrong yet', () => {
  expect(text(60)).toContain('certificate requested');
});

test.each([
  [1, '1 min'],
  [2460, '41 min'],
  [7199, '2 h'],
  [172_800, '48 h'],
])('%i seconds are %s', (seconds, words) => expect(minutes(seconds)).toBe(words));
