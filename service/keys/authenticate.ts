// Authentication before each operation: a valid API key, or a 401 that says what is wrong.
import { unauthorized } from '../http/errors.ts';
import type { Exchange } from '../http/exchange.ts';
import { checkKey, hashKey } from './key.ts';
import type { KeyLookup } from './lookup.ts';

/** RFC 6750 section 2.1; the scheme's case does not matter (RFC 9110 section 11.1). */
const BEARER = /^bearer +(\S+)$/i;

/** The key's hash; throws the 401 for every fault that shows without reading the store. */
function presentedHash(authorization: string | undefined, prefix: string): string {
  if (authorization === undefined) throw unauthorized('Send an API key: "Authorization: Bearer <API_KEY>"');
  const key = BEARER.exec(authorization.trim())?.[1];
  if (key === undefined) throw unauthorized('Send the API key as "Authorization: Bearer <API_KEY>"');
  const form = checkKey(key);
  if (form === 'malformed')
    throw unauthorized(`This is not an API key: a key is ${prefix} and 36 letters and digits`);
  if (form === 'mistyped')
    throw unauthorized('The API key is mistyped: its checksum is wrong. Copy it again');
  if (!key.startsWith(prefix))
    throw unauthorized(`This API key is for another stack: the keys of this one begin with ${prefix}`);
  return hashKey(key);
}

/** Throws a 401, or a 429 while too many unknown keys are sent. */
export async function authenticate(keys: KeyLookup, exchange: Exchange): Promise<void> {
  const { request, signal } = exchange;
  const hash = presentedHash(request.headers.authorization, keys.prefix);
  exchange.keyHash = hash;
  if (!(await keys.isValid(hash, { source: request.sourceIp, signal })))
    throw unauthorized('The API key is unknown, expired or revoked: ask for a new one');
}
