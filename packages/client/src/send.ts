// Sends a request, and sends it again where that can help. It is safe: a GET changes nothing, and the key of a create lets
// it be done once.
import { NoResponseError, UnexpectedResponseError } from './errors.ts';
import type { Received } from './response.ts';
import { delayBeforeNext, type Outcome, type RetryOptions } from './retry.ts';

export interface SendOptions {
  readonly fetch: typeof globalThis.fetch;
  readonly retry: Required<RetryOptions>;
  /** Of a create; it is among the headers. */
  readonly idempotencyKey: string | undefined;
}

function wait(ms: number, signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', abort, { once: true });
  });
}

/**
 * A response that stops in the middle is lost too: its body is read here. A redirect is not followed: a POST would become a
 * GET, or the key reach another server.
 */
async function tryOnce(url: URL, init: RequestInit, { fetch, retry }: SendOptions): Promise<Outcome> {
  const limit = AbortSignal.timeout(retry.tryTimeoutMs);
  try {
    const signal = init.signal ? AbortSignal.any([limit, init.signal]) : limit;
    const response = await fetch(String(url), { ...init, signal, redirect: 'manual' });
    return { response, text: await response.text() };
  } catch (cause) {
    return { cause };
  }
}

/** Rejects with the signal's reason where the caller aborts. */
export async function send(url: URL, init: RequestInit, options: SendOptions): Promise<Received> {
  const { retry, idempotencyKey } = options;
  for (let tried = 1; ; tried++) {
    init.signal?.throwIfAborted();
    const outcome = await tryOnce(url, init, options);
    init.signal?.throwIfAborted();
    const at = { random: Math.random(), now: Date.now() };
    const delay = tried < retry.tries ? delayBeforeNext(outcome, tried, retry, at) : undefined;
    if (delay !== undefined) await wait(delay, init.signal);
    else if (outcome.response === undefined)
      throw new NoResponseError(url.origin, tried, idempotencyKey, outcome.cause);
    else {
      const { type, status, ok: isOk, headers } = outcome.response;
      if (type === 'opaqueredirect' || (status >= 300 && status < 400)) {
        const why = 'it is a redirect; baseUrl must be where it leads';
        throw new UnexpectedResponseError(status, why, undefined, idempotencyKey);
      }
      return { status, isOk, headers, text: outcome.text };
    }
  }
}
