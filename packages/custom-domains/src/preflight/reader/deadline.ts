// The bounds of many hosts: how many are in progress, and one time for all queries of a host, however many of them fail one after another.
import { hostBudget } from '../../dnssec/budget.ts';
import type { Validation } from '../../dnssec/validator.ts';
import { unknown } from '../../dnssec/verdict.ts';
import { type Answer, failed, type Resolved } from './answer.ts';
import { Slots } from './bounds.ts';
import type { Reader } from './reader.ts';

/** Does the work for each host, for so many at once, with the reader bounded by the time; the results are in the order of the hosts. */
export function forEachHost<Host, Result>(
  hosts: readonly Host[],
  reader: Reader,
  { atOnce, timeoutMs }: { readonly atOnce: number; readonly timeoutMs: number },
  work: (host: Host, reader: Reader) => Promise<Result>,
): Promise<Result[]> {
  const slots = new Slots(atOnce);
  const one = async (host: Host) => {
    await slots.take();
    const bounded = withDeadline(reader, timeoutMs);
    try {
      return await work(host, bounded.reader);
    } finally {
      bounded.end();
      slots.give();
    }
  };
  return Promise.all(hosts.map(one));
}

/** The same reader: after that time, queries in progress and new ones are failures. What was read until then stays. `end` releases the
 * timer; call it when the host is done. */
export function withDeadline(reader: Reader, milliseconds: number): { reader: Reader; end: () => void } {
  const detail = `not known after ${milliseconds / 1000} s, the most that one host may take`;
  let isLate = false;
  const waiting = new Set<() => void>();
  const timer = setTimeout(() => {
    isLate = true;
    for (const end of waiting) end();
  }, milliseconds);
  const bounded = <T>(late: T, query: () => Promise<T>) =>
    new Promise<T>((resolve, reject) => {
      const end = () => resolve(late);
      if (isLate) return end();
      waiting.add(end);
      query().then((answer) => {
        waiting.delete(end);
        resolve(answer);
      }, reject);
    });
  const failure = failed('deadline', detail);
  const budget = hostBudget();
  const unvalidated: Validation = { verdict: unknown(detail), isAbsent: false };
  return {
    reader: {
      ...reader,
      resolve: (...question) => bounded<Resolved>(failure, () => reader.resolve(...question)),
      query: (...question) => bounded<Answer>(failure, () => reader.query(...question)),
      once: (key, work, late) => bounded(late(failure), () => reader.once(key, work, late)),
      validator: {
        validate: (name, type, server) =>
          bounded(unvalidated, () => reader.validator.validate(name, type, server, budget)),
        isInsecure: (name) => bounded(false, () => reader.validator.isInsecure(name, budget)),
      },
    },
    end: () => clearTimeout(timer),
  };
}
