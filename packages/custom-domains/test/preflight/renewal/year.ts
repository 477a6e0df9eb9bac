// A simulated year: ACM renews the certificate of a host as it is documented, and the guard runs once a day.
import type { HostSpec } from '../../../src/dns-hosts/zone.ts';
import type { Finding } from '../../../src/preflight/finding.ts';
import { guardRenewal, renewalOf, type Validity } from '../../../src/preflight/renewal/guard.ts';

export interface Year {
  readonly plan: HostSpec;
  /** The preflight's findings while nothing is wrong, and from the day of the fault. */
  readonly healthy: readonly Finding[];
  readonly faulty: readonly Finding[];
  /** Days: of certificates, and before their end when ACM begins to renew them. */
  readonly lifetime: number;
  readonly start: number;
  /** Age of the first certificate on day 0. */
  readonly age: number;
  /** Undefined: a healthy year. From then on ACM renews nothing. */
  readonly faultOn?: number;
  /** From 0 to 1. */
  readonly random: () => number;
}

export interface Outcome {
  /** Days between the first report and the end of the certificate then; absent where there was none. */
  readonly warned?: number;
  readonly blocked?: number;
  /** Days whose worst finding was a warning, or a block. */
  readonly warnings: number;
  readonly alarms: number;
  /** Days on which the host presented a certificate that had ended. */
  readonly down: number;
}

const DAY_MS = 86_400_000;
const FIRST = Date.UTC(2026, 10, 22);
/** The drift workflow runs at 05:17, and a change is seen by the next run. */
const RUN_AT = (5 + 17 / 60) / 24;
/** ACM needs up to so many days from its first attempt. */
const MAX_DELAY = 3;
const YEAR = 365;

const at = (day: number) => new Date(FIRST + day * DAY_MS);

/** Judged every day of a healthy year; else from the day of the fault until it blocks. */
export function simulate(year: Year): Outcome {
  const { faultOn = Number.POSITIVE_INFINITY, lifetime, random } = year;
  const outcome = { warnings: 0, alarms: 0, down: 0 } as { -readonly [Key in keyof Outcome]: Outcome[Key] };
  let certificate = issue(-year.age, lifetime);
  let delay = random() * MAX_DELAY;
  for (let day = 0; day < (faultOn < YEAR ? faultOn + lifetime + 1 : YEAR); day++) {
    if (day < faultOn && daysLeft(certificate, day) <= year.start - delay) {
      certificate = issue(day, lifetime);
      delay = random() * MAX_DELAY;
    }
    const left = daysLeft(certificate, day + RUN_AT);
    if (left < 0) outcome.down++;
    const isJudged = year.faultOn === undefined || (day >= faultOn && outcome.blocked === undefined);
    const worst = isJudged ? verdict(year, certificate, day) : undefined;
    if (worst === 'warning') outcome.warnings++;
    if (worst === 'blocked') outcome.alarms++;
    if (worst === 'warning' || worst === 'blocked') outcome.warned ??= left;
    if (worst === 'blocked') outcome.blocked ??= left;
  }
  return outcome;
}

/** The worst severity of that day's findings. */
function verdict({ plan, healthy, faulty, faultOn }: Year, certificate: Validity, day: number) {
  const now = at(day + RUN_AT);
  const findings = faultOn === undefined ? healthy : faulty;
  return guardRenewal(plan, findings, renewalOf(certificate, now), now)[0]?.severity;
}

function issue(day: number, lifetime: number): Validity {
  return { notBefore: at(day), notAfter: at(day + lifetime) };
}

function daysLeft({ notAfter }: Validity, day: number): number {
  return (notAfter.getTime() - at(day).getTime()) / DAY_MS;
}

/** mulberry32: the same numbers for the same seed. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
