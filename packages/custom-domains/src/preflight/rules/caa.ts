// What CAA means for the host's certificate: which RRsets count, now and after cut-over, and what each says (caa-policy.ts) in
// findings.

import { ACM, type Issuance } from '../../authorities/index.ts';
import type { HostSpec } from '../../dns-hosts/zone.ts';
import { isBelow, isWithin } from '../../names/dns-name.ts';
import type { Finding, RecordChange } from '../finding.ts';
import type { Observation } from '../observation/observation.ts';
import { type Resolved, recordsAt } from '../reader/answer.ts';
import {
  type CaaVerdict,
  countingTag,
  type FoundSet,
  judge,
  type Refusal,
  searched,
  severityOf,
  strictest,
} from './caa-policy.ts';
import {
  add,
  dnameAbove,
  finding,
  isAtApex,
  list,
  once,
  type Rule,
  recordsAtHost,
  remove,
  targetOf,
} from './rule.ts';

const issuanceOf = (plan: HostSpec): Issuance => plan.issuance ?? ACM;
const titleOf = (plan: HostSpec): string => issuanceOf(plan).authority.title;

/** What helps where the CAA of a name that its operator alone can change keeps the authority from issuing. */
function otherAuthority(plan: HostSpec, target: string): string {
  return `use an authority that ${target} allows, or have its operator allow ${titleOf(plan)}`;
}

/** RFC 4592 2.2.2 ends a wildcard at a name with others below it. CoreDNS 1.12.0, tinydns 1.05, MaraDNS 3.5.0037 and PowerDNS 4.7.3 with
 * SQL rows that were not rectified apply it nevertheless: the host still has its records beside a validation record that is there. */
function outlastsNames({ host, views, expected }: Observation): boolean {
  const name = expected?.expected.validation?.name;
  if (name === undefined || !isBelow(name, host)) return false;
  const servers = expected?.validation.filter(({ answer }) => recordsAt(answer, name).length > 0);
  return views.some(
    ({ server, wildcard = [] }) => wildcard[0] && servers?.some((one) => one.server === server),
  );
}

/** Where the records stay as they are, a wildcard applies to the host too, unless a validation record is below it. */
export function keepsWildcard(plan: HostSpec): boolean {
  const isBelow = issuanceOf(plan).methods.every(({ byRecordBelow }) => byRecordBelow);
  return plan.routing?.kind === 'unchanged' && !isBelow;
}

/** The names to search now, and once the routing record exists (beside a CNAME the host can have no CAA of its own), whose target's has a
 * finding of its own (`caa-of-new-target`); and the relevant RRset of each. */
const searches = once((plan, observation) => {
  const { caa } = observation;
  const { kind = 'name' } = plan.routing ?? {};
  const wildcards = keepsWildcard(plan) || outlastsNames(observation);
  const now = searched(caa, wildcards);
  const later = kind !== 'name' || isAtApex(plan, observation) ? now : searched(caa.slice(1), wildcards);
  const before = strictest(now, issuanceOf(plan));
  const after = later === now ? before : strictest(later, issuanceOf(plan));
  return { wildcards, names: [...now, ...later].map(({ name }) => name), before, after };
});

/** The names whose CAA an authority looks up, at some time: none above the one that decides. */
export function searchedNames(plan: HostSpec, observation: Observation): readonly string[] {
  return searches(plan, observation).names;
}

/** The RRsets that must let the authority issue, each once: the one after cut-over, and before it an external host's own, which stays until
 * its owner cuts over, so that it is the relevant one for the first certificate. */
function required(plan: HostSpec, observation: Observation): FoundSet[] {
  const { before, after } = searches(plan, observation);
  const isHosts = before.kind === 'set' && (before.at === plan.host || before.at.startsWith('*.'));
  const isOwn = plan.zone.provider === 'external' && isHosts;
  const sets = [isOwn ? before : after, after].filter((set) => set.kind === 'set');
  // Through the CNAME of a host that keeps it: the owner of the host cannot change it (`caa-of-current-target`).
  const changeable = sets.filter(
    ({ through }) => plan.routing?.kind !== 'unchanged' || through !== plan.host,
  );
  return changeable.filter(({ at }, index) => changeable.findIndex((set) => set.at === at) === index);
}

export const caaPermission: Rule = (plan, observation) =>
  required(plan, observation).flatMap((set) => {
    const verdict = judge(set.records, issuanceOf(plan));
    const isForeign = set.through !== undefined && !isWithin(set.at, observation.zone?.name ?? set.at);
    return (
      (verdict.allows ? doubt(plan, set, verdict) : refusal(plan, set, verdict, observation.at, isForeign)) ??
      []
    );
  });

