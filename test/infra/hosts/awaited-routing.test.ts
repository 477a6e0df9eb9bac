// How long the owner of an external host is waited for, from one deployment to the next.
import type { Finding } from '@petstore/custom-domains/preflight';
import { expect, test } from 'vitest';
import { awaitedUntil, isRoutingAwaited } from '../../../infra/hosts/awaited-routing.ts';
import type { HostOutput } from '../../../infra/hosts/host-output.ts';
import { planHost } from '../../../infra/plan/plan-host.ts';

const host = 'api.partner.example';
const NOW = Date.parse('2026-11-22T12:00:00Z');
const IN_A_WEEK = '2026-11-29T12:00:00.000Z';
const EARLIER = '2026-11-25T00:00:00.000Z';

const planOf = (verified: readonly string[], site: 'api' | 'docs' = 'api') =>
  planHost(
    { host, site, role: 'domain' },
    { region: 'eu-west-1', zones: [], adopt: [], moving: [], verified, ttl: { default: 3600, hosts: {} } },
  );
const api = planOf([host]);
const seen: Finding = {
  ...({ code: 'already-configured', severity: 'info' } as const),
  ...{ host, found: '', why: '', fix: '', records: [] },
};
const output = (more: Partial<HostOutput> = {}): HostOutput => ({
  ...({ site: 'api', role: 'domain', provider: 'external', url: `https://${host}/v1`, records: [] } as const),
  ...more,
});
const attached = { target: 'd-1.execute-api.eu-west-1.amazonaws.com' };

test.each([
  ['not verified', planOf([]), output(), [], undefined],
  ['verified at once, with its declaration', api, undefined, [], IN_A_WEEK],
  ['this run attaches it', api, output(), [], IN_A_WEEK],
  [
    'a later run, before its record is set',
    api,
    output({ ...attached, routingAwaitedUntil: EARLIER }),
    [],
    EARLIER,
  ],
  ['a run sees its record', api, output({ ...attached, routingAwaitedUntil: EARLIER }), [seen], undefined],
  ['a later run, when the record was seen and is lost', api, output(attached), [], undefined],
  ['it moves from the documentation', api, output({ ...attached, site: 'docs' }), [seen], IN_A_WEEK],
  [
    'of the documentation: verify has seen its record',
    planOf([host], 'docs'),
    output({ ...attached, site: 'docs' }),
    [],
    undefined,
  ],
])('%s', (_, plan, before, findings, until) => {
  expect(awaitedUntil(plan, { before, findings, now: NOW })).toBe(until);
});

test('a host in a declared zone: nobody is waited for', () => {
  const plan = { ...api, zone: { provider: 'route53', name: 'partner.example' } as const };
  expect(awaitedUntil(plan, { before: undefined, findings: [], now: NOW })).toBeUndefined();
});

test('until the time has passed', () => {
  expect(isRoutingAwaited(undefined, NOW)).toBe(false);
  expect(isRoutingAwaited(EARLIER, NOW)).toBe(true);
  expect(isRoutingAwaited(EARLIER, Date.parse(EARLIER))).toBe(false);
});
