// The bound of all queries of a host: what is in progress ends, nothing more is sent, and what was read stays.
import { beforeEach, expect, test, vi } from 'vitest';
import type { Answer } from '../../../src/preflight/reader/answer.ts';
import { withDeadline } from '../../../src/preflight/reader/deadline.ts';
import type { Reader } from '../../../src/preflight/reader/reader.ts';

beforeEach(() => void vi.useFakeTimers());

const READ: Answer = { kind: 'absent', authoritative: true, chain: [], negativeTtl: 60 };
const detail = 'not known after 15 s, the most that one host may take';
const LATE = { kind: 'failed', reason: 'deadline', detail };

const UNVALIDATED = { isAbsent: false, verdict: { status: 'unknown', detail } };

/** A reader that never answers at silent.test; the names that were sent to it. */
function world() {
  const sent: string[] = [];
  const answer = (name: string) => {
    sent.push(name);
    return name === 'silent.test' ? new Promise<Answer>(() => undefined) : Promise.resolve(READ);
  };
  const reader = {
    resolve: (name: string) => answer(name),
    query: (_server: unknown, name: string) => answer(name),
    validator: { validate: answer },
    once: answer,
  } as unknown as Reader;
  const { reader: bounded, end } = withDeadline(reader, 15_000);
  const resolve = (name: string) => bounded.resolve(name, 'A');
  const query = (name: string) => bounded.query({} as never, name, 'A');
  const validate = (name: string) => bounded.validator.validate(name, 'A');
  const once = (name: string) =>
    bounded.once<unknown>(
      name,
      () => Promise.reject(),
      (failure) => failure,
    );
  const all = (name: string) => Promise.all([resolve(name), query(name), validate(name), once(name)]);
  return { sent, end, all };
}

test('before it, the answers; at it, a failure for what is in progress, and not earlier', async () => {
  const { all } = world();
  const ended = vi.fn();
  const silent = all('silent.test').finally(ended);
  expect(await all('a.test')).toEqual([READ, READ, READ, READ]);
  await vi.advanceTimersByTimeAsync(14_999);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(await silent).toEqual([LATE, LATE, UNVALIDATED, LATE]);
});

test('after it nothing is sent', async () => {
  const { sent, all } = world();
  await vi.advanceTimersByTimeAsync(15_000);
  expect(await all('a.test')).toEqual([LATE, LATE, UNVALIDATED, LATE]);
  expect(sent).toEqual([]);
});

test('the end of a host releases the timer', () => {
  const { end } = world();
  expect(vi.getTimerCount()).toBe(1);
  end();
  expect(vi.getTimerCount()).toBe(0);
});

test('an error of the reader is that of the caller, and not one that ends the process', async () => {
  const query = () => Promise.reject(new Error('broken'));
  const { reader, end } = withDeadline({ query } as unknown as Reader, 15_000);
  await expect(reader.query('192.0.2.1', 'a.test', 'A')).rejects.toThrow('broken');
  end();
});
