// How a run ends: the first signal and the second, and the longest time that it takes.
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { endInTime, onStopSignal } from '../../../cli/local/stopping.ts';

const exits: (number | undefined)[] = [];
function watchExits(): void {
  exits.length = 0;
  vi.spyOn(process, 'exit').mockImplementation((code) => {
    exits.push(code as number);
    return undefined as never;
  });
}
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s stops once, and the next one at once', (signal) => {
  watchExits();
  const before = process.listeners(signal);
  let stops = 0;
  onStopSignal(() => {
    stops += 1;
  });
  onTestFinished(() => {
    for (const one of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      for (const listener of process.listeners(one))
        if (!before.includes(listener) && String(listener).includes('isStopping')) process.off(one, listener);
  });
  process.emit(signal, signal);
  expect([stops, exits]).toEqual([1, []]);
  process.emit('SIGINT', 'SIGINT');
  expect(exits).toEqual([130]);
});

test('a stop that takes longer than the longest request is ended, with status 1', async () => {
  watchExits();
  vi.useFakeTimers();
  void endInTime(new Promise(() => undefined));
  await vi.advanceTimersByTimeAsync(39_999);
  expect(exits).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(exits).toEqual([1]);
});

test('one that ends in time leaves nothing behind', async () => {
  watchExits();
  vi.useFakeTimers();
  await endInTime(Promise.resolve());
  expect(vi.getTimerCount()).toBe(0);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(exits).toEqual([]);
});
