// JSON whose integers are lossless: whole numbers are bigint in the program, plain numbers on the wire.

const WHOLE_NUMBER = /^-?(?:0|[1-9]\d*)$/;

// TypeScript's library does not have `context` (ES2026, JSON.parse source text access) and `JSON.rawJSON` yet.
type Reviver = (this: unknown, key: string, value: unknown, context: { readonly source?: string }) => unknown;
type LosslessJson = {
  parse(text: string, reviver: Reviver): unknown;
  rawJSON(text: string): unknown;
};
const json = JSON as unknown as LosslessJson;

/** A number written as a whole number becomes a bigint; one with a fraction or exponent stays a number. */
function reviveInteger(_key: string, value: unknown, { source }: { readonly source?: string }): unknown {
  return typeof value === 'number' && source !== undefined && WHOLE_NUMBER.test(source)
    ? BigInt(source)
    : value;
}

/** Throws SyntaxError on anything that is not JSON, and RangeError on nesting too deep to walk. */
export function parseJson(text: string): unknown {
  return json.parse(text, reviveInteger);
}

function writeInteger(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? json.rawJSON(String(value)) : value;
}

export function stringifyJson(value: unknown): string {
  return JSON.stringify(value, writeInteger);
}