/** Nobody knows before whether the zone's servers end the wildcard at the name that the validation record is below. */
export const caaOfWildcard: Rule = (plan, observation) => {
  if (plan.zone.provider !== 'external' || searches(plan, observation).wildcards) return undefined;
  const set = strictest(searched(observation.caa, true), issuanceOf(plan));
  if (set.kind !== 'set' || !set.at.startsWith('*.')) return undefined;
  const verdict = judge(set.records, issuanceOf(plan));
  if (verdict.allows) return undefined;
  const why = `the record of the validation ends the wildcard at ${plan.host} (RFC 4592 2.2.2), but not on CoreDNS, tinydns, MaraDNS, or PowerDNS with SQL rows that are not rectified: where CAA of ${plan.host} is still the wildcard's then, it counts`;
  return { ...refusal(plan, set, verdict, observation.at), severity: 'warning', why };
};

const CLEAR_CRITICAL = 'remove it, or clear its critical flag (128)';

/** `time`: when it was read. `isForeign`: the RRset is at a name of another zone, to which a CNAME leads. */
function refusal(plan: HostSpec, set: FoundSet, verdict: Refusal, time: number, isForeign = false): Finding {
  const { at } = set;
  const title = titleOf(plan);
  // Each property of an RRset allows (RFC 8659 4.2), so one more is enough, and no other authority is affected.
  const more = isForeign
    ? {
        fix: `${at} is where the CNAME of ${set.through} leads: point that elsewhere, or ${otherAuthority(plan, at)}`,
      }
    : { fix: `add one record at ${at}; the existing ones can stay`, records: [allow(plan, set)] };
  const severity = severityOf(verdict, issuanceOf(plan), time);
  const why =
    severity === 'warning'
      ? 'the authority should not issue, and must not from 2027-03-15 (Baseline Requirements 4.2.2.1.2)'
      : 'the certificate authority must not issue, although validation would still succeed';
  const refused = (code: Finding['code'], found: string) =>
    finding(plan, code, severity, { found, why, ...more });
  switch (verdict.because) {
    case 'critical':
      return finding(plan, 'caa-blocks-authority', 'blocked', {
        found: `${at} has CAA ${verdict.record.value}: a critical property that authorities do not know`,
        why,
        fix: CLEAR_CRITICAL,
        records: [remove(verdict.record)],
      });
    // A record that is certainly there and that no authority can read: parsers reject the whole response, or ignore it.
    case 'malformed':
      return finding(plan, 'caa-unreadable', 'blocked', {
        found: `${at} has a CAA record with malformed data: ${verdict.record.value}`,
        why: 'a certificate authority may refuse, as it cannot know what the record forbids (RFC 8659 4.1)',
        fix: `remove it, and set it again in the form ${permission(plan, set)} if it is meant to allow an authority`,
        records: [remove(verdict.record)],
      });
    case 'account':
      return refused(
        'caa-blocks-authority',
        `${at} allows ${title} only for an account that cannot be: ${verdict.value}`,
      );
    case 'authority': {
      const others = verdict.only.length > 0 ? `only ${list(verdict.only)}` : 'no authority';
      return refused('caa-blocks-authority', `${at} allows ${others}`);
    }
    case 'method': {
      const { methods } = issuanceOf(plan);
      const isByDns = methods.every(({ byRecordBelow }) => byRecordBelow);
      const ids = isByDns ? 'a DNS record' : list(methods.map(({ id }) => id));
      const code = isByDns ? 'caa-blocks-dns-validation' : 'caa-limits-methods';
      return refused(code, `${at} allows ${title}, but not validation by ${ids}: ${verdict.value}`);
    }
  }
}

/** An RRset that permits the authority, though not for certain, or not by each method that may be used. */
function doubt(plan: HostSpec, set: FoundSet, verdict: CaaVerdict & { allows: true }): Finding | undefined {
  const { at } = set;
  const title = titleOf(plan);
  const records = [allow(plan, set)];
  if (verdict.doubt !== undefined) {
    return finding(plan, 'caa-blocks-authority', 'warning', {
      found: `${at} allows ${title}, but ${verdict.doubt}`,
      why: 'the certificate authority may read it as forbidden',
      ...(verdict.record
        ? { fix: CLEAR_CRITICAL, records: [remove(verdict.record)] }
        : { fix: `add one record at ${at} in the plain form; the existing one can stay`, records }),
    });
  }
  const { only } = verdict;
  if (only === undefined) return undefined;
  const left = list(only.map((one) => (one.isUnconfirmed ? `${one.id} (not seen in production)` : one.id)));
  const others = issuanceOf(plan).methods.filter((one) => !one.isByChoice && !only.includes(one));
  return finding(plan, 'caa-limits-methods', 'warning', {
    found: `${at} allows ${title} with ${left} only`,
    why: `a certificate that is validated by ${others.map(({ id }) => id).join(' or ')} is not issued (RFC 8657 4)`,
    fix: `validate by ${left}, or add one record at ${at} without validationmethods`,
    records,
  });
}

/** RFC 8659 3: through its CNAME the name has the CAA of its present target, which the host's owner cannot change. A CNAME that a DNAME or
 * a wildcard synthesises is another matter: the wildcard's ends with the validation record. */
