// A config that the engine gave, beside the stack's file: the values of both, where they are the same, have a place in the file.
import { isOfKey } from './path.ts';
import { placed } from './places.ts';
import type { Problem } from './problem.ts';
import { parseStackText, type RawConfig, readStackFile, type StackText } from './stack-file.ts';
import { isMapping } from './yaml.ts';

/**
 * The problems of `given`, with the places in the stack's file at `path` that `domains check` says. A value that the engine has from
 * elsewhere (`--config`, another file) has none, nor has any where the file cannot be read.
 */
export function placedWhereGiven(
  problems: readonly Problem[],
  given: RawConfig,
  path: string,
): readonly Problem[] {
  const file = readable(path);
  const parsed = file === undefined ? undefined : parseStackText(file);
  if (file === undefined || parsed === undefined || 'problems' in parsed) return problems;
  const keys = Object.keys({ ...parsed.raw, ...given });
  const isSame = ({ path }: Problem) => {
    const key = keys.find((one) => isOfKey(path, one));
    return key === undefined || asText(given[key]) === asText(parsed.raw[key]);
  };
  return placed(problems, file.text, isSame);
}

function readable(path: string): StackText | undefined {
  try {
    const file = readStackFile(path);
    return 'problems' in file ? undefined : file;
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
