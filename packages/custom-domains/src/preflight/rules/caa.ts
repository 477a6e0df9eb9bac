// What CAA means for the host's certificate: which RRsets count, now and after cut-over, and what each says (caa-policy.ts) in
// findings.

import { ACM, type Issuance } from '../../authorities/index.ts';
import type { HostSpec } from '../../dns-hosts/zone.ts';
import type { Finding } from '../finding.ts';
import type { Observation } from '../observation/observation.ts';
import type { Answer } from '../reader/answer.ts';
import { type CaaVerdict, type FoundSet, judge, type RelevantSet, relevantSet } from './caa-policy.ts';
import { add, dnameAbove, finding, isAtApex, list, type Rule, recordsAtHost, remove } from './rule.ts';

/** What helps where the CAA of a name that its operator alone can change keeps the authority from issuing. */
function otherAuthority(plan: HostSpec, target: string): string {
  const { title } = issuanceOf(plan).authority;
  return `use an authority that ${target} allows, or have its operator allow ${title}`;
}

const issuanceOf = (plan: HostSpec): Issuance => plan.issuance ?? ACM;

/** The relevant RRset once the routing record exists. What its target has is a finding of its own (`caa-of-new-target`). */
function afterCutOver(plan: HostSpec, observation: Observation): RelevantSet {
  if (plan.routing?.kind === 'unchanged') return unchanged(plan, observation);
  // Beside a CNAME the host can have no CAA of its own: the search continues at its parent.
  const isKept = isAtApex(plan, observation) || plan.routing?.kind === 'addresses';
  return relevantSet(isKept ? observation.caa : observation.caa.slice(1), issuanceOf(plan));
}

function beforeCutOver(plan: HostSpec, observation: Observation): RelevantSet {
  if (plan.routing?.kind === 'unchanged') return unchanged(plan, observation);
  return relevantSet(observation.caa, issuanceOf(plan));
}

/** Where the records stay as they are, a wildcard applies to the host too, unless a validation record is below it. */
function unchanged(plan: HostSpec, observation: Observation): RelevantSet {
  const issuance = issuanceOf(plan);
  const wildcards = !issuance.methods.every(({ byRecordBelow }) => byRecordBelow);
  return relevantSet(observation.caa, issuance, { wildcards });
}

/**
 * The RRsets that must let the authority issue, each once, with what they say: the one after cut-over, and before it an
 * external host's own, which stays until its owner cuts over, so that it is the relevant one for the first certificate.
 */
function required(plan: HostSpec, observation: Observation): { set: FoundSet; verdict: CaaVerdict }[] {
  const sets = new Map<string, FoundSet>();
  const before = beforeCutOver(plan, observation);
  const after = afterCutOver(plan, observation);
  if (plan.zone.provider === 'external' && before.kind === 'set' && before.at === plan.host)
    sets.set(before.at, before);
  if (after.kind === 'set' && !sets.has(after.at)) sets.set(after.at, after);
  return [...sets.values()]
    .filter((set) => !isInherited(plan, set))
    .map((set) => ({ set, verdict: judge(set.records, issuanceOf(plan)) }));
}

/** Through the CNAME of a host that keeps it: the owner of the host cannot change it (`caa-of-current-target`). */
function isInherited({ host, routing }: HostSpec, set: FoundSet): boolean {
  return routing?.kind === 'unchanged' && set.through === host;
}

/** The set of the present CNAME's target. A CNAME that a wildcard synthesises ends with the validation record. */
function inherited(plan: HostSpec, observation: Observation): FoundSet | undefined {
  const set = beforeCutOver(plan, observation);
  const target = observation.expected?.expected.target;
  if (set.kind !== 'set' || set.through !== plan.host || set.at === target || dnameAbove(observation))
    return undefined;
  return set;
}

const titleOf = (plan: HostSpec): string => issuanceOf(plan).authority.title;

