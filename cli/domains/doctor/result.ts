// One line of `domains doctor`. What could not be found out is never ok.

export interface Result {
  /** What was looked at: `Node`, `zone petstore.dev`. */
  readonly check: string;
  readonly state: 'ok' | 'wrong' | 'unknown';
  readonly found: string;
  readonly fix?: string;
}

/** For one look at a service, its retries included. */
export const LIMIT_MS = 20_000;

/** Wrong where a service refused, unknown where none responded. */
export function failed(check: string, error: unknown, fix: string): Result {
  const { message, $metadata } = error as Error & { $metadata?: { httpStatusCode?: number } };
  const isRefused = ($metadata?.httpStatusCode ?? 500) < 500;
  return { check, state: isRefused ? 'wrong' : 'unknown', found: message, fix };
}
