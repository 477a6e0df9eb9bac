// Every rule, in the order in which a person should read their findings.
import type { HostSpec } from '../../dns-hosts/zone.ts';
import { bySeverity, type Finding } from '../finding.ts';
import type { Observation } from '../observation/observation.ts';
import * as caa from './caa.ts';
import * as conflicts from './conflicts.ts';
import * as delegation from './delegation.ts';
import * as dnssec from './dnssec.ts';
import * as records from './missing-records.ts';
import { persistentRecord } from './persist.ts';
import type { Rule } from './rule.ts';
import * as servers from './servers.ts';
import * as names from './shadowed-names.ts';

const RULES: readonly Rule[] = [
  servers.dnsUnreadable,
  delegation.noSuchZone,
  delegation.zoneNotDelegated,
  delegation.zoneMeant,
  delegation.delegatedAway,
  delegation.lameDelegation,
  dnssec.dnssecBogus,
  dnssec.dnssecUnreadable,
  names.hiddenByDname,
  conflicts.conflictingRecord,
  conflicts.respondsElsewhere,
  conflicts.cnameElsewhere,
  conflicts.addressRouting,
  conflicts.aliasTaken,
  names.apexNeedsAlias,
  names.apexCname,
  caa.caaPermission,
  caa.caaOfWildcard,
  caa.caaOfCurrentTarget,
  caa.caaUnreadable,
  caa.caseSensitive,
  names.doubledName,
  records.challengeLost,
  persistentRecord,
  records.addressMissing,
  records.routingMissing,
  records.validationMissing,
  dnssec.dnssecExpiring,
  records.httpsMissing,
  servers.nameserversDisagree,
  names.wildcardHidden,
  names.existsWithoutRecords,
  records.staleHttpsRecord,
  conflicts.alreadyConfigured,
];

/** Pure: all findings on one host, the blocking ones first. */
export function findingsOf(plan: HostSpec, observation: Observation): Finding[] {
  return bySeverity(RULES.flatMap((rule) => rule(plan, observation) ?? []));
}
