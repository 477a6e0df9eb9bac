// A finding: one result of the preflight of a host. Text, JSON and Markdown show the same ones.
import type { HostSpec } from '../dns-hosts/zone.ts';
import type { Command } from '../output/words.ts';
import { type FindingCode, factsOf, isAbout } from './codes.ts';
import type { Observation } from './observation/observation.ts';
import type { RecordData } from './reader/answer.ts';

export type { FindingCode } from './codes.ts';

export type Severity = 'blocked' | 'warning' | 'info';

/** A record to add or remove, which can be applied literally. Names and values end without a dot. */
export interface RecordChange extends RecordData {
  readonly action: 'add' | 'remove';
}

/**
 * What kind of change the fix is, for a program with words of its own for it, such as the name of its setting:
 * - `set-again`: the stack sets a record that it has set before.
 * - `move-in`: what serves the host elsewhere goes on until the host has moved in.
 * - `end-zone`: a part of the declared zone stops being a zone of its own, or is declared. `soa`: its SOA record, where that was read.
 * - `other-zone`: another zone of the name is the one that is meant.
 * - `compare-servers`: those of the zone at its DNS host with those of its delegation.
 * - `adopt`: the stack takes over what exists. `missingId`: the id that no look-up finds.
 * - `adopted`: from the next run on, nothing is left to adopt.
 * - `read-account`: what exists has to be known before it is adopted.
 */
type Remedy =
  | { readonly kind: 'end-zone'; readonly zone: string; readonly soa?: RecordData }
  | { readonly kind: 'adopt'; readonly missingId?: string }
  | {
      readonly kind: 'set-again' | 'move-in' | 'other-zone' | 'compare-servers' | 'adopted' | 'read-account';
    };

export interface FindingText {
  readonly found: string;
  readonly why: string;
  readonly fix: string;
  /** It is in `fix`, as it stands there, and stays one line, to be pasted. */
  readonly command?: Command;
  readonly remedy?: Remedy;
}

export interface Finding extends FindingText {
  readonly code: FindingCode;
  readonly severity: Severity;
  readonly host: string;
  readonly records: readonly RecordChange[];
}

const ORDER = { blocked: 0, warning: 1, info: 2 } as const;

export function bySeverity(findings: readonly Finding[]): Finding[] {
  return findings.toSorted((one, other) => ORDER[one.severity] - ORDER[other.severity]);
}

/** Whether preflight keeps the host from being created: a finding blocks it, or DNS could not be read. */
export function isBlocked(findings: readonly Finding[]): boolean {
  return findings.some(isBlocking);
}

export function isBlocking({ severity }: Finding): boolean {
  return severity === 'blocked';
}

/** It warns of nothing, and no record is to be changed. */
export function isNotice({ severity, records }: Finding): boolean {
  return severity === 'info' && records.length === 0;
}

/** Its why and its fix, nothing to do, would be two lines below each host that is live. */
export function isAsItShouldBe(one: Finding): boolean {
  return isAbout(one, 'routed') && isNotice(one);
}

/** Whether the routing record is missing, which is at the host's own name; ACM's is at another. */
export function isRoutingMissing(one: Finding): boolean {
  return isAbout(one, 'own-records') && one.records.every(({ name }) => name === one.host);
}

export function isRouted(findings: readonly Finding[]): boolean {
  return findings.some((one) => isAbout(one, 'routed'));
}

/** Something could not be read, so that nobody knows what is there. */
export function isUnread(one: Finding): boolean {
  return factsOf(one).isUnread === true;
}

/** Whether the verification of an external host waits for it, whatever its severity is. */
export function delaysVerification(one: Finding): boolean {
  return !isNotice(one) && !factsOf(one).isHarmless;
}

/** Exit status of the findings: 1 where some block, 3 where none is known to block but DNS could not be read, else 0. */
export function exitStatus(findings: readonly Finding[]): 0 | 1 | 3 {
  if (findings.some((one) => isBlocking(one) && !isUnread(one))) return 1;
  return findings.some(isUnread) ? 3 : 0;
}

/** One word for a host. `unknown`: nothing is known to block it, but DNS could not be read. */
export type Verdict = 'blocked' | 'unknown' | 'warning' | 'ok';

export function verdictOf(findings: readonly Finding[]): Verdict {
  const blocking = findings.filter(isBlocking);
  if (!blocking.every(isUnread)) return 'blocked';
  if (blocking.length > 0) return 'unknown';
  return findings.some(({ severity }) => severity === 'warning') ? 'warning' : 'ok';
}

export type CheckableHost = HostSpec & { readonly redirect?: { readonly to: string } };

export interface CheckedHost<Host extends CheckableHost = CheckableHost> {
  readonly plan: Host;
  readonly observation: Observation;
  readonly findings: readonly Finding[];
}
