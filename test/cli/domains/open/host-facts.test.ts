// What the pages say of a host in a few words, and their order: what a person has to act on first, what is live last.
import { expect, test } from 'vitest';
import type { HostView } from '../../../../cli/domains/open/live/stack-view.ts';
import { roleOf, stateOf, troubleOf, urgencyOf } from '../../../../cli/domains/open/pages/host-facts.ts';
import type { HostPlan } from '../../../../infra/plan/types.ts';

const viewOf = (view: object) => ({ steps: [], ...view }) as unknown as HostView;
const finding = { severity: 'warning', code: 'remembered-for', found: 'the old record is remembered' };

test.each<[string, object, number]>([
  ['a host that does not respond', { status: { state: 'live', fault: 'no response' } }, 0],
  ['a host of which a step failed', { status: { state: 'issuing' }, steps: [{ mark: 'bad', text: 'x' }] }, 0],
  ['a blocked host', { status: { state: 'blocked' } }, 0],
  ['a host with a warning', { status: { state: 'live', checked: { findings: [finding] } } }, 1],
  ['a host that was not read yet', {}, 2],
  ['a host whose certificate is issued now', { status: { state: 'issuing' } }, 2],
  ['a live host', { status: { state: 'live' } }, 3],
])('%s', (_name, view, urgency) => {
  expect(urgencyOf(viewOf(view))).toBe(urgency);
});

test('the state of a host is `reading` until DNS was read', () => {
  expect(stateOf(viewOf({}))).toBe('reading');
  expect(stateOf(viewOf({ status: { state: 'live' } }))).toBe('live');
});

test('the trouble of a host: its fault, then what blocks it, then what failed, then a warning', () => {
  const steps = [
    { mark: 'ok', text: 'requested' },
    { mark: 'bad', text: 'the certificate failed' },
  ];
  const blocking = { severity: 'blocked', code: 'conflicting-record', found: 'an A record' };
  const blocked = { checked: { findings: [finding, blocking] } };
  expect(troubleOf(viewOf({ status: { ...blocked, fault: 'no response' }, steps }))).toBe('no response');
  expect(troubleOf(viewOf({ status: blocked, steps }))).toBe('an A record');
  expect(troubleOf(viewOf({ status: { checked: { findings: [finding] } }, steps }))).toBe(
    'the certificate failed',
  );
  expect(troubleOf(viewOf({ status: { checked: { findings: [finding] } } }))).toBe(finding.found);
  expect(troubleOf(viewOf({}))).toBeUndefined();
});

test('the role of a host, and where a redirect leads', () => {
  const redirect = { to: 'https://petstore.example', status: 308 };
  expect(roleOf({ role: 'primary' } as HostPlan)).toBe('primary');
  expect(roleOf({ role: 'redirect', redirect } as HostPlan)).toBe('redirect 308 to https://petstore.example');
});
