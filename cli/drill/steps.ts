// The steps of a drill: each is printed with its time, and the outcome is compared with what was there before.
import { isDeepStrictEqual } from 'node:util';
import { json, type Shown, shown } from '@petstore/custom-domains/output';
import { CommandError } from '../command-error.ts';
import { seconds, type Terminal } from '../terminal.ts';

/** Runs `work`, and prints `text` with its time. */
export type Step = <Result>(text: Shown, work: () => Promise<Result> | Result) => Promise<Result>;

export function createStep(out: Terminal): Step {
  return async (text, work) => {
    const started = performance.now();
    out.status(shown`  … ${text}`);
    const result = await work();
    const ms = performance.now() - started;
    const elapsed = ms < 1_000 ? `${Math.ceil(ms)} ms` : seconds(ms);
    out.line(shown`  ${out.paint('green', '✓')} ${text} ${out.paint('dim', elapsed)}`);
    return result;
  };
}

/** Throws CommandError with the first member of `what` that differs. */
export function assertSame(what: string, after: object, before: object): void {
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [is, was] = [Reflect.get(after, name), Reflect.get(before, name)];
    if (isDeepStrictEqual(is, was)) continue;
    throw new CommandError(`${what}: ${name} is ${brief(is)}, and was ${brief(was)}`);
  }
}

const MAX_CHARACTERS = 120;

function brief(value: unknown): string {
  const text = value === undefined ? 'absent' : String(json(value));
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text;
}
