// JSON whose integers are lossless: whole numbers are bigint in the program, plain numbers on the wire.

/** int64 has at most 19 digits: a longer number is never one, and to read it takes time that grows with its square. */
const WHOLE_NUMBER = /^-?(?:0|[1-9]\d{0,18})$/;
const LONG_WHOLE_NUMBER = /^-?[1-9]\d{19}/;
/** More than any message quotes. */
const KEPT_DIGITS = 80;

// TypeScript's library does not have `context` (ES2026, JSON.parse source text access) and `JSON.rawJSON` yet.
type Reviver = (this: unknown, key: string, value: unknown, context: { readonly source?: string }) => unknown;
type LosslessJson = {
  parse(text: string, reviver: Reviver): unknown;
  rawJSON(text: string): unknown;
};
const json = JSON as unknown as LosslessJson;

/** A whole number of more than 19 digits, which no operation takes: only its first digits are kept, for messages. */
export class LongInteger {
  readonly digits: string;

  constructor(source: string) {
    this.digits = source.slice(0, KEPT_DIGITS);
  }

  toJSON(): unknown {
    return json.rawJSON(this.digits);
  }
}

/** A number written as a whole number becomes a bigint or a LongInteger; one with a fraction or exponent stays a number. */
function reviveInteger(_key: string, value: unknown, { source }: { readonly source?: string }): unknown {
  if (typeof value !== 'number' || source === undefined) return value;
  if (WHOLE_NUMBER.test(source)) return BigInt(source);
  return LONG_WHOLE_NUMBER.test(source) && !/[.eE]/.test(source) ? new LongInteger(source) : value;
}

/** Throws SyntaxError on anything that is not JSON, and RangeError on nesting too deep to walk. */
export function parseJson(text: string): unknown {
  return json.parse(text, reviveInteger);
}

function writeInteger(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? json.rawJSON(String(value)) : value;
}

/** Throws RangeError on nesting too deep to walk. */
export function stringifyJson(value: unknown): string {
  return JSON.stringify(value, writeInteger);
}
