// Fields of requests and responses: Retry-After, the request's id, Idempotency-Key.

const MAX_KEY_LENGTH = 255;

/** Seconds from `now` (milliseconds since 1970): RFC 9110, section 10.2.3, has a number of seconds or a date. */
export function retryAfterSeconds(headers: Headers, now: number): number | undefined {
  const value = headers.get('retry-after')?.trim();
  if (value === undefined) return undefined;
  if (/^\d+$/.test(value)) return Number(value);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, (date - now) / 1_000);
}

/** The service's id of the request, or the gateway's where that responded itself. */
export function requestIdOf(headers: Headers): string | undefined {
  return headers.get('x-request-id') ?? headers.get('apigw-requestid') ?? undefined;
}

/** 128 bits. Our own: a page of plain http has no `crypto.randomUUID`. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The key as a String of RFC 9651, section 3.3.3. Throws RangeError where it is not 1 to 255 characters of ASCII. */
export function idempotencyKeyField(key: string): string {
  if (!/^[ -~]+$/.test(key) || key.length > MAX_KEY_LENGTH)
    throw new RangeError(`An idempotency key has 1 to ${MAX_KEY_LENGTH} printable characters of ASCII`);
  return `"${key.replace(/[\\"]/g, '\\$&')}"`;
}
