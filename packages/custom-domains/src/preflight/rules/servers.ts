// The zone's servers compared with each other, and queries of them that failed.
import type { HostSpec } from '../../dns-hosts/zone.ts';
import type { Finding } from '../finding.ts';
import type { HostView, Observation } from '../observation/observation.ts';
import type { Failed } from '../reader/answer.ts';
import { isConclusive, recordsAt } from '../reader/answer.ts';
import { noSuchZone, ownNameServers, zoneNotDelegated } from './delegation.ts';
import type { Rule } from './rule.ts';
import { finding, list } from './rule.ts';

/** Servers of one zone that differ: an edit has not reached all of them, or one no longer receives edits. */
export const nameserversDisagree: Rule = (plan, observation) => {
  const differing = [...differingAnswers(plan, observation), ...differingDelegation(observation)];
  if (differing.length === 0) return [];
  const text = {
    found: differing.join('; '),
    why: 'what a visitor or the certificate authority gets depends on the server that their resolver queries',
    fix: 'wait until the last edit has reached every server; if they still differ, have the DNS host fix the one that is out of date',
  };
  return [finding(plan, 'nameservers-disagree', 'warning', text)];
};

function differingAnswers(plan: HostSpec, observation: Observation): string[] {
  const says = observation.views
    .filter(isReadable)
    .map((view) => ({ server: view.server, has: contentOf(view, plan.host) }));
  if (new Set(says.map(({ has }) => has)).size < 2) return [];
  return [says.map(({ server, has }) => `${server} has ${has || 'nothing'}`).join(', ')];
}

/** Views are compared by the types that all were queried for: the CNAME, and where there is none the other types. */
function contentOf(view: HostView, host: string): string {
  const { CNAME: cname } = view.answers;
  const answers = cname?.kind === 'found' ? [cname] : Object.values(view.answers);
  const records = answers.flatMap((answer) => recordsAt(answer, host));
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
  if (noSuchZone(plan, observation).length > 0 || zoneNotDelegated(plan, observation).length > 0) return [];
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
  if (observation.views.some((view) => isSettled(view))) return undefined;
  const failures = [...serverFailures(observation), ...observation.views.flatMap(failuresIn)];
  return (
    list(unique(failures.map(({ detail }) => detail))) ||
    `no server of ${observation.cut.name} could be queried`
  );
}

/** At least the CNAME query got a response, so the host is known to exist or not; a referral is for the zone rules. */
function isSettled(view: HostView): boolean {
  return view.answers.CNAME !== undefined && view.answers.CNAME.kind !== 'failed';
}

function failedServers(observation: Observation): string[] {
  const { zone } = observation;
  const parent =
    zone?.delegation.kind === 'failed' ? [`the delegation of ${zone.name}: ${zone.delegation.detail}`] : [];
  return [...parent, ...serverFailures(observation).map(({ detail }) => detail)];
}

/** Servers skipped because this machine has no IPv6 are not failures while others respond. */
function serverFailures(observation: Observation): Failed[] {
  const usable =
    observation.zone?.servers.filter(({ skipped }) => !skipped || observation.views.length === 0) ?? [];
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
  'check that this machine is online and that the name servers respond on port 53 (UDP and TCP) of a public address, then run it again; on a closed network query the resolver alone (--resolver-only, or resolverOnly in the config of a program)';

function unreadableFinding(
  plan: HostSpec,
  { resolverOnly }: Observation,
  severity: 'blocked' | 'warning',
  parts: readonly string[],
): Finding {
  const text = {
    found: unique(parts).join('; '),
    why: 'what could not be read may have any record: it counts neither as present nor as absent',
    fix: resolverOnly ? FIX_RESOLVER : FIX_SERVERS,
  };
  return finding(plan, 'dns-unreadable', severity, text);
}

function unique(items: readonly string[]): string[] {
  return [...new Set(items)];
}
