// How a run ends: the first signal and the second, and the longest time that it takes.
import { expect, onTestFinished, test, vi } from 'vitest';
import { endInTime, onStopSignal } from '../../../cli/local/stopping.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

function watchExits() {
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
  onTestFinished(() => void exit.mockRestore());
  return () => exit.mock.calls.flat();
}

test('the first signal stops once, and the next one at once', () => {
  const exits = watchExits();
  const before = new Set(SIGNALS.flatMap((one) => process.listeners(one)));
  const stop = vi.fn();
  onStopSignal(stop);
  const added = SIGNALS.flatMap((one) => process.listeners(one).filter((listener) => !before.has(listener)));
  onTestFinished(() => {
    for (const one of SIGNALS) for (const listener of added) process.off(one, listener);
  });
  added[0]?.('SIGTERM');
  expect([added.length, stop.mock.calls.length, exits()]).toEqual([SIGNALS.length, 1, []]);
  added.at(-1)?.('SIGINT');
  expect(exits()).toEqual([130]);
});

test('a stop that takes longer than the longest request is ended, with status 1; one that ends in time leaves nothing', async () => {
  const exits = watchExits();
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  await endInTime(Promise.resolve());
  expect(vi.getTimerCount()).toBe(0);
  void endInTime(new Promise(() => undefined));
  await vi.advanceTimersByTimeAsync(39_999);
  expect(exits()).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(exits()).toEqual([1]);
});
