// The zone's servers compared with each other, and queries of them that failed.
import type { HostSpec } from '../../dns-hosts/zone.ts';
import type { Finding } from '../finding.ts';
import type { CaaStep, HostView, Observation } from '../observation/observation.ts';
import { type Answer, type Failed, type FailureReason, isConclusive, recordsAt } from '../reader/answer.ts';
import { lameDelegation, noSuchZone, ownNameServers, zoneNotDelegated } from './delegation.ts';
import { finding, knowsType, list, type Rule } from './rule.ts';

/** Servers of one zone that differ: an edit has not reached all of them, or one no longer receives edits. */
export const nameserversDisagree: Rule = (plan, observation) => {
  const differing = [
    ...differingAnswers(plan, observation),
    ...differingReferrals(observation),
    // That of the host itself is among its records.
    ...observation.caa.filter(({ name }) => name !== plan.host).flatMap(differingCaa),
    ...differingDelegation(observation),
  ];
  if (differing.length === 0) return [];
  const text = {
    found: differing.join('; '),
    why: 'what a visitor or the certificate authority gets depends on the server that their resolver queries',
    fix: 'wait until the last edit has reached every server; if they still differ, have the DNS host fix the one that is out of date',
  };
  return [finding(plan, 'nameservers-disagree', 'warning', text)];
};

function differingAnswers(plan: HostSpec, observation: Observation): string[] {
  const views = observation.views.filter(isReadable);
  const types = Object.keys(Object.assign({}, ...views.map(({ answers }) => answers)));
  const without = views.filter(({ answers }) => answers.CNAME?.kind !== 'found');
  const common = types.filter((type) => without.every((view) => knowsType(view, type)));
  const says = views.map((view) => ({ server: view.server, has: contentOf(view, plan.host, common) }));
  if (new Set(says.map(({ has }) => has)).size < 2) return [];
  return [says.map(({ server, has }) => `${server} has ${has || 'nothing'}`).join(', ')];
}

function differingReferrals({ subZones = [] }: Observation): string[] {
  return subZones
    .filter(({ notBy }) => notBy.length > 0)
    .map(({ name, referredBy, notBy }) => `${list(referredBy)} delegate ${name}, ${list(notBy)} do not`);
}

function differingCaa({ name, differing = [] }: CaaStep): string[] {
  const says = differing.map(({ server, own }) => `${server} has ${caaText(own) || 'none'}`);
  return differing.length === 0 ? [] : [`CAA at ${name}: ${says.join(', ')}`];
}

function caaText(answer: Answer): string {
  if (!isConclusive(answer)) return '';
  const records = answer.chain[0] ? [answer.chain[0]] : answer.kind === 'found' ? answer.records : [];
  return list(records.map(({ type, value }) => `${type} ${value}`).sort());
}

/** Views are compared by the types that all were queried for: the CNAME, and where there is none the other types. */
function contentOf(view: HostView, host: string, types: readonly string[]): string {
  const { CNAME: cname } = view.answers;
  const answers = cname?.kind === 'found' ? [cname] : types.map((type) => view.answers[type]);
  const records = answers.flatMap((answer) => (answer === undefined ? [] : recordsAt(answer, host)));
  return list([...new Set(records.map(({ type, value }) => `${type} ${value}`))].sort());
}

function isReadable(view: HostView): boolean {
  return Object.values(view.answers).every(isConclusive);
}

/** Parent and zone name different servers, with some in common; with none in common it is zone-not-delegated. */
function differingDelegation({ zone, ...observation }: Observation): string[] {
  if (zone?.delegation.kind !== 'delegated') return [];
  const parents = zone.delegation.nameServers;
  const own = ownNameServers({ zone, ...observation });
  const common = own.filter((server) => parents.includes(server));
  if (common.length === 0 || (common.length === own.length && common.length === parents.length)) return [];
  return [`the parent delegates ${zone.name} to ${list(parents)}, the zone itself names ${list(own)}`];
}

