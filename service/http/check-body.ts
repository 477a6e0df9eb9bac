// Checks of request bodies that several records share. Each returns what is wrong, or undefined.
import { ApiError, quote } from './errors.ts';
import { INT64_MAX, INT64_MIN, isInt64 } from './int64.ts';

/** The most unknown members that a message names. */
const MAX_NAMED = 10;

export function isOneOf<Value>(values: readonly Value[], value: unknown): value is Value {
  return (values as readonly unknown[]).includes(value);
}

export function checkWholeNumber(
  name: string,
  value: unknown,
  { min = INT64_MIN, max = INT64_MAX }: { readonly min?: bigint; readonly max?: bigint } = {},
): string | undefined {
  if (value === undefined) return `${name} is missing`;
  if (isInt64(value) && value >= min && value <= max) return undefined;
  return `${name} must be a whole number from ${min} to ${max}, not ${quote(value)}`;
}

/** `sentWith`: `an animal is sent with name, categoryId and status`. */
export function checkMembers(body: object, known: ReadonlySet<string>, sentWith: string): string | undefined {
  const unknown = Object.keys(body).filter((member) => !known.has(member));
  if (unknown.length === 0) return undefined;
  const named = unknown.slice(0, MAX_NAMED).map(quote).join(', ');
  const more = unknown.length > MAX_NAMED ? ` and ${unknown.length - MAX_NAMED} more` : '';
  return `leave out ${named}${more}: ${sentWith}`;
}

/** Throws a 400 where the parsed body is not a JSON object. */
export function asObject(body: unknown, members: string): Record<string, unknown> {
  if (typeof body === 'object' && body !== null && !Array.isArray(body))
    return body as Record<string, unknown>;
  throw new ApiError(400, 'invalid_body', `The body must be a JSON object with ${members}`);
}

/** Throws a 400 that names everything wrong. */
export function refuseProblems(problems: readonly (string | undefined)[]): void {
  const found = problems.filter((problem) => problem !== undefined);
  if (found.length > 0) throw new ApiError(400, 'invalid_body', found.join('; '));
}
