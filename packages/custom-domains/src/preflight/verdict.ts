// What the findings come to: the exit status of all, and one word for a host.
import { type Finding, type FindingCode, isBlocking } from './finding.ts';

const UNREADABLE_CODES: readonly FindingCode[] = [
  'dns-unreadable',
  'caa-unreadable',
  'dnssec-unreadable',
  'target-unreadable',
];

/** Exit status of the findings: 1 where some block, 3 where none is known to block but DNS could not be read, else 0. */
export function exitStatus(findings: readonly Finding[]): 0 | 1 | 3 {
  const isOpen = ({ code }: Finding) => UNREADABLE_CODES.includes(code);
  if (findings.some((one) => isBlocking(one) && !isOpen(one))) return 1;
  return findings.some(isOpen) ? 3 : 0;
}

/** One word for a host. `unknown`: nothing is known to block it, but DNS could not be read. */
export type Verdict = 'blocked' | 'unknown' | 'warning' | 'ok';

export function verdictOf(findings: readonly Finding[]): Verdict {
  const blocking = findings.filter(isBlocking);
  if (blocking.some(({ code }) => !UNREADABLE_CODES.includes(code))) return 'blocked';
  if (blocking.length > 0) return 'unknown';
  return findings.some(({ severity }) => severity === 'warning') ? 'warning' : 'ok';
}
