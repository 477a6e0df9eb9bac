// What the findings of a live host mean for the next renewal of its certificate.
import type { HostSpec } from '../../dns-hosts/zone.ts';
import { factsOf } from '../codes.ts';
import { bySeverity, type Finding } from '../finding.ts';
import { finding } from '../rules/rule.ts';

export interface Validity {
  readonly notBefore: Date;
  readonly notAfter: Date;
}

/** Where a certificate is on its way to the next renewal. */
export interface Renewal {
  /** Whole days; negative once the certificate has expired. */
  readonly daysLeft: number;
  readonly notAfter: Date;
  /** Whatever would make the renewal fail blocks from this time on, which is before a short-lived certificate was issued. */
  readonly guardedFrom: Date;
  /** `late`: renewed by now, as ACM documents it. `overdue`: later than any schedule of ACM that is known. */
  readonly progress: 'in-time' | 'late' | 'overdue';
}

const DAY_MS = 86_400_000;

/** ACM user guide, "Renewal for domains validated by DNS" (docs.aws.amazon.com/acm/latest/userguide/dns-renewal-validation.html): 60 days
 * before the end ACM checks that the certificate is in use, and that the CNAME is there. Last verified 2026-11. */
const DOCUMENTED_START = 60;
/** The announcement of certificates of 198 days (AWS, February 2026) says 45 days, so both have to be expected. */
const ANNOUNCED_START = 45;
/** For a certificate that lasts 100 days or 47 (CA/Browser Forum SC-081v3, from March 2027 and 2029) AWS documents no start. A third of the
 * lifetime is what ACME clients leave, and what the shorter lifetimes were chosen for. */
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

/** With those of its renewal, for which ACM goes through the same as for the first certificate: most of that blocks in the preflight already.
 * A lost validation record is a warning there, as the site still works; from 60 days before the end it blocks. */
export function guardRenewal(
  plan: HostSpec,
  findings: readonly Finding[],
  renewal: Renewal,
  now: Date,
): Finding[] {
  const isGuarded = now >= renewal.guardedFrom;
  const judged = findings.map((one) => (isValidationLost(one) ? timed(one, renewal, isGuarded) : one));
  const isExplained = renewalRisk(judged) === 'blocked';
  return bySeverity(isExplained ? judged : [...judged, ...notRenewed(plan, renewal)]);
}

/** The worst severity of the findings that concern a renewal; those of the site's traffic do not. */
export function renewalRisk(findings: readonly Finding[]): 'blocked' | 'warning' | undefined {
  const concerned = findings.filter((one) => factsOf(one).isOfRenewal || isValidationLost(one));
  if (concerned.some(({ severity }) => severity === 'blocked')) return 'blocked';
  return concerned.some(({ severity }) => severity === 'warning') ? 'warning' : undefined;
}

/** The validation record, and not the routing record: its name is not the host's. */
function isValidationLost({ code, severity, host, records }: Finding): boolean {
  return code === 'record-missing' && severity !== 'info' && records.some(({ name }) => name !== host);
}

function timed(one: Finding, { notAfter, daysLeft, guardedFrom }: Renewal, isGuarded: boolean): Finding {
  const end = `the present one ends on ${dayOf(notAfter)}, in ${daysLeft} days`;
  return isGuarded
    ? { ...one, severity: 'blocked', why: `${one.why}: ${end}` }
    : { ...one, why: `${one.why}: ${end}, and this blocks from ${dayOf(guardedFrom)}` };
}

/** DNS is as it should be, and the certificate is an old one nevertheless. */
function notRenewed(plan: HostSpec, { progress, notAfter, daysLeft }: Renewal): Finding[] {
  if (progress === 'in-time') return [];
  const text = {
    found: `the certificate that ${plan.host} presents ends on ${dayOf(notAfter)}, in ${daysLeft} days, and is not renewed`,
    why: 'ACM should have renewed it by now; visitors are refused once it has ended',
    fix: 'aws acm describe-certificate shows why (RenewalSummary): the certificate must be in use, and AWS Health names what ACM could not validate; pulumi up --replace with its URN requests another',
  };
  const severity = progress === 'overdue' ? 'blocked' : 'warning';
  return [finding(plan, 'certificate-not-renewed', severity, text)];
}

/** `2027-03-01`, in UTC. */
export function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}
