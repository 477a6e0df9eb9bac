// The zone's servers compared with each other, and queries of them that failed.
import type { HostSpec } from '../../dns-hosts/zone.ts';
import type { Finding } from '../finding.ts';
import type { CaaStep, Delegation, HostView, Observation } from '../observation/observation.ts';
import { caaTexts } from '../observation/observe-caa.ts';
import { type Answer, isConclusive, isSilence, recordsAt } from '../reader/answer.ts';
import { failsAtAll, lameDelegation, noSuchZone, ownNameServers, zoneNotDelegated } from './delegation.ts';
import { finding, knowsType, list, once, type Rule } from './rule.ts';

/** Servers of one zone that differ: an edit has not reached all of them, or one no longer receives edits. */
export const nameserversDisagree: Rule = (plan, observation) => {
  const differing = [
    ...differingAnswers(plan, observation),
    ...(observation.subZones ?? [])
      .filter(({ notBy }) => notBy.length > 0)
      .map(({ name, referredBy, notBy }) => `${list(referredBy)} delegate ${name}, ${list(notBy)} do not`),
    // That of the host itself is among its records.
    ...observation.caa.filter(({ name }) => name !== plan.host).flatMap(differingCaa),
    ...differingDelegation(observation),
  ];
  if (differing.length === 0) return undefined;
  return finding(plan, 'nameservers-disagree', 'warning', {
    found: differing.join('; '),
    why: 'what a visitor or the certificate authority gets depends on the server that their resolver queries',
    fix: 'wait until the last edit has reached every server; if they still differ, have the DNS host fix the one that is out of date',
  });
};

function differingAnswers(plan: HostSpec, observation: Observation): string[] {
  const views = observation.views.filter(({ answers }) => Object.values(answers).every(isConclusive));
  const types = [...new Set(views.flatMap(({ answers }) => Object.keys(answers)))];
  const without = views.filter(({ answers }) => answers.CNAME?.kind !== 'found');
  const common = types.filter((type) => without.every((view) => knowsType(view, type)));
  const says = views.map((view) => ({ server: view.server, has: contentOf(view, plan.host, common) }));
  if (new Set(says.map(({ has }) => has)).size < 2) return [];
  return [says.map(({ server, has }) => `${server} has ${has || 'nothing'}`).join(', ')];
}

function differingCaa({ name, differing = [] }: CaaStep): string[] {
  const says = differing.map(({ server, own }) => `${server} has ${list(caaTexts(own)) || 'none'}`);
  return differing.length === 0 ? [] : [`CAA at ${name}: ${says.join(', ')}`];
}

/** Views are compared by the types that all were queried for: the CNAME, and where there is none the other types. */
function contentOf(view: HostView, host: string, types: readonly string[]): string {
  const { CNAME: cname } = view.answers;
  const answers = cname?.kind === 'found' ? [cname] : types.map((type) => view.answers[type]);
  const records = answers.flatMap((answer) => (answer === undefined ? [] : recordsAt(answer, host)));
  return list([...new Set(records.map(({ type, value }) => `${type} ${value}`))].sort());
}

/** Parent and zone name different servers, with some in common; with none in common it is zone-not-delegated. */
function differingDelegation({ zone }: Observation): string[] {
  if (zone?.delegation.kind !== 'delegated') return [];
  const parents = zone.delegation.nameServers;
  const own = ownNameServers(zone);
  const common = own.filter((server) => parents.includes(server));
  if (common.length === 0 || (common.length === own.length && common.length === parents.length)) return [];
  return [`the parent delegates ${zone.name} to ${list(parents)}, the zone itself names ${list(own)}`];
}

/** A broken or missing delegation has a finding of its own; the failures that it causes add nothing. */
function isExplained(plan: HostSpec, observation: Observation): boolean {
  const causes = [noSuchZone, zoneNotDelegated, lameDelegation];
  return causes.some((rule) => rule(plan, observation) !== undefined);
}

