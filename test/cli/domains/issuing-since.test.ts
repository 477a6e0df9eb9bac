// For how long --watch has seen each certificate being issued.
import { expect, test } from 'vitest';
import type { HostStatus } from '../../../cli/domains/status/host-status.ts';
import { IssuingSince } from '../../../cli/domains/status/issuing-since.ts';

const at = (minute: number) => new Date(Date.UTC(2027, 0, 1, 0, minute));
const read = (state: string) =>
  [{ checked: { plan: { host: 'a.example' } }, state }] as unknown as HostStatus[];

test('from the first reading that saw it, until another state is seen; a second request counts anew', () => {
  const since = new IssuingSince();
  since.note(read('declared'), at(0));
  expect(since.seconds('a.example', at(0))).toBeUndefined();
  since.note(read('issuing'), at(1));
  since.note(read('issuing'), at(2));
  expect(since.seconds('a.example', at(3))).toBe(120);
  expect(since.seconds('b.example', at(3))).toBeUndefined();
  since.note(read('failed'), at(4));
  expect(since.seconds('a.example', at(4))).toBeUndefined();
  since.note(read('issuing'), at(5));
  expect(since.seconds('a.example', at(6))).toBe(60);
});
