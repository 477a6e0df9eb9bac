// YAML text to data, as Pulumi reads it, or its syntax problems with line and column.
import { type Document, type ErrorCode, type Node, parseDocument, visit, type YAMLParseError } from 'yaml';
import type { Place, Problem } from './problem.ts';

const SYNTAX_FIX = 'fix the YAML there first: the config could not be read';

type YamlResult = { readonly value: unknown } | { readonly problems: readonly Problem[] };

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
  // "Map keys must be unique"
  DUPLICATE_KEY: { what: 'this key is in its mapping already', fix: 'remove one of the two, or join them' },
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

interface YamlFault {
  readonly place: Place;
  readonly what: string;
  readonly fix?: string;
}

/** `text`: what `document` was parsed from. */
export function faultOf({ code, pos, message }: YAMLParseError, document: Document, text: string): YamlFault {
  const [at] = pos;
  const plain = { place: placeAt(text, at), what: message };
  // The parser is at the end of the text, at the next quote or at the next key when it reports these.
  const bracket = message.startsWith('Flow ') ? openBracket(document, at) : undefined;
  if (bracket !== undefined) return unclosedBracket(text, bracket);
  const open = code === 'MISSING_CHAR' ? openQuote(document, at) : undefined;
  if (open === undefined) return plain;
  const quote = text.charAt(open);
  return {
    place: placeAt(text, open),
    what: `this quote (${quote}) is not closed`,
    fix: `end the value with ${quote}: the config could not be read`,
  };
}

function unclosedBracket(text: string, open: number): YamlFault {
  const bracket = text.charAt(open);
  const end = bracket === '[' ? ']' : '}';
  return {
    place: placeAt(text, open),
    what: `this bracket (${bracket}) is not closed`,
    fix: `end the value with ${end}, on the same line or indented deeper than its key: the config could not be read`,
  };
}

/** The end of the text is behind its last character: no line begins there. */
function placeAt(text: string, at: number): Place {
  const before = text.slice(0, at < text.length ? at : text.trimEnd().length).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/** Where the quoted text begins that ends at `at`. */
function openQuote(document: Document, at: number): number | undefined {
  let open: number | undefined;
  visit(document as Document<Node>, {
    Scalar(_, scalar) {
      const [start = 0, end = 0] = scalar.range ?? [];
      if (scalar.type?.startsWith('QUOTE') && start < at && end >= at) open = start;
    },
  });
  return open;
}

/** Where the innermost flow collection begins that ends at `at`. */
function openBracket(document: Document, at: number): number | undefined {
  let open: number | undefined;
  visit(document as Document<Node>, {
    Collection(_, { flow, range }) {
      if (flow === true && range?.[1] === at) open = range[0];
    },
  });
  return open;
}