export const caaBlocksAuthority: Rule = (plan, observation) =>
  required(plan, observation).flatMap(({ set, verdict }): Finding[] => {
    if (verdict.allows) return doubts(plan, set.at, verdict);
    if (verdict.because === 'method' || verdict.because === 'malformed') return [];
    const why = [
      'the certificate authority must not issue, although validation would still succeed',
      untilCutOver(plan, observation),
    ];
    if (verdict.because === 'critical') {
      const text = {
        found: `${set.at} has CAA ${verdict.record.value}: a critical property that authorities do not know`,
        why: why.filter(Boolean).join('; '),
        fix: 'remove it, or clear its critical flag (128)',
      };
      return [finding(plan, 'caa-blocks-authority', 'blocked', text, [remove(verdict.record)])];
    }
    const found =
      verdict.because === 'account'
        ? `${set.at} allows ${titleOf(plan)} only for an account that cannot be: ${verdict.value}`
        : `${set.at} allows ${verdict.only.length > 0 ? `only ${list(verdict.only)}` : 'no authority'}`;
    const text = { found, why: why.filter(Boolean).join('; '), ...addRecordAt(set) };
    return [finding(plan, 'caa-blocks-authority', 'blocked', text, [allow(plan, set.at)])];
  });

export const caaBlocksDnsValidation: Rule = (plan, observation) =>
  required(plan, observation).flatMap(({ set, verdict }) => {
    if (verdict.allows || verdict.because !== 'method') return [];
    const { methods } = issuanceOf(plan);
    const isByDns = methods.every(({ byRecordBelow }) => byRecordBelow);
    const ids = list(methods.map(({ id }) => id));
    const text = {
      found: `${set.at} allows ${titleOf(plan)}, but not with ${isByDns ? 'DNS validation' : ids}: ${verdict.value}`,
      why: `the certificate is validated by ${isByDns ? 'a DNS record only' : ids} (RFC 8657 4)`,
      ...addRecordAt(set),
    };
    const code = isByDns ? 'caa-blocks-dns-validation' : 'caa-limits-methods';
    return [finding(plan, code, 'blocked', text, [allow(plan, set.at)])];
  });

/** RFC 8659 3: through its CNAME the name has the CAA of its present target, which the host's owner cannot change. */
export const caaOfCurrentTarget: Rule = (plan, observation) => {
  const set = inherited(plan, observation);
  if (set === undefined) return [];
  const verdict = judge(set.records, issuanceOf(plan));
  const [cname] = recordsAtHost(plan, observation).filter(({ type }) => type === 'CNAME');
  if (verdict.allows) return [];
  const found = `${plan.host} is a CNAME to ${set.at}, whose CAA (${list(set.records.map(({ value }) => value))}) keeps ${titleOf(plan)} from issuing`;
  if (plan.routing?.kind === 'unchanged') {
    const why =
      'through the CNAME that RRset is the relevant one (RFC 8659 3), and beside a CNAME no CAA can be set';
    const fix = `${otherAuthority(plan, set.at)}; or point the host elsewhere`;
    return [finding(plan, 'caa-of-current-target', 'blocked', { found, why, fix })];
  }
  const text = {
    found,
    why: `until cut-over that RRset is the relevant one, and beside a CNAME no CAA can be set; ${afterwards(plan, observation)}`,
    fix: 'remove the CNAME before the certificate is requested, or point it to its new target first',
  };
  return [finding(plan, 'caa-of-current-target', 'blocked', text, cname ? [remove(cname)] : [])];
};

/** A failure of the CAA query stops the authority where the zone is signed, and can stop it elsewhere (RFC 8659 3). */
export const caaUnreadable: Rule = (plan, observation) => {
  // Where nothing could be read at all, dns-unreadable or lame-delegation is the finding.
  if (observation.cut.kind === 'failed' || observation.lame !== undefined) return [];
  const broken = malformed(plan, observation);
  if (broken !== undefined) return [broken];
  const sets = [afterCutOver(plan, observation), beforeCutOver(plan, observation)];
  const unreadable = sets.find((set) => set.kind === 'unreadable');
  if (unreadable?.kind !== 'unreadable') return [];
  const signed = observation.isSigned === true;
  const text = {
    found: `CAA at ${unreadable.at} could not be read: ${unreadable.failure.detail}`,
    why: `a certificate authority ${signed ? 'will refuse, as the zone is signed' : 'may refuse'} (RFC 8659 3)`,
    fix: `have the DNS host of ${unreadable.at} respond to CAA queries, with an empty answer where there is none`,
  };
  return [finding(plan, 'caa-unreadable', signed ? 'blocked' : 'warning', text)];
};

