// Since when each step of a host is as it is, over readings: what this run has seen change, and what it found so.
import { expect, test } from 'vitest';
import { Timeline } from '../../../../cli/domains/open/live/timeline.ts';
import type { HostStatus } from '../../../../cli/domains/status/host-status.ts';
import type { HostPlan } from '../../../../infra/plan/types.ts';

const plan = {
  ...{ host: 'a.example', site: 'docs', role: 'domain', apex: false, target: 'distribution', ttl: 300 },
  ...{ zone: { provider: 'route53', name: 'example' }, certificateRegion: 'us-east-1' },
} as HostPlan;
const status = (certificate: string | undefined, host = plan.host) =>
  ({
    ...{ state: certificate === undefined ? 'declared' : 'issuing', wait: 0 },
    checked: { plan: { ...plan, host }, findings: [], observation: { views: [] } },
    deployed: certificate && { site: 'docs', role: 'domain', certificate, records: [] },
  }) as unknown as HostStatus;
const at = (minute: number) => new Date(Date.UTC(2027, 0, 31, 12, minute));

test('a step keeps its time until it changes; the first reading saw no change; a host that was away is new', () => {
  const timeline = new Timeline('production');
  const seen = (minute: number, ...all: HostStatus[]) =>
    timeline
      .note(all, at(minute))
      .get(plan.host)
      ?.filter(({ title }) => title === 'declared' || title === 'certificate')
      .map(({ title, mark, since, isChange }) => [title, mark, since.getUTCMinutes(), isChange].join(' '));
  const first = seen(0, status(undefined));
  expect(first?.map((text) => text.split(' ').slice(2).join(' '))).toEqual(['0 false', '0 false']);
  expect(seen(1, status(undefined))).toEqual(first);
  const issuing = seen(2, status('PENDING_VALIDATION'), status(undefined, 'b.example'));
  expect(issuing?.[1]).toBe('certificate wait 2 true');
  expect(issuing?.[0]).toBe('declared ok 0 false');
  expect(seen(3, status('PENDING_VALIDATION'))?.[1]).toBe('certificate wait 2 true');
  expect(seen(4, status('FAILED'))?.[1]).toBe('certificate bad 4 true');
  expect(seen(5, status(undefined, 'b.example'))).toBeUndefined();
  expect(seen(6, status('FAILED'))).toEqual(['declared ok 6 false', 'certificate bad 6 false']);
});
