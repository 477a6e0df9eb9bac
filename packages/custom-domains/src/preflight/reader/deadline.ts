// One bound for all queries of a host, however many of them fail one after another.
import { type Answer, failed } from './answer.ts';
import type { Reader } from './reader.ts';

/**
 * The same reader: after that time, queries in progress and new ones are failures. What was read until then stays. `end` releases the
 * timer; call it when the host is done.
 */
export function withDeadline(reader: Reader, milliseconds: number): { reader: Reader; end: () => void } {
  const late: Answer = failed(
    'deadline',
    `not known after ${milliseconds / 1000} s, the most that one host may take`,
  );
  let isLate = false;
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<Answer>((resolve) => {
    timer = setTimeout(() => {
      isLate = true;
      resolve(late);
    }, milliseconds);
  });
  const bounded = (query: () => Promise<Answer>): Promise<Answer> =>
    isLate ? deadline : Promise.race([query(), deadline]);
  return {
    reader: {
      ...reader,
      resolve: (...question) => bounded(() => reader.resolve(...question)),
      query: (...question) => bounded(() => reader.query(...question)),
    },
    end: () => clearTimeout(timer),
  };
}
