// YAML text to data, as Pulumi reads it, or its syntax problems with line and column.
import { type Document, type ErrorCode, parseDocument, type YAMLParseError } from 'yaml';
import type { Problem } from './problem.ts';
import { faultOf } from './yaml-faults.ts';

const SYNTAX_FIX = 'fix the YAML there first: the config could not be read';

export type YamlResult = { readonly value: unknown } | { readonly problems: readonly Problem[] };

/** YAML 1.2 with merge keys and aliases; at most 100 uses of an alias, so that a few lines cannot expand to gigabytes. */
export function parseYaml(name: string, text: string): YamlResult {
  const document = parseDocument(text, { merge: true, prettyErrors: false });
  if (document.errors.length === 0) return toData(name, document);
  return {
    problems: independent(document.errors).map((error) => ({
      code: 'bad-yaml',
      path: name,
      fix: SYNTAX_FIX,
      ...faultOf(error, document, text),
      ...SYNTAX[error.code],
    })),
  };
}

interface SyntaxText {
  /** In place of the parser's own words. */
  readonly what?: string;
  readonly fix: string;
}

/** What to do about errors of the parser that have one cause. */
const SYNTAX: Readonly<Partial<Record<ErrorCode, SyntaxText>>> = {
  TAB_AS_INDENT: { fix: 'indent with spaces' },
  DUPLICATE_KEY: { fix: 'remove one of the two, or join them' },
  // "Nested mappings are not allowed in compact mappings"
  BLOCK_AS_IMPLICIT_KEY: {
    what: 'this value is followed by a key that is indented deeper',
    fix: 'give the keys of one mapping the same indentation: compare the line below',
  },
};

/** Each occurrence of these is a fault of its own. */
const INDEPENDENT: readonly ErrorCode[] = ['TAB_AS_INDENT', 'DUPLICATE_KEY'];

/** The parser goes on after an error, and most of what it reports then is a consequence of the first. */
function independent(errors: readonly YAMLParseError[]): readonly YAMLParseError[] {
  const [first] = errors;
  if (first === undefined || !INDEPENDENT.includes(first.code)) return errors.slice(0, 1);
  return errors.filter(({ code }) => code === first.code);
}

/** An alias without an anchor is an error only here. */
function toData(name: string, document: Document): YamlResult {
  try {
    return { value: document.toJS({ maxAliasCount: 100 }) };
  } catch (error) {
    const what = (error as Error).message;
    return {
      problems: [{ code: 'bad-yaml', path: name, what, fix: 'write the values out, without aliases' }],
    };
  }
}

/** Pulumi writes an encrypted value as `{ secure: … }`. */
export function isSecure(value: unknown): boolean {
  return isMapping(value) && Object.keys(value).join() === 'secure';
}

export function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
