// Requests to a stack of a local cloud, as its clients send them, and the first one, with a 200 to which the stack is ready.
import { request } from 'node:https';
import { text } from 'node:stream/consumers';
import { CommandError } from '../command-error.ts';
import type { Ready } from '../local-files.ts';

const LIMIT_MS = 15_000;
const LOOPBACK = [{ address: '127.0.0.1', family: 4 }];

interface Asked {
  readonly url: string;
  readonly authorityPem: string;
  readonly key?: string;
  /** Posted as JSON; without it the request is a GET. */
  readonly body?: object;
  /** Ends the request before its time limit. */
  readonly signal?: AbortSignal;
}

/** Rejects where nothing responds; every status is an answer. */
export function ask({ url, authorityPem, key, body, signal }: Asked) {
  const limit = AbortSignal.timeout(LIMIT_MS);
  const { promise, resolve, reject } = Promise.withResolvers<{
    status: number;
    location?: string;
    body: string;
  }>();
  const outgoing = request(url, {
    method: body === undefined ? 'GET' : 'POST',
    // `*.localhost` is the loopback by definition (RFC 6761 6.3), but not every system resolves it.
    lookup: (_host, _options, found) => found(null, LOOPBACK),
    ca: authorityPem,
    headers: {
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    agent: false,
    signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
  });
  outgoing.on('response', (response) => {
    const { statusCode: status = 0, headers } = response;
    text(response).then((body) => resolve({ status, location: headers.location, body }), reject);
  });
  outgoing.on('error', reject);
  outgoing.end(body === undefined ? undefined : JSON.stringify(body));
  return promise;
}

/** Throws where the API responds with another status than 200. */
export async function firstResponse(
  { apiUrl, apiKey: key }: Ready,
  authorityPem: string,
  signal: AbortSignal,
): Promise<void> {
  const url = `${apiUrl}/pets?limit=1`;
  const { status } = await ask({ url, authorityPem, key, signal });
  if (status === 200) return;
  throw new CommandError(
    `the API responded to its first request with ${status}: ${new URL(url).origin}\n  why        .local/cloud.log has the function's log\n  or         begin anew with --fresh, which deletes the animals and the keys too`,
  );
}
