// JSON in which int64 is exact: a bigint wherever the types say so, and an ordinary number everywhere else.
import { isLosslessNumber, parse, stringify } from 'lossless-json';
import { INT64_MEMBERS } from './generated/int64.ts';

/** lossless-json keeps a number's digits: JSON.parse gives a reviver the source text from Node 21 on only. */
function reviveNumber(key: string, value: unknown): unknown {
  if (!isLosslessNumber(value)) return value;
  return INT64_MEMBERS.has(key) ? BigInt(value.value) : Number(value.value);
}

/** Throws SyntaxError where the text is not JSON, or has a fraction where the contract has an int64. */
export function parseJson(text: string): unknown {
  return parse(text, reviveNumber);
}

/** As JSON.stringify, and a bigint becomes a number with all of its digits. `value`: what JSON can hold. */
export function stringifyJson(value: unknown): string {
  return stringify(value) as string;
}
