// Sends a request, and sends it again where that is safe and can help.
import { NoResponseError, UnexpectedResponseError } from './errors.ts';
import { idempotencyKeyOf } from './headers.ts';
import { delayBeforeNext, type Outcome, type RetryOptions } from './retry.ts';

export interface SendOptions {
  readonly fetch: typeof globalThis.fetch;
  readonly retry: Required<RetryOptions>;
  /** In [0, 1). */
  readonly random?: () => number;
}

/** Resolves to a response whose body has been read; rejects with the signal's reason where the caller aborts. */
export type Send = (request: Request) => Promise<Response>;

/** A request that may arrive twice: it changes nothing, or its key lets it be done once. */
function isRepeatable({ method, headers }: Request): boolean {
  return method === 'GET' || method === 'HEAD' || headers.has('idempotency-key');
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    }, ms);
    signal.addEventListener('abort', abort, { once: true });
  });
}

/** A response that stops in the middle is lost too: its body is read here. */
async function tryOnce(url: string, init: RequestInit, fetch: SendOptions['fetch'], timeoutMs: number) {
  const limit = new AbortController();
  const late = () => limit.abort(new DOMException(`No response within ${timeoutMs} ms`, 'TimeoutError'));
  const timer = setTimeout(late, timeoutMs);
  try {
    const signal = AbortSignal.any([limit.signal, ...(init.signal ? [init.signal] : [])]);
    const response = await fetch(url, { ...init, signal });
    return { response, text: await response.text() };
  } catch (cause) {
    return { cause };
  } finally {
    clearTimeout(timer);
  }
}

/** Ends where a redirect would lead: a POST would become a GET, or the key reach another server. */
function refuseRedirect({ type, status }: Response, request: Request): void {
  if (type !== 'opaqueredirect' && (status < 300 || status >= 400)) return;
  const idempotencyKey = idempotencyKeyOf(request.headers);
  throw new UnexpectedResponseError(status, 'it is a redirect; baseUrl must be where it leads', {
    idempotencyKey,
  });
}

interface Tried {
  readonly outcome: Outcome;
  readonly tried: number;
}

async function trySeveralTimes(request: Request, options: SendOptions): Promise<Tried> {
  const { fetch, retry, random = Math.random } = options;
  const { url, method, headers, signal } = request;
  const body = (await request.text()) || undefined;
  const init: RequestInit = { method, headers, body, signal, redirect: 'manual' };
  const tries = isRepeatable(request) ? retry.tries : 1;
  for (let tried = 1; ; tried++) {
    signal.throwIfAborted();
    const outcome = await tryOnce(url, init, fetch, retry.tryTimeoutMs);
    signal.throwIfAborted();
    if (outcome.response !== undefined) refuseRedirect(outcome.response, request);
    const at = { random: random(), now: Date.now() };
    const delay = tried < tries ? delayBeforeNext(outcome, tried, retry, at) : undefined;
    if (delay === undefined) return { outcome, tried };
    await wait(delay, signal);
  }
}

export function createSend(options: SendOptions): Send {
  return async (request) => {
    const { outcome, tried } = await trySeveralTimes(request, options);
    if (outcome.response === undefined) {
      const { origin } = new URL(request.url);
      throw new NoResponseError(origin, tried, idempotencyKeyOf(request.headers), outcome.cause);
    }
    const { status, headers } = outcome.response;
    return new Response(outcome.text || null, { status, headers });
  };
}
