// The CAA RRsets that count for a host: now, while the name may still be another CNAME, and after cut-over.
import { ACM, type Issuance } from '../../authorities/index.ts';
import type { HostSpec } from '../../dns-hosts/zone.ts';
import type { Observation } from '../observation/observation.ts';
import type { CaaVerdict, RelevantSet } from './caa-policy.ts';
import { judge, relevantSet } from './caa-policy.ts';
import { dnameAbove, isAtApex } from './rule.ts';

/** What helps where the CAA of a name that its operator alone can change keeps the authority from issuing. */
export function otherAuthority(plan: HostSpec, target: string): string {
  const { title } = issuanceOf(plan).authority;
  return `use an authority that ${target} allows, or have its operator allow ${title}`;
}

export const issuanceOf = (plan: HostSpec): Issuance => plan.issuance ?? ACM;

/** The relevant RRset once the routing record exists. What its target has is a finding of its own (`caa-of-new-target`). */
export function afterCutOver(plan: HostSpec, observation: Observation): RelevantSet {
  if (plan.routing?.kind === 'unchanged') return unchanged(plan, observation);
  // Beside a CNAME the host can have no CAA of its own: the search continues at its parent.
  const isKept = isAtApex(plan, observation) || plan.routing?.kind === 'addresses';
  return relevantSet(isKept ? observation.caa : observation.caa.slice(1), issuanceOf(plan));
}

/** The relevant RRset now. */
export function beforeCutOver(plan: HostSpec, observation: Observation): RelevantSet {
  if (plan.routing?.kind === 'unchanged') return unchanged(plan, observation);
  return relevantSet(observation.caa, issuanceOf(plan));
}

/** Where the records stay as they are, a wildcard applies to the host too, unless a validation record is below it. */
function unchanged(plan: HostSpec, observation: Observation): RelevantSet {
  const issuance = issuanceOf(plan);
  const wildcards = !issuance.methods.every(({ byRecordBelow }) => byRecordBelow);
  return relevantSet(observation.caa, issuance, { wildcards });
}

/** A host's own RRset, which stays until its owner cuts over, so that it is the relevant one for the first certificate. */
function ownUntilCutOver(plan: HostSpec, observation: Observation): RelevantSet {
  const set = beforeCutOver(plan, observation);
  return plan.zone.provider === 'external' && set.kind === 'set' && set.at === plan.host
    ? set
    : { kind: 'none' };
}

/** The RRsets that must let the authority issue, each once: the one after cut-over, and an external host's own before it. */
export function required(
  plan: HostSpec,
  observation: Observation,
): { set: RelevantSet & { kind: 'set' }; verdict: CaaVerdict }[] {
  const sets = [ownUntilCutOver(plan, observation), afterCutOver(plan, observation)];
  const unique = sets.filter((set, index) => set.kind === 'set' && !(index === 1 && sameSet(set, sets[0])));
  return unique.flatMap((set) =>
    set.kind === 'set' && !isInherited(plan, set)
      ? [{ set, verdict: judge(set.records, issuanceOf(plan)) }]
      : [],
  );
}

/** Through the CNAME of a host that keeps it: the owner of the host cannot change it (`caa-of-current-target`). */
function isInherited(plan: HostSpec, set: RelevantSet & { kind: 'set' }): boolean {
  return plan.routing?.kind === 'unchanged' && set.through === plan.host;
}

function sameSet(one: RelevantSet, other: RelevantSet | undefined): boolean {
  return one.kind === 'set' && other?.kind === 'set' && one.at === other.at;
}

/** The set of the present CNAME's target. A CNAME that a wildcard synthesises ends with the validation record. */
export function inherited(plan: HostSpec, observation: Observation) {
  const set = beforeCutOver(plan, observation);
  const target = observation.expected?.expected.target;
  if (set.kind !== 'set' || set.through !== plan.host || set.at === target || dnameAbove(observation))
    return undefined;
  return set;
}
