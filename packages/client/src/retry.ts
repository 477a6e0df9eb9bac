// Sends a request, and sends it again where that can help: a GET changes nothing, and the key of a create lets it be done once.
import { NoResponseError, UnexpectedResponseError } from './errors.ts';
import { retryAfterSeconds } from './headers.ts';
import type { Received } from './response.ts';

export interface RetryOptions {
  /** The most requests of a call, the first one included. */
  readonly tries?: number;
  /** The random part of the first wait is up to this; it doubles with each try. */
  readonly baseDelayMs?: number;
  /** No wait is longer. A `Retry-After` that is longer ends the tries. */
  readonly maxDelayMs?: number;
  /** A try without a whole response after this time has failed. */
  readonly tryTimeoutMs?: number;
}

/** The gateway closes a request after 30 seconds. */
export const RETRY_DEFAULTS: Required<RetryOptions> = {
  tries: 5,
  baseDelayMs: 250,
  maxDelayMs: 20_000,
  tryTimeoutMs: 35_000,
};

/** A member that is undefined has its default, as one that is absent. */
export function withDefaults(given: RetryOptions = {}, defaults = RETRY_DEFAULTS): Required<RetryOptions> {
  const set = Object.entries(given).filter(([, value]) => value !== undefined);
  return { ...defaults, ...Object.fromEntries(set) };
}

type Outcome =
  | { readonly response: Response; readonly text: string }
  | { readonly response?: undefined; readonly cause: unknown };

/** The contract: after a 429 or a 503, wait a second and try again, then wait longer each time. */
const BUSY_MS = 1_000;

/** The least time before the next try in milliseconds; undefined where the outcome is final. */
function leastDelay(outcome: Outcome, now: number): number | undefined {
  if (outcome.response === undefined) return 0;
  const { status, headers } = outcome.response;
  const asked = retryAfterSeconds(headers, now);
  // A 409 has it where others are at the same key or animal, and nothing was done.
  const isContended = status === 409 && asked !== undefined;
  if (!isContended && status !== 429 && status < 500) return undefined;
  if (asked !== undefined) return asked * 1_000;
  return status === 429 || status === 503 ? BUSY_MS : 0;
}

/** `tried`: from 1. `random`: in [0, 1), so that clients that failed together do not come back together. */
export function delayBeforeNext(
  outcome: Outcome,
  tried: number,
  { baseDelayMs, maxDelayMs }: Required<RetryOptions>,
  { random, now }: { readonly random: number; readonly now: number },
): number | undefined {
  const least = leastDelay(outcome, now);
  if (least === undefined || least > maxDelayMs) return undefined;
  return Math.min(maxDelayMs, least + random * baseDelayMs * 2 ** (tried - 1));
}

interface SendOptions {
  readonly fetch: typeof globalThis.fetch;
  readonly retry: Required<RetryOptions>;
  readonly signal?: AbortSignal;
  /** Of all tries. */
  readonly timeoutMs?: number;
  readonly idempotencyKey: string | undefined;
}

/** Ends early where the signal is aborted. */
function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done);
  });
}

function withTimeout(timeoutMs: number | undefined, signal: AbortSignal | undefined) {
  const signals = timeoutMs === undefined ? [] : [AbortSignal.timeout(timeoutMs)];
  if (signal) signals.push(signal);
  return signals.length > 1 ? AbortSignal.any(signals) : signals[0];
}

/** Reads the body too: a response that stops in the middle is lost. A redirect is not followed: a POST would become a
 * GET, or the key reach another server. */
async function tryOnce(url: URL, init: RequestInit, options: SendOptions): Promise<Outcome> {
  const { fetch, retry } = options;
  try {
    const signal = withTimeout(retry.tryTimeoutMs, options.signal);
    const response = await fetch(String(url), { ...init, signal, redirect: 'manual' });
    return { response, text: await response.text() };
  } catch (cause) {
    return { cause };
  }
}

/** Rejects with the signal's reason where the caller aborts. */
export async function send(url: URL, init: RequestInit, options: SendOptions): Promise<Received> {
  const { retry, idempotencyKey } = options;
  const signal = withTimeout(options.timeoutMs, options.signal);
  const throwIfEnded = (tries: number) => {
    options.signal?.throwIfAborted();
    if (signal?.aborted) throw new NoResponseError(url.origin, tries, idempotencyKey, signal.reason);
  };
  for (let tried = 1; ; tried++) {
    throwIfEnded(tried - 1);
    const outcome = await tryOnce(url, init, { ...options, signal });
    throwIfEnded(tried);
    const at = { random: Math.random(), now: Date.now() };
    const delay = tried < retry.tries ? delayBeforeNext(outcome, tried, retry, at) : undefined;
    if (delay !== undefined) await wait(delay, signal);
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
