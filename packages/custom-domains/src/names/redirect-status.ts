/** The statuses of a redirect: 301 and 308 are permanent; 307 and 308 keep the method (RFC 9110 15.4). */
export const REDIRECT_STATUSES = [301, 302, 307, 308] as const;
export type RedirectStatus = (typeof REDIRECT_STATUSES)[number];
