// YAML text to data, as Pulumi reads it, or its first syntax problem with line and column.
import { type Document, type ErrorCode, Lexer, LineCounter, parseDocument } from 'yaml';
import { MAX_DEPTH, sizeProblem, tooLarge } from './limits.ts';
import type { Problem } from './problem.ts';

type YamlResult = { readonly value: unknown } | { readonly problems: readonly Problem[] };

/** YAML 1.2 with merge keys and aliases, within limits: a few lines cannot expand to gigabytes. */
export function parseYaml(name: string, text: string): YamlResult {
  const refused = sizeProblem(name, Buffer.byteLength(text)) ?? costProblem(name, text);
  if (refused !== undefined) return { problems: [refused] };
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { merge: true, prettyErrors: false, lineCounter });
  // The parser goes on after an error, and most of what it reports then is a consequence of the first.
  const [error] = document.errors;
  if (error === undefined) return toData(name, document);
  const { line, col: column } = lineCounter.linePos(error.pos[0]);
  const fix = SYNTAX_FIX[error.code] ?? 'fix the YAML there first: the config could not be read';
  return { problems: [{ code: 'bad-yaml', path: name, place: { line, column }, what: error.message, fix }] };
}

/** Together: the library compares each key with every other one of its mapping, and an alias costs as much as many keys. */
const MAX_KEYS = 8_000;
const MAX_ALIASES = 100;

/** By the library's own tokens, which come at a cost that grows with the length alone. */
function costProblem(name: string, text: string): Problem | undefined {
  // Each level that is not in brackets takes a column.
  if (/^[ \t?:-]{100}/m.test(text)) return tooLarge(name);
  let [depth, keys] = [0, 0];
  for (const token of new Lexer().lex(text)) {
    if ('[{'.includes(token)) depth += 1;
    if (']}'.includes(token)) depth -= 1;
    if (depth > MAX_DEPTH) return tooLarge(name);
    if (token === ':') keys += 1;
    if (token.startsWith('*')) keys += MAX_KEYS / MAX_ALIASES;
    if (keys > MAX_KEYS) return tooLarge(name, `has more than ${MAX_KEYS} keys or ${MAX_ALIASES} aliases`);
  }
  return undefined;
}

const SYNTAX_FIX: Readonly<Partial<Record<ErrorCode, string>>> = {
  TAB_AS_INDENT: 'indent with spaces',
  DUPLICATE_KEY: 'remove one of the two keys, or join them',
  BLOCK_AS_IMPLICIT_KEY: 'give the keys of one mapping the same indentation: compare the line below',
  MISSING_CHAR: 'look above this place for the quote or the bracket that is not closed',
};

/** An alias without an anchor is an error only here. */
function toData(name: string, document: Document): YamlResult {
  try {
    return { value: document.toJS({ maxAliasCount: MAX_ALIASES }) };
  } catch (error) {
    const what = (error as Error).message;
    const fix = 'write the values out, without aliases';
    return { problems: [{ code: 'bad-yaml', path: name, what, fix }] };
  }
}
