// Stamps that are looked at again and again: a burst of changes is one call, and changes during a call are another one after it.
import { expect, onTestFinished, test, vi } from 'vitest';
import { watchStamps } from '../../../cli/local/watch.ts';

function start(onCall: () => Promise<unknown> = async () => {}) {
  vi.useFakeTimers();
  const stamps = { stack: '1', service: '1' };
  const calls: object[] = [];
  const open = { isNow: true };
  const watcher = watchStamps(
    () => ({ ...stamps }),
    { ...stamps, stack: '0' },
    () => open.isNow,
    async (labels, present) => {
      calls.push([[...labels], present.stack]);
      return (await onCall()) !== false;
    },
  );
  onTestFinished(() => {
    watcher.close();
    vi.useRealTimers();
  });
  return { open, stamps, calls, watcher, looks: (count = 1) => vi.advanceTimersByTimeAsync(150 * count) };
}

test('what was changed before is called first, as soon as a call may be made; a burst is one call, when two looks in a row find the same', async () => {
  const { open, stamps, calls, looks } = start();
  open.isNow = false;
  await looks(10);
  expect(calls).toEqual([]);
  open.isNow = true;
  await looks(2);
  expect(calls.splice(0)).toEqual([[['stack'], '1']]);
  for (const stamp of ['2', '3']) {
    stamps.stack = stamp;
    stamps.service = stamp;
    await looks();
    expect(calls).toEqual([]);
  }
  await looks(10);
  expect(calls.splice(0)).toEqual([[['stack', 'service'], '3']]);
  // What is back as it was is no change.
  stamps.stack = '4';
  await looks();
  stamps.stack = '3';
  await looks(10);
  expect(calls).toEqual([]);
});

test('changes during a call wait for its end; nothing is called once it is closed', async () => {
  const under = Promise.withResolvers<void>();
  const { stamps, calls, watcher, looks } = start(() => under.promise);
  await looks();
  stamps.service = '2';
  await looks(10);
  expect(calls).toHaveLength(1);
  under.resolve();
  await looks(10);
  expect(calls).toEqual([
    [['stack'], '1'],
    [['service'], '1'],
  ]);
  watcher.close();
  stamps.service = '3';
  await looks(10);
  expect(calls).toHaveLength(2);
});

test('a call that did nothing is made again', async () => {
  let isLocked = true;
  const { calls, looks } = start(async () => !isLocked);
  await looks(5);
  const tried = calls.length;
  expect(tried).toBeGreaterThan(1);
  isLocked = false;
  await looks(20);
  expect(calls).toHaveLength(tried + 1);
});
