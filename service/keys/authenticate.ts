// Authentication before each operation: a valid API key, or a 401 that says what is wrong.
import type { RequestHandler } from 'express';
import { unauthorized } from '../http/errors.ts';
import { abortSignalOf, localsOf } from '../http/request-context.ts';
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

export function authenticate(keys: KeyLookup): RequestHandler {
  return async (request, response, next) => {
    const hash = presentedHash(request.headers.authorization, keys.prefix);
    localsOf(response).keyHash = hash;
    const caller = { source: request.socket.remoteAddress, signal: abortSignalOf(response) };
    if (!(await keys.isValid(hash, caller)))
      throw unauthorized('The API key is unknown, expired or revoked: ask for a new one');
    next();
  };
}
