// YAML text to data, as Pulumi reads it, or its first syntax problem with line and column.
import { type Document, type ErrorCode, LineCounter, parseDocument } from 'yaml';
import type { Problem } from './problem.ts';

type YamlResult = { readonly value: unknown } | { readonly problems: readonly Problem[] };

/** YAML 1.2 with merge keys and aliases; at most 100 uses of an alias, so that a few lines cannot expand to gigabytes. */
export function parseYaml(name: string, text: string): YamlResult {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { merge: true, prettyErrors: false, lineCounter });
  // The parser goes on after an error, and most of what it reports then is a consequence of the first.
  const [error] = document.errors;
  if (error === undefined) return toData(name, document);
  const { line, col: column } = lineCounter.linePos(error.pos[0]);
  const fix = SYNTAX_FIX[error.code] ?? 'fix the YAML there first: the config could not be read';
  return { problems: [{ code: 'bad-yaml', path: name, place: { line, column }, what: error.message, fix }] };
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
    return { value: document.toJS({ maxAliasCount: 100 }) };
  } catch (error) {
    const what = (error as Error).message;
    const fix = 'write the values out, without aliases';
    return { problems: [{ code: 'bad-yaml', path: name, what, fix }] };
  }
}
