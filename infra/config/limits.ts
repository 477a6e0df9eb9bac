// How large a config may be: the YAML library takes a time that grows with the square of keys and aliases, and recurses.
import type { Problem } from './problem.ts';

/** 5,000 hosts have half of it. */
const MAX_BYTES = 256 * 1024;
/** A stack file has five levels. */
export const MAX_DEPTH = 32;

/** The problem of a file by its size, known before it is read as YAML. */
export function sizeProblem(path: string, bytes: number): Problem | undefined {
  if (bytes <= MAX_BYTES) return undefined;
  return tooLarge(path, `has ${Math.ceil(bytes / 1024)} KB, where at most ${MAX_BYTES / 1024} are read`);
}

/** Goes no further down than the limit. */
export function isTooDeep(value: unknown, levels = MAX_DEPTH): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isTooDeep(inner, levels - 1));
}

export function tooLarge(path: string, what = `has more than ${MAX_DEPTH} levels`): Problem {
  return { code: 'too-large', path, what, fix: 'remove what is not a setting of the stack' };
}
