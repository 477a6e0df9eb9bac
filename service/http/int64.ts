// int64, a format of OpenAPI: a whole number from -2^63 to 2^63 - 1, a bigint in the program.

export const INT64_MIN = -(2n ** 63n);
export const INT64_MAX = 2n ** 63n - 1n;

export function isInt64(value: unknown): value is bigint {
  return typeof value === 'bigint' && value >= INT64_MIN && value <= INT64_MAX;
}

/**
 * Reads an int64 in a path, where each has one spelling, so that each resource has one URL; undefined for anything else:
 * a fraction, an exponent, "+1", "007", "-0".
 */
export function parseInt64(text: string): bigint | undefined {
  if (!/^(?:0|-?[1-9]\d{0,18})$/.test(text)) return undefined;
  const value = BigInt(text);
  return isInt64(value) ? value : undefined;
}
