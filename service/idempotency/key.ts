// The Idempotency-Key header: draft-ietf-httpapi-idempotency-key-header, section 2.1.
import { badParameter } from '../http/errors.ts';

const MAX_LENGTH = 255;
/** A String of RFC 9651, section 3.3.3: printable ASCII in quotes, with `\"` and `\\` escaped. */
const QUOTED = /^"((?:[ !#-[\]-~]|\\["\\])*)"$/;
/** Without quotes, as most clients send a UUID: the same key as with them. */
const BARE = /^[\w.:~+/=-]+$/;

/** Undefined where the request has none; throws a 400 for one that is malformed, empty or too long. */
export function parseIdempotencyKey(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const value = header.trim();
  const key = BARE.test(value) ? value : QUOTED.exec(value)?.[1]?.replace(/\\(.)/g, '$1');
  if (key === undefined)
    throw badParameter(
      'Idempotency-Key must be one string in double quotes, such as "8e03978e-40d5-43e8-bc93-6894a57f9324"',
    );
  if (key.length < 1 || key.length > MAX_LENGTH)
    throw badParameter(`Idempotency-Key must have 1 to ${MAX_LENGTH} characters, not ${key.length}`);
  return key;
}
