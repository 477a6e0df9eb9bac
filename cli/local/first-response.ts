// The first request: the stack is ready when a client gets a 200 over HTTPS.
import { request } from 'node:https';
import type { Ready } from '../local-files.ts';

const LIMIT_MS = 15_000;

/** Throws where the API responds with another status than 200. */
export function firstResponse(
  { apiUrl, apiKey }: Ready,
  authorityPem: string,
  signal: AbortSignal,
): Promise<void> {
  const url = new URL(`${apiUrl}/pets?limit=1`);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const outgoing = request(url, {
    // `*.localhost` is the loopback by definition (RFC 6761 6.3), but not every system resolves it.
    lookup: (_host, options, found) => (options.all ? found(null, LOOPBACK) : found(null, '127.0.0.1', 4)),
    ca: authorityPem,
    headers: { authorization: `Bearer ${apiKey}` },
    agent: false,
    signal: AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]),
  });
  outgoing.on('response', (response) => {
    response.resume();
    if (response.statusCode === 200) resolve();
    else
      reject(new Error(`the API responded to its first request with ${response.statusCode}: ${url.origin}`));
  });
  outgoing.on('error', reject);
  outgoing.end();
  return promise;
}

const LOOPBACK = [{ address: '127.0.0.1', family: 4 }];
