// A misspelled key is one problem: the rules see its value under the key that was meant.
import type { Misspelling } from './schema-problems.ts';
import { isMapping } from './yaml.ts';

type Mapping = Readonly<Record<string, unknown>>;

/**
 * `config` with each misspelled key renamed. A value that is there already under the key that was meant stays, but for a key of
 * the config itself, where it may be the project's default.
 */
export function respelled(config: Mapping, misspelled: readonly Misspelling[]): Mapping {
  return misspelled.reduce((value, { parent, key, meant }) => {
    if (parent.length > 0) return renamed(value, parent, key, meant) as Mapping;
    const { [meant]: _default, ...others } = value;
    return withKey(others, key, meant);
  }, config);
}

function renamed(value: unknown, parent: readonly PropertyKey[], key: string, meant: string): unknown {
  const [step, ...rest] = parent;
  if (step === undefined) return isMapping(value) ? withKey(value, key, meant) : value;
  if (Array.isArray(value)) return value.with(Number(step), renamed(value[Number(step)], rest, key, meant));
  if (!isMapping(value)) return value;
  return { ...value, [step]: renamed(value[String(step)], rest, key, meant) };
}

function withKey(mapping: Mapping, key: string, meant: string): Mapping {
  if (Object.hasOwn(mapping, meant)) return mapping;
  return Object.fromEntries(
    Object.entries(mapping).map(([name, value]) => [name === key ? meant : name, value]),
  );
}