/** What could not be read is never treated as absent: it is a finding. */
export const dnsUnreadable: Rule = (plan, observation) => {
  // A broken or missing delegation has a finding of its own; the failures that it causes add nothing.
  const causes = [noSuchZone, zoneNotDelegated, lameDelegation];
  if (causes.some((rule) => rule(plan, observation).length > 0)) return [];
  const whole = unreadable(observation);
  if (whole !== undefined) return [unreadableFinding(plan, observation, 'blocked', [whole])];
  const parts = [
    ...failedServers(observation),
    ...failedTypes(plan, observation),
    ...failedExpectations(observation),
  ];
  return parts.length === 0 ? [] : [unreadableFinding(plan, observation, 'warning', parts)];
};

/** Nothing is known of the host: its zone was not found, or none of the zone's servers responds for the host. */
function unreadable(observation: Observation): string | undefined {
  if (observation.cut.kind === 'failed') return observation.cut.failure.detail;
  if (observation.lame === undefined && observation.views.some((view) => isSettled(view))) return undefined;
  const failures = [...serverFailures(observation), ...observation.views.flatMap(failuresIn)];
  return (
    list(unique(failures.map(({ detail }) => detail))) ||
    `no server of ${observation.cut.name} could be queried`
  );
}

/** At least the CNAME query got an answer, so the host is known to exist or not. */
function isSettled(view: HostView): boolean {
  return view.answers.CNAME !== undefined && isConclusive(view.answers.CNAME);
}

function failedServers(observation: Observation): string[] {
  const { zone } = observation;
  const parent =
    zone?.delegation.kind === 'failed' ? [`the delegation of ${zone.name}: ${zone.delegation.detail}`] : [];
  return [...parent, ...serverFailures(observation).map(({ detail }) => detail)];
}

/** Servers skipped because this machine has no IPv6 are not failures while others respond. */
function serverFailures({ zone, lame, views }: Observation): Failed[] {
  const all = [...(zone?.servers ?? []), ...(lame?.servers ?? [])];
  const usable = all.filter(({ skipped }) => !skipped || views.length === 0);
  return usable.map(({ own }) => own).filter((own) => own.kind === 'failed');
}

function failedTypes(plan: HostSpec, observation: Observation): string[] {
  return observation.views.flatMap((view) =>
    Object.entries(view.answers).flatMap(([type, answer]) =>
      answer.kind === 'failed' && type !== 'CAA' ? [`${type} at ${plan.host}: ${answer.detail}`] : [],
    ),
  );
}

function failedExpectations(observation: Observation): string[] {
  return (observation.expected?.validation ?? []).flatMap(({ answer }) =>
    answer.kind === 'failed' ? [`the validation record: ${answer.detail}`] : [],
  );
}

function failuresIn(view: HostView): Failed[] {
  return Object.values(view.answers).filter((answer) => answer.kind === 'failed');
}

const FIX_RESOLVER =
  'check that this machine is online and that the resolver responds, or give another resolver; then run it again';
const FIX_SERVERS =
  'check that this machine is online and that the name servers respond on port 53 (UDP and TCP) of a public address, then run it again; on a closed network query the resolver alone (--resolver-only; in a program resolverOnly, an option of its Preflight)';

const SILENT: readonly FailureReason[] = ['timeout', 'deadline', 'unreachable', 'no-server'];

function unreadableFinding(
  plan: HostSpec,
  observation: Observation,
  severity: 'blocked' | 'warning',
  parts: readonly string[],
): Finding {
  const { cut } = observation;
  const isSilent = cut.kind === 'failed' && SILENT.includes(cut.failure.reason);
  const text = {
    found: unique(parts).join('; '),
    why: 'what could not be read may have any record: it counts neither as present nor as absent',
    fix: observation.resolverOnly || isSilent ? FIX_RESOLVER : FIX_SERVERS,
  };
  return finding(plan, 'dns-unreadable', severity, text);
}

function unique(items: readonly string[]): string[] {
  return [...new Set(items)];
}
