// A config that the engine gave, beside the stack's file: the values of both, where they are the same, have a place in the file.
import { isOfKey } from './path.ts';
import { placed } from './places.ts';
import type { Problem } from './problem.ts';
import { ofWholeFile, parseStackText, type RawConfig, readStackFile } from './stack-file.ts';
import { isMapping } from './yaml.ts';

/**
 * The problems of `given`, with the places in the stack's file at `path` that `domains check` says. A value that the engine has from
 * elsewhere (`--config`, another file) has none, nor has any where the file cannot be read. Where the file is not there, or sets nothing, that is
 * the problem, and not the region that is missing.
 */
export function placedWhereGiven(
  problems: readonly Problem[],
  given: RawConfig,
  path: string,
): readonly Problem[] {
  const file = readable(path);
  if (file === undefined) return problems;
  const whole = ofWholeFile(problems, file);
  const parsed = 'problems' in file ? file : parseStackText(file);
  if ('problems' in file || 'problems' in parsed) return whole;
  const keys = Object.keys({ ...parsed.raw, ...given });
  const isSame = ({ path }: Problem) => {
    const key = keys.find((one) => isOfKey(path, one));
    return key === undefined || asText(given[key]) === asText(parsed.raw[key]);
  };
  return placed(whole, file.text, isSame);
}

/** Undefined where it is there and cannot be read. */
function readable(path: string): ReturnType<typeof readStackFile> | undefined {
  try {
    return readStackFile(path);
  } catch {
    return undefined;
  }
}

/** The engine passes scalars as text, does not preserve the order of a mapping, and has "" for a key without a value. */
function asText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(asText).join()}]`;
  if (!isMapping(value)) return JSON.stringify(String(value ?? ''));
  const entries = Object.entries(value).map(([key, part]) => `${JSON.stringify(key)}:${asText(part)}`);
  return `{${entries.sort().join()}}`;
}
