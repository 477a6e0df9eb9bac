// How long the end of a run takes at most.
import { expect, test, vi } from 'vitest';
import { endInTime } from '../../../cli/local/run.ts';

test('a stop that takes longer than the longest request is ended, with status 1; one that ends in time leaves nothing', async () => {
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
  vi.useFakeTimers();
  await endInTime(Promise.resolve());
  expect(vi.getTimerCount()).toBe(0);
  void endInTime(new Promise(() => undefined));
  await vi.advanceTimersByTimeAsync(39_999);
  expect(exit).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(exit.mock.calls).toEqual([[1]]);
});
