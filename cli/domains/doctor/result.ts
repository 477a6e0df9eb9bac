// One line of `domains doctor`. What could not be found out is never ok.

/** What was found out of one thing. */
export interface Found {
  readonly state: 'ok' | 'wrong' | 'unknown';
  readonly found: string;
  readonly fix?: string;
}

export interface Result extends Found {
  /** What was looked at: `Node`, `zone petstore.dev`. */
  readonly check: string;
}

export const ok = (found: string) => ({ state: 'ok', found }) as const;
export const wrong = (found: string, fix: string) => ({ state: 'wrong', found, fix }) as const;
export const unknown = (found: string, fix?: string) => ({ state: 'unknown', found, fix }) as const;

/** For one look at a service, its retries included. */
export const LIMIT_MS = 20_000;

/** Of a look that failed: wrong where a service refused or nobody has signed in, unknown where none responded. */
export function failed(error: unknown, fix: string): Found {
  const { name, message, $metadata } = error as Error & { $metadata?: { httpStatusCode?: number } };
  const isRefused = ($metadata?.httpStatusCode ?? 500) < 500 || name === 'CredentialsProviderError';
  return isRefused ? wrong(message, fix) : unknown(message, fix);
}
