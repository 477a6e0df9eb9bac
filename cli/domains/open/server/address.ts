// The address of the page: a name and a token of this run alone. No library: `npm run local` loads it when it starts.
import { randomBytes } from 'node:crypto';

/** So many bytes nobody guesses: they are in the printed address, then in the cookie. */
const TOKEN_BYTES = 32;
export const TOKEN = 'token';

export interface PageAddress {
  /** `domains-1f2e….localhost:PORT`, the only Host that is served. */
  readonly host: string;
  readonly token: string;
}

/**
 * The name differs in each run. Cookies ignore ports: with a name that others know, such as 127.0.0.1, the browser would
 * send this one to every other server on the loopback, those of other users of the machine included.
 */
export function newAddress(port: number): PageAddress {
  const name = `domains-${randomBytes(6).toString('hex')}.localhost`;
  return { host: `${name}:${port}`, token: randomBytes(TOKEN_BYTES).toString('base64url') };
}
