// Values at and past each bound of an entry, and odd ones that a pattern or an enumeration must distinguish.
import type { Entry, Rule } from './table.ts';

/** Characters that patterns distinguish, added in front of, inside and behind a valid text. */
const CHARACTERS = [
  ...' !"#$%&\'()*+,-./:;<=>?@[]^_`{|}~aZ0',
  '\n',
  '\u007f',
  'é',
  '€',
  '“',
  '..',
  '--',
  '{a}',
];

/** The length of a probe where the service has no upper bound. */
const FAR = 5_000;

export function probesOf(entry: Entry, rules: readonly Rule[], valid: unknown): unknown[] {
  const unspecified = new Set((entry.unspecified?.values ?? []).map((value) => JSON.stringify(value)));
  const all = [valid, ...generated(entry, rules, valid), ...(entry.probes ?? [])];
  const distinct = new Map(all.map((value) => [JSON.stringify(value), value]));
  return [...distinct].filter(([key]) => !unspecified.has(key)).map(([, value]) => value);
}

function generated(entry: Entry, rules: readonly Rule[], valid: unknown): unknown[] {
  const bounds = rules.flatMap(({ min, max }) => [min, max]).filter((bound) => bound !== undefined);
  if (typeof valid === 'boolean') return [true, false];
  if (typeof valid === 'number') return numbers(rules, bounds);
  if (typeof valid === 'string') return texts(entry, rules, bounds, valid);
  return lists(entry, bounds, valid);
}

function numbers(rules: readonly Rule[], bounds: readonly number[]): number[] {
  const values = rules.flatMap((rule) => rule.enum ?? []).map(Number);
  const near = [...bounds, ...values].flatMap((bound) => [bound - 1, bound, bound + 1]);
  return [...near, 0, 1, 1_000_000, 0.5];
}

function texts(
  { stretch }: Entry,
  rules: readonly Rule[],
  bounds: readonly number[],
  valid: string,
): unknown[] {
  const long = stretch ?? ((length: number) => valid.padEnd(length, valid.at(-1) || 'a').slice(0, length));
  const lengths = [...bounds.flatMap((bound) => [bound - 1, bound, bound + 1]), FAR];
  const values = rules.flatMap((rule) => rule.enum ?? []);
  const middle = Math.ceil(valid.length / 2);
  return [
    ...lengths.filter((length) => length >= 0).map((length) => long(length)),
    ...values,
    ...(values.length > 0 ? [`${values[0]}0`, 'no such value'] : []),
    ...CHARACTERS.flatMap((odd) => [
      odd + valid,
      valid.slice(0, middle) + odd + valid.slice(middle),
      valid + odd,
    ]),
    ...wordsReplaced(valid),
    '',
  ];
}

/** Each run of letters and digits by others, and without it: a pattern may fix one. */
function wordsReplaced(valid: string): string[] {
  return [...valid.matchAll(/[a-z0-9]+/gi)].flatMap(({ 0: word, index }) =>
    ['', 'x', '0', word.toUpperCase(), `${word}x`].map(
      (other) => valid.slice(0, index) + other + valid.slice(index + word.length),
    ),
  );
}

/** Lists as long as each bound, and empty; maps only by `stretch`. Without it, a list's first item is repeated. */
function lists({ stretch }: Entry, bounds: readonly number[], valid: unknown): unknown[] {
  const counts = [0, ...bounds.flatMap((bound) => [bound - 1, bound, bound + 1])].filter(
    (count) => count >= 0,
  );
  if (stretch !== undefined) return counts.map((count) => stretch(count));
  if (Array.isArray(valid)) return counts.map((count) => repeat(valid, count));
  return [];
}

/** Items that differ where they are text: the provider's sets hold each once. */
function repeat(valid: readonly unknown[], count: number): unknown[] {
  const [item] = valid;
  return Array.from({ length: count }, (_, index) =>
    typeof item === 'string' && index > 0 ? `${item}${index}` : item,
  );
}
