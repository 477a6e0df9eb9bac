// JSON whose whole numbers are lossless: bigint in the program, plain numbers on the wire.
import { parseWholeNumber } from './int64.ts';

// TypeScript's library does not have `context` (ES2026, JSON.parse source text access) and `JSON.rawJSON` yet.
type Reviver = (this: unknown, key: string, value: unknown, context: { readonly source?: string }) => unknown;
type LosslessJson = {
  parse(text: string, reviver: Reviver): unknown;
  rawJSON(text: string): unknown;
};
const json = JSON as unknown as LosslessJson;

function reviveNumber(_key: string, value: unknown, { source }: { readonly source?: string }): unknown {
  if (typeof value !== 'number' || source === undefined) return value;
  return parseWholeNumber(source) ?? json.rawJSON(source);
}

/** A number is a bigint where it is an int64, however it is spelled; any other stays as spelled (`JSON.rawJSON`), for
 * messages. Throws SyntaxError, and RangeError on nesting too deep to walk. */
export function parseJson(text: string): unknown {
  return json.parse(text, reviveNumber);
}

function writeInteger(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? json.rawJSON(String(value)) : value;
}

export function stringifyJson(value: unknown): string {
  return JSON.stringify(value, writeInteger);
}