/** A record that is certainly there and that no authority can read: parsers reject the whole response, or ignore it. */
function malformed(plan: HostSpec, observation: Observation): Finding | undefined {
  for (const { set, verdict } of required(plan, observation)) {
    if (verdict.allows || verdict.because !== 'malformed') continue;
    const text = {
      found: `${set.at} has a CAA record with malformed data: ${verdict.record.value}`,
      why: 'a certificate authority may refuse, as it cannot know what the record forbids (RFC 8659 4.1)',
      fix: `remove it, and set it again in the form ${permission(plan)} if it is meant to allow an authority`,
    };
    return finding(plan, 'caa-unreadable', 'blocked', text, [remove(verdict.record)]);
  }
  return undefined;
}

/** Says in the line of a host without findings whether the authority may issue, and by which RRset. */
export function summarizeCaa(plan: HostSpec, observation: Observation): string {
  const set = afterCutOver(plan, observation);
  if (set.kind === 'unreadable') return 'CAA not known';
  const title = titleOf(plan);
  return set.kind === 'none' ? `${title} may issue (no CAA)` : `${title} may issue (CAA at ${set.at})`;
}

/** Adds to an RRset that denies after cut-over that the present target's RRset applies until then. */
function untilCutOver(plan: HostSpec, observation: Observation): string {
  const set = inherited(plan, observation);
  return set === undefined
    ? ''
    : `today the CAA of ${set.at} applies through the CNAME, after cut-over this one does`;
}

function afterwards(plan: HostSpec, observation: Observation): string {
  const set = afterCutOver(plan, observation);
  if (set.kind === 'unreadable') return 'the relevant RRset afterwards could not be read';
  if (set.kind === 'none') return 'afterwards no CAA applies';
  return `afterwards the one of ${set.at} does, which ${judge(set.records, issuanceOf(plan)).allows ? 'allows' : 'forbids'} it`;
}

/** Each property of an RRset allows (RFC 8659 4.2), so one more is enough, and no other authority is affected. */
function addRecordAt(set: FoundSet): { fix: string } {
  return { fix: `add one record at ${set.at}; the existing ones can stay` };
}

function permission(plan: HostSpec): string {
  return `0 issue "${issuanceOf(plan).authority.issuers[0]}"`;
}

function allow(plan: HostSpec, at: string) {
  return add(at, 'CAA', permission(plan));
}

/** An RRset that permits the authority, though not for certain, or not by each method that may be used. */
function doubts(plan: HostSpec, at: string, { doubt, only }: CaaVerdict & { allows: true }): Finding[] {
  const title = titleOf(plan);
  if (doubt !== undefined) {
    const text = {
      found: `${at} allows ${title}, but ${doubt}`,
      why: 'the certificate authority may read it as forbidden',
      fix: `add one record at ${at} in the plain form; the existing one can stay`,
    };
    return [finding(plan, 'caa-blocks-authority', 'warning', text, [allow(plan, at)])];
  }
  if (only === undefined) return [];
  const left = list(only.map(({ id }) => id));
  const others = issuanceOf(plan).methods.filter((method) => !only.includes(method));
  const text = {
    found: `${at} allows ${title} with ${left} only`,
    why: `a certificate that is validated by ${others.map(({ id }) => id).join(' or ')} is not issued (RFC 8657 4)`,
    fix: `validate by ${left}, or add one record at ${at} without validationmethods`,
  };
  return [finding(plan, 'caa-limits-methods', 'warning', text, [allow(plan, at)])];
}

/** RFC 8659 3: once the host is a CNAME, the target's RRset is the relevant one. `answer`: CAA at the target. */
export function caaOfNewTarget(plan: HostSpec, target: string, answer: Answer): Finding[] {
  const issuance = issuanceOf(plan);
  const { title } = issuance.authority;
  if (answer.kind === 'failed' || answer.kind === 'referral') {
    const detail = answer.kind === 'failed' ? answer.detail : `the resolver refers to ${answer.zone}`;
    const text = {
      found: `CAA at ${target} could not be read: ${detail}`,
      why: `once ${plan.host} points there, a certificate authority may refuse (RFC 8659 3)`,
      fix: 'check again; if it stays so, ask the operator of the target',
    };
    return [finding(plan, 'caa-unreadable', 'warning', text)];
  }
  if (answer.kind !== 'found' || judge(answer.records, issuance).allows) return [];
  const text = {
    found: `${target} has CAA of its own (${list(answer.records.map(({ value }) => value))}), which keeps ${title} from issuing`,
    why: `once ${plan.host} is a CNAME to it, that RRset is the relevant one (RFC 8659 3): no certificate is issued, and none renewed`,
    fix: otherAuthority(plan, target),
  };
  return [finding(plan, 'caa-of-new-target', 'blocked', text)];
}
