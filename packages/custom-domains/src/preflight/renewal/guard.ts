// What the findings of a live host mean for the next renewal of its certificate.
import type { HostSpec } from '../../dns-hosts/zone.ts';
import type { Finding, FindingCode } from '../finding.ts';
import { finding } from '../rules/rule.ts';
import type { Renewal } from './schedule.ts';

/**
 * The findings of a live host, with those of its renewal. ACM goes through the same as for the first certificate: the
 * validation record, CAA, delegation and DNSSEC of the zone. Most of that blocks in the preflight at once. A lost
 * validation record is a warning there, as the site still works; from 60 days before the end it blocks.
 */
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

/** What the authority needs for each certificate of the host. Codes of DNSSEC all begin alike. */
const NEEDED: readonly FindingCode[] = [
  ...(['no-such-zone', 'zone-not-delegated', 'wrong-zone', 'delegated-away', 'lame-delegation'] as const),
  ...(['caa-blocks-authority', 'caa-blocks-dns-validation', 'caa-unreadable'] as const),
  ...(['caa-of-current-target', 'hidden-by-dname', 'certificate-not-renewed'] as const),
];

/** The worst severity of the findings that concern a renewal; those of the site's traffic do not. */
export function renewalRisk(findings: readonly Finding[]): 'blocked' | 'warning' | undefined {
  const concerned = findings.filter(
    (one) => NEEDED.includes(one.code) || one.code.startsWith('dnssec-') || isValidationLost(one),
  );
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

const ORDER = { blocked: 0, warning: 1, info: 2 } as const;

function bySeverity(findings: readonly Finding[]): Finding[] {
  return findings.toSorted((one, other) => ORDER[one.severity] - ORDER[other.severity]);
}

/** `2027-03-01`, in UTC. */
export function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}