export const caaOfCurrentTarget: Rule = (plan, observation) => {
  const { before: set } = searches(plan, observation);
  if (set.kind !== 'set' || set.through !== plan.host || set.at === targetOf(observation)) return undefined;
  const verdict = judge(set.records, issuanceOf(plan));
  if (dnameAbove(observation) || verdict.allows) return undefined;
  const severity = severityOf(verdict, issuanceOf(plan), observation.at);
  const values = list(set.records.map(({ value }) => value));
  const found = `${plan.host} is a CNAME to ${set.at}, whose CAA (${values}) keeps ${titleOf(plan)} from issuing`;
  const isKept = plan.routing?.kind === 'unchanged';
  const cname = recordsAtHost(plan, observation).filter(({ type }) => type === 'CNAME' && !isKept);
  return finding(plan, 'caa-of-current-target', severity, {
    found,
    why: `${isKept ? 'through the CNAME' : 'until cut-over'} that RRset is the relevant one (RFC 8659 3), and beside a CNAME no CAA can be set`,
    fix: isKept
      ? `${otherAuthority(plan, set.at)}; or point the host elsewhere`
      : 'remove the CNAME before the certificate is requested, or point it to its new target first',
    records: cname.slice(0, 1).map(remove),
  });
};

/** A failure of the CAA query stops the authority where the zone is signed, and can stop it elsewhere (RFC 8659 3). */
export const caaUnreadable = once((plan, observation): Finding | undefined => {
  // Where nothing could be read at all, dns-unreadable or lame-delegation is the finding.
  if (observation.cut.kind === 'failed' || observation.lame !== undefined) return undefined;
  const { before, after } = searches(plan, observation);
  const unreadable = [after, before].find((set) => set.kind === 'unreadable');
  if (unreadable === undefined) return undefined;
  const { at, failure } = unreadable;
  const found = `CAA at ${at} could not be read: ${failure.detail}`;
  if (failure.reason === 'cname-loop')
    return finding(plan, 'cname-loop', 'blocked', {
      found,
      why: 'resolvers respond with an error (RFC 1034 3.6.2), so that neither the certificate authority nor a visitor gets any record',
      fix: `point the CNAME of ${at} to a name that has records, or remove it`,
    });
  const { refusesUnreadCaa } = issuanceOf(plan).authority;
  const why = observation.isSigned
    ? 'a certificate authority will refuse, as the zone is signed (RFC 8659 3)'
    : refusesUnreadCaa
      ? `${titleOf(plan)} refuses then`
      : 'a certificate authority may refuse (RFC 8659 3)';
  return finding(plan, 'caa-unreadable', observation.isSigned || refusesUnreadCaa ? 'blocked' : 'warning', {
    found,
    why,
    fix: `have the DNS host of ${at} respond to CAA queries, with an empty answer where there is none`,
  });
});

/** A server that responds in lower case only gives no answer to an authority that asks in mixed case (RFC 4343 3). */
export const caseSensitive: Rule = (plan, { unmixed = [], views }) => {
  if (unmixed.length === 0) return undefined;
  return finding(plan, 'caa-unreadable', unmixed.length < views.length ? 'warning' : 'blocked', {
    found: unmixed.join('; '),
    why: `${titleOf(plan)} asks for names in mixed case, and gets no answer about CAA or the host there`,
    fix: 'have the DNS host compare names without regard to case (RFC 4343), or look at the firewall in front of its servers',
  });
};

/** Says in the line of a host without findings whether the authority may issue, and by which RRset. */
export function summarizeCaa(plan: HostSpec, observation: Observation): string {
  const { after } = searches(plan, observation);
  if (after.kind === 'unreadable') return 'CAA not known';
  return `${titleOf(plan)} may issue (${after.kind === 'none' ? 'no CAA' : `CAA at ${after.at}`})`;
}

function permission(plan: HostSpec, { records }: FoundSet): string {
  const issuance = issuanceOf(plan);
  return `0 ${countingTag(records, issuance)} "${issuance.authority.issuers[0]}"`;
}

function allow(plan: HostSpec, set: FoundSet): RecordChange {
  return add(set.at, 'CAA', permission(plan, set));
}

/** RFC 8659 3: once the host is a CNAME, the target's RRset is the relevant one. `answer`: CAA at the target; `time`: when it was read. */
export function caaOfNewTarget(plan: HostSpec, target: string, answer: Resolved, time: number): Finding[] {
  if (answer.kind === 'failed') {
    const text = {
      found: `CAA at ${target} could not be read: ${answer.detail}`,
      why: `once ${plan.host} points there, a certificate authority may refuse (RFC 8659 3)`,
      fix: 'check again; if it stays so, ask the operator of the target',
    };
    return [finding(plan, 'caa-unreadable', 'warning', text)];
  }
  const verdict = answer.kind === 'found' && judge(answer.records, issuanceOf(plan));
  if (!verdict || verdict.allows) return [];
  const values = list(answer.records.map(({ value }) => value));
  const text = {
    found: `${target} has CAA of its own (${values}), which keeps ${titleOf(plan)} from issuing`,
    why: `once ${plan.host} is a CNAME to it, that RRset is the relevant one (RFC 8659 3): no certificate is issued, and none renewed`,
    fix: otherAuthority(plan, target),
  };
  return [finding(plan, 'caa-of-new-target', severityOf(verdict, issuanceOf(plan), time), text)];
}
