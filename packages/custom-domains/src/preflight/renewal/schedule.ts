// When ACM renews a certificate, and how long a renewal may take before something must have prevented it.

/** The validity of a certificate, as it presents it. */
export interface Validity {
  readonly notBefore: Date;
  readonly notAfter: Date;
}

/** Where a certificate is on its way to the next renewal. */
export interface Renewal {
  /** Whole days; negative once the certificate has expired. */
  readonly daysLeft: number;
  readonly notAfter: Date;
  /** From then on, whatever would make the renewal fail blocks. Before the certificate was issued, for a short-lived one. */
  readonly guardedFrom: Date;
  /** `late`: renewed by now, as ACM documents it. `overdue`: later than any schedule of ACM that is known. */
  readonly progress: 'in-time' | 'late' | 'overdue';
}

const DAY_MS = 86_400_000;

/**
 * ACM user guide, "Renewal for domains validated by DNS" (docs.aws.amazon.com/acm/latest/userguide/dns-renewal-validation.html):
 * 60 days before the end ACM checks that the certificate is in use, and that the CNAME is there. Last verified 2026-11.
 */
const DOCUMENTED_START = 60;
/** The announcement of certificates of 198 days (AWS, February 2026) says 45 days, so both have to be expected. */
const ANNOUNCED_START = 45;
/**
 * For a certificate that lasts 100 days or 47 (CA/Browser Forum SC-081v3, from March 2027 and 2029) AWS documents no
 * start. A third of the lifetime is what ACME clients leave, and what the shorter lifetimes were chosen for.
 */
const SHARE_OF_LIFETIME = 1 / 3;
/** ACM renews within days of its first attempt; a short-lived certificate leaves less. */
const MAX_GRACE = 7;

export function renewalOf({ notBefore, notAfter }: Validity, now: Date): Renewal {
  const lifetime = (notAfter.getTime() - notBefore.getTime()) / DAY_MS;
  const left = (notAfter.getTime() - now.getTime()) / DAY_MS;
  const third = lifetime * SHARE_OF_LIFETIME;
  const grace = Math.min(MAX_GRACE, third / 3);
  const isPast = (start: number) => left < Math.min(start, third) - grace;
  return {
    daysLeft: Math.floor(left),
    notAfter,
    guardedFrom: new Date(notAfter.getTime() - DOCUMENTED_START * DAY_MS),
    progress: isPast(ANNOUNCED_START) ? 'overdue' : isPast(DOCUMENTED_START) ? 'late' : 'in-time',
  };
}
