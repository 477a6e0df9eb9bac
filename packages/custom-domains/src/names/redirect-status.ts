// Redirects: their statuses, and which function has which host.
import { createHash } from 'node:crypto';

/** The statuses of a redirect: 301 and 308 are permanent; 307 and 308 keep the method (RFC 9110 15.4). */
export const REDIRECT_STATUSES = [301, 302, 307, 308] as const;

/** Seconds that browsers keep a permanent redirect of ours; without a limit they keep one for good (RFC 9110 15.4.2). */
export const PERMANENT_SECONDS = 3600;

export function isPermanent(status: number): boolean {
  return status === 301 || status === 308;
}

export type RedirectStatus = (typeof REDIRECT_STATUSES)[number];

/** CloudFront, "Quotas on key value stores": the functions of a store. Each can have 100 distributions. */
const GROUPS = 10;

/** The function of a host, 0 to 9. It depends on the host alone, so that no other host moves it to another function. */
export function redirectGroup(host: string): number {
  return createHash('sha256').update(host).digest().readUInt32BE() % GROUPS;
}

/** Bytes of a target as JSON: a value of a key value store has 1 KB, and the status is in it too. */
export const TARGET_BYTES = 1000;