/** What could not be read is never treated as absent: it is a finding. */
export const dnsUnreadable = once((plan, observation): Finding | undefined => {
  if (isExplained(plan, observation)) return undefined;
  const whole = unreadable(observation);
  const parts = whole === undefined ? failedParts(plan, observation) : [whole];
  if (parts.length === 0) return undefined;
  const { cut, resolverOnly, zone, lame = zone } = observation;
  const isSilent = cut.kind === 'failed' && isSilence(cut.failure);
  const isResolvers = isSilent ? !cut.resolverResponds : resolverOnly;
  return finding(plan, 'dns-unreadable', whole === undefined ? 'warning' : 'blocked', {
    found: [...new Set(parts)].join('; '),
    why: 'what could not be read may have any record: it counts neither as present nor as absent',
    fix:
      lame && failsAtAll(lame)
        ? `have the DNS host of ${lame.name} load the zone again: its servers respond SERVFAIL for it, and their logs say why`
        : isResolvers
          ? FIX_RESOLVER
          : FIX_SERVERS,
  });
});

/** Nothing of the host could be read: that, or its cause, is the finding, and what follows from it adds nothing. */
export function isUnreadWhole(plan: HostSpec, observation: Observation): boolean {
  return isExplained(plan, observation) || dnsUnreadable(plan, observation)?.severity === 'blocked';
}

const FIX_RESOLVER =
  'check that this machine is online and that the resolver responds, or give another resolver; then run it again';
const FIX_SERVERS =
  'check that this machine is online and that the name servers respond on port 53 (UDP and TCP) of a public address, then run it again; on a closed network query the resolver alone (--resolver-only; in a program resolverOnly, an option of its Preflight)';

/** Nothing is known of the host: its zone was not found, or none of the zone's servers responds for the host. */
function unreadable({ cut, views, ...observation }: Observation): string | undefined {
  if (cut.kind === 'failed') {
    const waits = cut.resolverResponds
      ? `, for ${cut.at}; it does for other zones, so it may wait for this one's servers`
      : '';
    return `${cut.failure.detail}${waits}`;
  }
  // At least the CNAME query got an answer, so the host is known to exist or not.
  const isSettled = views.some(({ answers: { CNAME } }) => CNAME !== undefined && isConclusive(CNAME));
  if (observation.lame === undefined && isSettled) return undefined;
  const all = views.flatMap(({ answers }) => Object.values(answers));
  const details = [
    ...serverFailures({ cut, views, ...observation }),
    ...all.flatMap((answer) => (answer.kind === 'failed' ? [answer.detail] : [])),
  ];
  return list([...new Set(details)]) || `no server of ${cut.name} could be queried`;
}

/** Servers that this machine cannot reach, as it has no IPv6, are not failures while others respond. */
function serverFailures({ zone, lame, views }: Observation): string[] {
  return [zone, lame]
    .flatMap((one) => one?.servers ?? [])
    .flatMap(({ own }) => (own.kind === 'failed' ? [own] : []))
    .filter(({ reason }) => reason !== 'no-server' || views.length === 0)
    .map(({ detail }) => detail);
}

function failedParts(plan: HostSpec, observation: Observation): string[] {
  const { zone, views, expected, persist = [] } = observation;
  const failures: string[] = [];
  // CNAMEs that never end are a finding of their own.
  const note = (what: string, answer: Answer | Delegation, name = '') => {
    if (answer.kind === 'failed' && answer.reason !== 'cname-loop')
      failures.push(`${what}${name}: ${answer.detail}`);
  };
  if (zone !== undefined) note('the delegation of ', zone.delegation, zone.name);
  failures.push(...serverFailures(observation));
  for (const { answers } of views)
    for (const [type, answer] of Object.entries(answers))
      if (type !== 'CAA') note(type, answer, ` at ${plan.host}`);
  for (const { answer } of expected?.validation ?? []) note('the validation record', answer);
  if (persist.some(({ answer }) => isConclusive(answer)))
    for (const { answer } of persist) note('the record of dns-persist-01', answer);
  for (const failure of expected?.unread ?? []) note('the records of deployed hosts', failure);
  return failures;
}
