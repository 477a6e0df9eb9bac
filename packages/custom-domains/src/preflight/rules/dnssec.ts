// DNSSEC: a zone that does not validate, one whose signatures end soon, and what could not be validated.
import type { HostSpec } from '../../dns-hosts/zone.ts';
import { type Fault, isPassed, timeText, unknown, type Verdict, worst } from '../../dnssec/verdict.ts';
import type { Finding, RecordChange, Severity } from '../finding.ts';
import type { CaaStep, Observation, Validated } from '../observation/observation.ts';
import { caaUnreadable, keepsWildcard, searchedNames } from './caa.ts';
import { add, finding, once, type Rule, remove } from './rule.ts';
import { isUnreadWhole } from './servers.ts';

/** RFC 4035 5.5: data that does not validate is SERVFAIL for every validating resolver, the certificate authority's too. */
export const dnssecBogus: Rule = (plan, observation) => {
  const { verdict, behind } = settledOf(plan, observation);
  if (verdict?.status === 'bogus') return broken(plan, verdict.fault, NO_RECORDS);
  return behind.map(({ server, fault }) =>
    finding(plan, 'dnssec-bogus', 'warning', {
      found: `${server}: ${fault.detail}`,
      why: 'a validating resolver that queries this server has to query another, and not each does; the certificate authority may refuse',
      fix: `have the DNS host of ${fault.zone} bring this server up to date: its other servers serve what validates`,
    }),
  );
};

const NO_RECORDS =
  'DNSSEC of the zone is broken: validating resolvers, and the certificate authority, get no records of it';

/** `why`: what follows from it. */
export function broken(plan: HostSpec, fault: Fault, why: string, severity: Severity = 'blocked'): Finding {
  const text = { found: fault.detail, why, fix: fixFor(fault), records: changesFor(fault) };
  return finding(plan, 'dnssec-bogus', severity, text);
}

interface Behind {
  readonly server: string;
  readonly fault: Fault;
}

/** The worst of what decides, undefined where nothing was validated; and the servers whose response does not validate, where another's does. */
const settledOf = once((plan, observation) => {
  const all = deciding(plan, observation).map(settle);
  const behind = new Map(all.flatMap((one) => one.behind.map((own) => [own.server, own])));
  const [first, ...others] = all.map(({ verdict }) => verdict);
  return { verdict: first && others.reduce(worst, first), behind: [...behind.values()] };
});

/** The servers decide where they were queried: the resolver shows the response of one of them, and none where it loses the proof. */
function settle({ name, type, verdict, servers = [] }: Validated): { verdict: Verdict; behind: Behind[] } {
  const behind = servers.flatMap(({ server, verdict: own }): Behind[] =>
    own.status === 'bogus' ? [{ server, fault: own.fault }] : [],
  );
  const [first] = behind;
  if (first && behind.length === servers.length)
    return { verdict: { status: 'bogus', fault: first.fault }, behind: [] };
  const right = servers.find(({ verdict: own }) => isPassed(own))?.verdict;
  if (right === undefined || verdict.status !== 'bogus') return { verdict, behind };
  const detail = `what the resolver returns for ${type} of ${name} does not validate (${verdict.fault.detail}), and what the zone's own servers return does`;
  return { verdict: first ? right : unknown(detail), behind };
}

/** What is looked up once the records are as they are to be: no name above the CAA that decides, and nothing through what ends by then. */
function deciding(plan: HostSpec, observation: Observation): Validated[] {
  const { dnssec = [], host, views, caa } = observation;
  const names = searchedNames(plan, observation);
  // RFC 4592 2.2.2: no wildcard applies to a name that exists, or that has another below it.
  const ends = !keepsWildcard(plan) && views.length > 0 && views.every(({ wildcard = [] }) => wildcard[0]);
  const isEndless = ({ own }: CaaStep) => own.kind === 'failed' && own.reason === 'cname-loop';
  const isLost = ends || caa.some((step) => step.name === host && isEndless(step));
  return dnssec.filter(({ name, type }) => {
    if (name === host && (type === 'CAA' || type === 'A')) return !isLost;
    return type !== 'CAA' || names.includes(name);
  });
}

