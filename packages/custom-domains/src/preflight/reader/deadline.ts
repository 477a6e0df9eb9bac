// One bound for all queries of a host, however many of them fail one after another.
import type { Validation } from '../../dnssec/validator.ts';
import { unknown } from '../../dnssec/verdict.ts';
import { type Answer, failed } from './answer.ts';
import type { Reader } from './reader.ts';

/**
 * The same reader: after that time, queries in progress and new ones are failures. What was read until then stays. `end` releases the
 * timer; call it when the host is done.
 */
export function withDeadline(reader: Reader, milliseconds: number): { reader: Reader; end: () => void } {
  const detail = `not known after ${milliseconds / 1000} s, the most that one host may take`;
  let isLate = false;
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      isLate = true;
      resolve();
    }, milliseconds);
  });
  const boundedBy = <T>(late: T) => {
    const atDeadline = deadline.then(() => late);
    return (query: () => Promise<T>) => (isLate ? atDeadline : Promise.race([query(), atDeadline]));
  };
  const bounded = boundedBy<Answer>(failed('deadline', detail));
  const validated = boundedBy<Validation>({ verdict: unknown(detail), isAbsent: false });
  return {
    reader: {
      ...reader,
      resolve: (...question) => bounded(() => reader.resolve(...question)),
      query: (...question) => bounded(() => reader.query(...question)),
      validator: { validate: (...question) => validated(() => reader.validator.validate(...question)) },
    },
    end: () => clearTimeout(timer),
  };
}
