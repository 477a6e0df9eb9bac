/** The statuses of a redirect: 301 and 308 are permanent; 307 and 308 keep the method (RFC 9110 15.4). */
export const REDIRECT_STATUSES = [301, 302, 307, 308] as const;

/** Seconds that browsers keep a permanent redirect of ours; without a limit they keep one for good (RFC 9110 15.4.2). */
export const PERMANENT_SECONDS = 3600;

export function isPermanent(status: number): boolean {
  return status === 301 || status === 308;
}

export type RedirectStatus = (typeof REDIRECT_STATUSES)[number];
