// All mutants of a source file, and a seeded choice among those of many files.
// Vitest passes on the parser of Vite (Oxc), which knows TypeScript; that of TypeScript 7 is still `unstable`.
import { parseAst } from 'vitest/node';
import { type Edit, type Node, OPERATORS, type OperatorName, type Span } from './operators.ts';

export interface Mutant extends Edit {
  /** Relative to the root of the checkout. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly operator: OperatorName;
  /** The changed lines, `-` before and `+` after. */
  readonly diff: string;
}

/** Types disappear before a program runs: of these nodes only the expression is code. */
const TYPED_EXPRESSIONS = new Set(['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression']);
/** Strings that name something are left alone: a module that does not load tells nothing of the tests. */
const NAMES = new Set(['source', 'key', 'id', 'label', 'params', 'directive']);

/** In the order of the source. `file` ends in `.ts` or `.js`. Throws for what cannot be parsed. */
export function mutantsOf(file: string, source: string): Mutant[] {
  const program = parseAst(source, { lang: 'ts' }, file);
  const text = ({ start, end }: Span) => source.slice(start, end);
  const names = Object.keys(OPERATORS) as OperatorName[];
  return codeOf(program).flatMap((node) =>
    names.flatMap((operator) => {
      const edit = OPERATORS[operator](node, text);
      if (edit === undefined) return [];
      const line = source.slice(0, edit.start).split('\n').length;
      return [{ ...edit, file, line, operator, diff: diffOf(source, edit) }];
    }),
  );
}

export function applied(source: string, { start, end, text }: Edit): string {
  return source.slice(0, start) + text + source.slice(end);
}

function codeOf(node: Node): Node[] {
  if (node.type.startsWith('TS') && !TYPED_EXPRESSIONS.has(node.type)) return [];
  const children = Object.entries(node).flatMap(([key, value]) => (NAMES.has(key) ? [] : [value].flat()));
  return [node, ...children.filter(isNode).flatMap(codeOf)];
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

function diffOf(source: string, edit: Edit): string {
  const from = source.lastIndexOf('\n', edit.start - 1) + 1;
  const newline = source.indexOf('\n', edit.end);
  const to = newline === -1 ? source.length : newline;
  const after = applied(source, edit).slice(from, to + edit.text.length - (edit.end - edit.start));
  const marked = (sign: string, text: string) => text.split('\n').map((line) => `${sign} ${line}`);
  return [...marked('-', source.slice(from, to)), ...marked('+', after)].join('\n');
}

/**
 * All of them in a random order, the same for the same seed. The operators take turns: strings, which are the most
 * numerous, would otherwise be half of every choice.
 */
export function shuffled(mutants: readonly Mutant[], seed: number): Mutant[] {
  const random = mulberry32(seed);
  const mixed = mutants.map((mutant) => ({ mutant, at: random() })).sort((a, b) => a.at - b.at);
  const queues = [...Map.groupBy(mixed, ({ mutant }) => mutant.operator).values()];
  const turns = Array.from({ length: mutants.length }, (_, turn) =>
    queues.flatMap((queue) => queue[turn] ?? []),
  );
  return turns.flat().map(({ mutant }) => mutant);
}

/** Numbers from 0 up to 1, by Tommy Ettinger's mulberry32: Math.random takes no seed. */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
