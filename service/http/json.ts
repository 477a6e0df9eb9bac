// JSON whose whole numbers are lossless: bigint in the program, plain numbers on the wire.
import { parseWholeNumber } from './int64.ts';

/** More than any message quotes. */
const KEPT_CHARACTERS = 80;

// TypeScript's library does not have `context` (ES2026, JSON.parse source text access) and `JSON.rawJSON` yet.
type Reviver = (this: unknown, key: string, value: unknown, context: { readonly source?: string }) => unknown;
type LosslessJson = {
  parse(text: string, reviver: Reviver): unknown;
  rawJSON(text: string): unknown;
};
const json = JSON as unknown as LosslessJson;

/** A number that is not whole or not int64, which no operation takes: only its beginning is kept, for messages. */
export class UnusableNumber {
  readonly text: string;

  constructor(source: string) {
    // What is cut must still be JSON: it can't end in a point, an exponent's letter or a sign.
    this.text = source.length <= KEPT_CHARACTERS ? source : cut(source.slice(0, KEPT_CHARACTERS));
  }

  toJSON(): unknown {
    return json.rawJSON(this.text);
  }
}

function cut(text: string): string {
  return text.replace(/[.eE+-]+$/, '');
}

function reviveNumber(_key: string, value: unknown, { source }: { readonly source?: string }): unknown {
  if (typeof value !== 'number' || source === undefined) return value;
  return parseWholeNumber(source) ?? new UnusableNumber(source);
}

/**
 * Every number is a bigint, where it is whole and within int64 however it is spelled, or an UnusableNumber. Throws
 * SyntaxError on anything that is not JSON, and RangeError on nesting too deep to walk.
 */
export function parseJson(text: string): unknown {
  return json.parse(text, reviveNumber);
}

function writeInteger(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? json.rawJSON(String(value)) : value;
}

/** Throws RangeError on nesting too deep to walk. */
export function stringifyJson(value: unknown): string {
  return JSON.stringify(value, writeInteger);
}
