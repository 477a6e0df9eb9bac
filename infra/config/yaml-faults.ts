// What the parser's errors say of a YAML text, in words of the text: which key, which quote, and on which line.
import {
  type Document,
  isScalar,
  type Node,
  type Scalar,
  visit,
  type YAMLMap,
  type YAMLParseError,
} from 'yaml';
import type { Place } from './problem.ts';

export interface YamlFault {
  readonly place: Place;
  readonly what: string;
  readonly fix?: string;
}

/** `text`: what `document` was parsed from. */
export function faultOf({ code, pos, message }: YAMLParseError, document: Document, text: string): YamlFault {
  const [at] = pos;
  const plain = { place: placeAt(text, at), what: message };
  if (code === 'DUPLICATE_KEY') return repeatedKey(document, text, at) ?? plain;
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

/** Undefined where the key is not a scalar. */
function repeatedKey(document: Document, text: string, at: number): YamlFault | undefined {
  let fault: YamlFault | undefined;
  visit(document as Document<Node>, {
    Map(_, map) {
      const again = keysOf(map).find((key) => startOf(key) === at);
      const first = keysOf(map).find((key) => key.value === again?.value);
      if (again === undefined || first === undefined) return undefined;
      const { line } = placeAt(text, startOf(first));
      fault = {
        place: placeAt(text, at),
        what: `the key "${again.value}" is here a second time: line ${line} has it already`,
      };
      return visit.BREAK;
    },
  });
  return fault;
}

function keysOf({ items }: YAMLMap): Scalar[] {
  return items.map(({ key }) => key).filter((key) => isScalar(key));
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

function startOf({ range }: Scalar): number {
  return range?.[0] ?? -1;
}
