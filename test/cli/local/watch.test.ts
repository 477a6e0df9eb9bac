// Stamps that are looked at at each event: a burst of changes is one call, and changes during a call are told to it and are another one.
import { expect, onTestFinished, test, vi } from 'vitest';
import { watchStamps } from '../../../cli/local/watch.ts';

const FIRST = { stack: '0', service: '1' };

function start({
  onCall = async (): Promise<unknown> => undefined,
  first = undefined as Promise<typeof FIRST> | undefined,
} = {}) {
  vi.useFakeTimers();
  const stamps = { stack: '1', service: '1' };
  const calls: object[] = [];
  const late: object[] = [];
  const open = { isNow: true };
  let onEvent = () => {};
  const watcher = watchStamps({
    ...{ read: () => ({ ...stamps }), known: FIRST, first },
    mayCall: () => open.isNow,
    onChange: async (labels, present) => {
      calls.push([[...labels], present.stack]);
      return (await onCall()) !== false;
    },
    onLate: (labels) => late.push([...labels]),
    events(listener) {
      onEvent = listener;
      return { close: () => undefined };
    },
  });
  onTestFinished(() => watcher.close());
  const set = (change: Partial<typeof stamps>) => {
    Object.assign(stamps, change);
    onEvent();
  };
  return { open, set, stamps, calls, late, watcher, pass: (ms = 1500) => vi.advanceTimersByTimeAsync(ms) };
}

test('what was changed before is called first, as soon as a call may be made; a burst is one call, when two looks in a row find the same', async () => {
  const { open, set, calls, pass } = start();
  open.isNow = false;
  await pass();
  expect(calls).toEqual([]);
  open.isNow = true;
  await pass(300);
  expect(calls.splice(0)).toEqual([[['stack'], '1']]);
  for (const stamp of ['2', '3']) {
    set({ stack: stamp, service: stamp });
    await pass(150);
    expect(calls).toEqual([]);
  }
  await pass(150);
  expect(calls.splice(0)).toEqual([[['stack', 'service'], '3']]);
  // What is back as it was is no change.
  set({ stack: '4' });
  await pass(100);
  set({ stack: '3' });
  await pass();
  expect(calls).toEqual([]);
});

test('a change without an event is found a few seconds later', async () => {
  const { stamps, calls, pass } = start();
  await pass();
  stamps.service = '2';
  await pass(10_500);
  expect(calls).toHaveLength(2);
});

test('changes during a call are told to it, once each, and wait for its end; nothing is called once it is closed', async () => {
  const under = Promise.withResolvers<void>();
  const { set, calls, late, watcher, pass } = start({ onCall: () => under.promise });
  await pass();
  set({ service: '2' });
  await pass();
  expect([calls.length, late]).toEqual([1, [['service']]]);
  under.resolve();
  await pass();
  expect(calls).toEqual([
    [['stack'], '1'],
    [['service'], '1'],
  ]);
  watcher.close();
  set({ service: '3' });
  await pass();
  expect(calls).toHaveLength(2);
});

test('what the first call has dealt with is not called again', async () => {
  const first = Promise.withResolvers<typeof FIRST>();
  const { set, calls, late, pass } = start({ first: first.promise });
  await pass();
  expect([calls, late]).toEqual([[], [['stack']]]);
  set({ service: '2' });
  first.resolve({ stack: '1', service: '1' });
  await pass();
  expect(calls).toEqual([[['service'], '1']]);
});

test('a call that did nothing is made again', async () => {
  let isLocked = true;
  const { calls, pass } = start({ onCall: async () => !isLocked });
  await pass(750);
  const tried = calls.length;
  expect(tried).toBeGreaterThan(1);
  isLocked = false;
  await pass();
  expect(calls).toHaveLength(tried + 1);
});
