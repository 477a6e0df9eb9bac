// int64: a whole number from -2^63 to 2^63 - 1, a bigint in the program. `1000`, `1e3`, `1000.0` and `10000e-1` are the
// same in JSON.

export const INT64_MIN = -(2n ** 63n);
export const INT64_MAX = 2n ** 63n - 1n;

export function isInt64(value: unknown): value is bigint {
  return typeof value === 'bigint' && value >= INT64_MIN && value <= INT64_MAX;
}

/** In a path each int64 has one spelling, so that each resource has one URL; undefined for a fraction, an exponent, "+1",
 * "007", "-0". */
export function parseInt64(text: string): bigint | undefined {
  if (!/^(?:0|-?[1-9]\d{0,18})$/.test(text)) return undefined;
  const value = BigInt(text);
  return isInt64(value) ? value : undefined;
}

/** RFC 8259 section 6, without a leading or trailing character more. */
const NUMBER = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;
/** int64 has at most 19 digits, so no longer number is ever computed. */
const MAX_DIGITS = 19;

/** The digits without zeros at either end, and how many zeros were at the right end. Linear, where `/0+$/` is not. */
function significantDigits(digits: string): { text: string; zeros: number } {
  let start = 0;
  let end = digits.length;
  while (start < end && digits[start] === '0') start += 1;
  while (end > start && digits[end - 1] === '0') end -= 1;
  return { text: digits.slice(start, end), zeros: digits.length - end };
}

/** The number that the JSON text spells; undefined where it is not whole and within int64. `1e999999999` is refused by
 * its exponent. */
export function parseWholeNumber(text: string): bigint | undefined {
  const [, sign, whole = '', fraction = '', exponent = '0'] = NUMBER.exec(text) ?? [];
  if (sign === undefined) return undefined;
  const { text: digits, zeros } = significantDigits(whole + fraction);
  if (digits === '') return 0n;
  // An exponent that is too large for a double is infinite: the number is out of range, or not whole.
  const places = Number(exponent) - fraction.length + zeros;
  if (places < 0 || digits.length + places > MAX_DIGITS) return undefined;
  const value = BigInt(`${sign}${digits}${'0'.repeat(places)}`);
  return isInt64(value) ? value : undefined;
}
