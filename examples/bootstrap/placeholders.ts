// Fills the placeholders of the tables of rights: `{region}`, `{account}`, `{project}`, `{stack}`, `{zone}`, `{record}`.
import type { Condition } from './rights/right.ts';

/** A placeholder with several values makes a text several. */
export type Values = Readonly<Record<string, string | readonly string[]>>;

export function fillAll(texts: readonly string[], values: Values): string[] {
  return texts.flatMap((text) => fill(text, values));
}

/** A condition key with several values matches any of them. */
export function fillCondition(condition: Condition, values: Values): Condition {
  return mapValues(condition, (keys) =>
    mapValues(keys, (given) => {
      const filled = fillAll([given].flat(), values);
      return filled.length === 1 ? (filled[0] as string) : filled;
    }),
  );
}

/** The keys of each operator together; all must hold. */
export function bothConditions(first: Condition, second: Condition): Condition {
  const operators = new Set([...Object.keys(first), ...Object.keys(second)]);
  return Object.fromEntries([...operators].map((name) => [name, { ...first[name], ...second[name] }]));
}

function fill(text: string, values: Values): string[] {
  const placeholder = /\{(\w+)\}/.exec(text);
  if (placeholder === null) return [text];
  const [whole, name = ''] = placeholder;
  const given = values[name];
  if (given === undefined) throw new Error(`${text}: there is no value for ${whole}`);
  return [given].flat().flatMap((value) => fill(text.replace(whole, value), values));
}

function mapValues<From, To>(record: Readonly<Record<string, From>>, change: (value: From) => To) {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}