function fixFor({ cause, zone, ds }: Fault): string {
  const unsign = `if ${zone} is not to be signed, remove its DS records at the registrar (or in the zone above)`;
  switch (cause) {
    case 'ds-mismatch':
    case 'zone-unsigned':
      return ds?.wanted === undefined
        ? `at the registrar (or in the zone above) remove the DS records of ${zone}, until its DNS host signs it and shows the new DS record`
        : `at the registrar (or in the zone above) set the DS record of the key that signs ${zone} now, and remove the others`;
    case 'signature-expired':
      return `have the DNS host of ${zone} sign it again, as its signing has stopped; ${unsign}`;
    case 'signature-not-yet-valid':
      return `set the clock of what signs ${zone}, and check this machine's; then sign it again`;
    case 'too-much-work':
      return `have the DNS host of ${zone} remove keys and signatures that are not in use, and aliases that lead back`;
    case 'dname-ignored':
      return `have the DNS host of ${zone} follow the DNAME (PowerDNS: dname-processing=yes), or remove it`;
    default:
      return `have the DNS host of ${zone} sign it again, and have all of its servers serve the same signed zone; ${unsign}`;
  }
}

function changesFor({ cause, zone, ds }: Fault): RecordChange[] {
  if (ds === undefined || (cause !== 'ds-mismatch' && cause !== 'zone-unsigned')) return [];
  const stale = ds.present.filter((value) => value !== ds.wanted);
  return [
    ...stale.map((value) => remove({ name: zone, type: 'DS', ttl: 3600, value })),
    ...(ds.wanted === undefined ? [] : [add(zone, 'DS', ds.wanted)]),
  ];
}

/** A warning, and exit status 3: an authority may see the host well where this machine's resolver does not pass DNSSEC on. */
export const dnssecUnreadable: Rule = (plan, observation) => {
  const { verdict } = settledOf(plan, observation);
  if (verdict?.status !== 'unknown' || isUnreadWhole(plan, observation)) return undefined;
  // In a zone that is not signed, a query of CAA that gets no answer has a finding of its own.
  if (!observation.isSigned && caaUnreadable(plan, observation) !== undefined) return undefined;
  return unvalidated(plan, verdict.detail, verdict.cause);
};

function unvalidated(plan: HostSpec, detail: string, cause?: 'clock'): Finding {
  return finding(plan, 'dnssec-unreadable', 'warning', {
    found: `DNSSEC could not be validated: ${detail}`,
    why: 'the certificate authority validates it, and refuses what does not validate',
    fix:
      cause === 'clock'
        ? "set this machine's clock, then run it again; where it is right, have the DNS host sign the zone again"
        : 'use a resolver that returns signatures, for example --resolver 1.1.1.1, and check that the servers of the zone respond to DNSKEY and DS queries',
  });
}

/** RFC 8659 3, RFC 4035 5.5: once the host is a CNAME to the target, what does not validate there does not at the host. */
export function dnssecOfNewTarget(plan: HostSpec, target: string, verdict: Verdict): Finding[] {
  const why = `once ${plan.host} points to ${target}, validating resolvers, and the certificate authority, get no records of it`;
  if (verdict.status === 'bogus') return [broken(plan, verdict.fault, why)];
  return verdict.status === 'unknown' ? [unvalidated(plan, verdict.detail, verdict.cause)] : [];
}

export const dnssecExpiring: Rule = (plan, observation) => {
  const { verdict } = settledOf(plan, observation);
  if (verdict === undefined || !isPassed(verdict) || verdict.ending === undefined) return undefined;
  const { name, type, keyTag, at } = verdict.ending;
  return finding(plan, 'dnssec-expiring', 'warning', {
    found: `the signature over ${type} of ${name || 'the root zone'} (key tag ${keyTag}) ends on ${timeText(at)}`,
    why: 'it should have been renewed by now: when it ends, validating resolvers and the certificate authority get no records',
    fix: 'have the DNS host of the zone sign it again; its signing may have stopped',
  });
};
