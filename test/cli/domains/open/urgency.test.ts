// The order of the hosts on the page: what a person has to act on first, what is live last.
import { expect, test } from 'vitest';
import type { HostView } from '../../../../cli/domains/open/live/stack-view.ts';
import { urgencyOf } from '../../../../cli/domains/open/pages/host-facts.ts';

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
  expect(urgencyOf({ steps: [], ...view } as unknown as HostView)).toBe(urgency);
});
