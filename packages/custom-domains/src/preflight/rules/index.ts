// Every rule, in the order in which a person should read their findings.
import type { HostSpec } from '../../dns-hosts/zone.ts';
import type { Finding } from '../finding.ts';
import type { Observation } from '../observation/observation.ts';
import { addressRouting } from './address-routing.ts';
import { caaBlocksAuthority, caaBlocksDnsValidation, caaOfCurrentTarget, caaUnreadable } from './caa.ts';
import { aliasTaken, alreadyConfigured, cnameElsewhere, conflictingRecord } from './conflicts.ts';
import { delegatedAway, lameDelegation, noSuchZone, zoneNotDelegated } from './delegation.ts';
import { dnssecBogus, dnssecExpiring, dnssecUnreadable } from './dnssec.ts';
import { existsWithoutRecords } from './existing-names.ts';
import { staleHttpsRecord } from './https.ts';
import { httpsMissing, routingMissing, validationMissing } from './missing-records.ts';
import { respondsElsewhere } from './responder.ts';
import type { Rule } from './rule.ts';
import { dnsUnreadable, nameserversDisagree } from './servers.ts';
import { apexNeedsAlias, doubledName, hiddenByDname, wildcardHidden } from './shadowed-names.ts';
import { wrongZone, zoneUnconfirmed } from './zone-meant.ts';

const RULES: readonly Rule[] = [
  dnsUnreadable,
  noSuchZone,
  zoneNotDelegated,
  wrongZone,
  delegatedAway,
  lameDelegation,
  dnssecBogus,
  dnssecUnreadable,
  hiddenByDname,
  conflictingRecord,
  respondsElsewhere,
  cnameElsewhere,
  addressRouting,
  aliasTaken,
  apexNeedsAlias,
  caaBlocksAuthority,
  caaBlocksDnsValidation,
  caaOfCurrentTarget,
  caaUnreadable,
  doubledName,
  routingMissing,
  validationMissing,
  dnssecExpiring,
  httpsMissing,
  nameserversDisagree,
  zoneUnconfirmed,
  wildcardHidden,
  existsWithoutRecords,
  staleHttpsRecord,
  alreadyConfigured,
];

const ORDER = { blocked: 0, warning: 1, info: 2 } as const;

/** Pure: all findings on one host, the blocking ones first. */
export function findingsOf(plan: HostSpec, observation: Observation): Finding[] {
  return bySeverity(RULES.flatMap((rule) => rule(plan, observation)));
}

/** The blocking ones first; otherwise the order stays. */
export function bySeverity(findings: readonly Finding[]): Finding[] {
  return [...findings].sort((one, other) => ORDER[one.severity] - ORDER[other.severity]);
}
