// Stage throttling: a token bucket, as in API Gateway.
// https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-throttling.html

export interface Limits {
  /** Requests per second, on average. */
  readonly rate: number;
  /** Requests at once, from a full bucket. */
  readonly burst: number;
}

/** The account's limits, for a stage that sets none. */
export const ACCOUNT_LIMITS: Limits = { rate: 10_000, burst: 5_000 };

export interface Throttle {
  /** Whether a request is allowed at `now` (milliseconds); takes its token. */
  pass(limits: Limits, now: number): boolean;
}

/** A full bucket; limits may change between requests. */
export function createThrottle(): Throttle {
  let tokens = Number.POSITIVE_INFINITY;
  let last = 0;
  return {
    pass({ rate, burst }, now) {
      tokens = Math.min(burst, tokens + (Math.max(0, now - last) / 1000) * rate);
      last = now;
      if (tokens < 1) return false;
      tokens -= 1;
      return true;
    },
  };
}
