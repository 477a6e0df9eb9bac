// How long the end of a run takes at most.
import { expect, onTestFinished, test, vi } from 'vitest';
import { endInTime } from '../../../cli/local/stopping.ts';

function watchExits() {
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
  onTestFinished(() => void exit.mockRestore());
  return () => exit.mock.calls.flat();
}

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
