// Every rule, in the order in which a person should read their findings.
import type { HostSpec } from '../../dns-hosts/zone.ts';
import { bySeverity, type Finding } from '../finding.ts';
import type { Observation } from '../observation/observation.ts';
import { caaBlocksAuthority, caaBlocksDnsValidation, caaOfCurrentTarget, caaUnreadable } from './caa.ts';
import {
  addressRouting,
  aliasTaken,
  alreadyConfigured,
  cnameElsewhere,
  conflictingRecord,
  respondsElsewhere,
} from './conflicts.ts';
import {
  delegatedAway,
  lameDelegation,
  noSuchZone,
  wrongZone,
  zoneNotDelegated,
  zoneUnconfirmed,
} from './delegation.ts';
import { dnssecBogus, dnssecExpiring, dnssecUnreadable } from './dnssec.ts';
import { staleHttpsRecord } from './https.ts';
import { httpsMissing, routingMissing, validationMissing } from './missing-records.ts';
import type { Rule } from './rule.ts';
import { dnsUnreadable, nameserversDisagree } from './servers.ts';
import {
  apexNeedsAlias,
  doubledName,
  existsWithoutRecords,
  hiddenByDname,
  wildcardHidden,
} from './shadowed-names.ts';

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

/** Pure: all findings on one host, the blocking ones first. */
export function findingsOf(plan: HostSpec, observation: Observation): Finding[] {
  return bySeverity(RULES.flatMap((rule) => rule(plan, observation)));
}
