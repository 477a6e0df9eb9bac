// Records that a deployed host must have and that are missing, and what the methods need by which its certificate may be validated;
// and HTTPS records (RFC 9460) of an apex, which stay beside its new address records. Elsewhere they conflict with the CNAME.
import { ACM } from '../../authorities/index.ts';
import { type HostSpec, hasHttpsRecord } from '../../dns-hosts/zone.ts';
import { isSameValidation } from '../../names/dns-name.ts';
import type { Finding, Severity } from '../finding.ts';
import type { Expected, Observation } from '../observation/observation.ts';
import { type DnsRecord, isConclusive, isFailed, recordsAt } from '../reader/answer.ts';
import { broken } from './dnssec.ts';
import {
  add,
  aliasNeeded,
  conflictSeverity,
  describeRecord,
  finding,
  isAddress,
  isAtApex,
  isFlattening,
  isRead,
  isUnverified,
  list,
  NO_TRAFFIC,
  onWhich,
  type Rule,
  recordsAtHost,
  remove,
  routingRecord,
  routingSeverity,
  type SeenRecord,
  sharesAddresses,
  targetOf,
  validationSeverity,
} from './rule.ts';
import { isUnreadWhole } from './servers.ts';

const SET_AGAIN = {
  fix: 'set it again with pulumi up --refresh, or at the DNS host',
  remedy: { kind: 'set-again' },
} as const;

const fixOf = ({ zone }: HostSpec) => (zone.provider === 'external' ? { fix: 'set it' } : SET_AGAIN);

const noRouting = ({ host }: HostSpec) => ({ found: `no routing record at ${host}`, why: NO_TRAFFIC });

/** The routing record was removed, or never set. One with another value is a finding of the conflict rules. */
export const routingMissing: Rule = (plan, observation) => {
  const target = targetOf(observation);
  if (target === undefined || !isRead(observation, 'CNAME') || isSetNow(plan, observation, 'routing'))
    return undefined;
  const apex = isAtApex(plan, observation);
  const here = recordsAtHost(plan, observation).filter(
    ({ type }) => !apex || type === 'CNAME' || isAddress(type),
  );
  if (here.length > 0 || (apex && sharesAddresses(observation))) return undefined;
  const isOwnersApex = apex && plan.zone.provider === 'external';
  return finding(plan, 'record-missing', routingSeverity(plan, observation), {
    ...noRouting(plan),
    ...(isOwnersApex ? { fix: `set it: ${aliasNeeded(plan)}` } : fixOf(plan)),
    records: [routingRecord(plan, observation, target)],
  });
};

/** Of a live host whose target was not named. `needed`: the record in words. */
export function unrouted(plan: HostSpec, observation: Observation, needed: string): Finding | undefined {
  const isRouted = recordsAtHost(plan, observation).some(({ type }) => type === 'CNAME' || isAddress(type));
  if (isRouted || !['CNAME', 'A', 'AAAA'].every((type) => isRead(observation, type))) return undefined;
  return finding(plan, 'record-missing', 'blocked', { ...noRouting(plan), fix: `set ${needed}` });
}

/** The HTTPS record of an apex was removed: browsers then learn of HTTP/3 from their first response. */
export const httpsMissing: Rule = (plan, observation) => {
  const value = observation.expected?.expected.https;
  if (value === undefined || !isRead(observation, 'HTTPS') || !isAtApex(plan, observation)) return undefined;
  if (recordsAtHost(plan, observation).some(({ type }) => type === 'HTTPS')) return undefined;
  return finding(plan, 'record-missing', 'warning', {
    found: `no HTTPS record at ${plan.host}`,
    why: 'browsers do not use HTTP/3 for their first request, and connect once more for it',
    ...SET_AGAIN,
    records: [add(plan.host, 'HTTPS', value)],
  });
};

/** ACM renews a certificate only while its validation record exists (ACM, managed renewal). */
export const validationMissing: Rule = (plan, observation) => {
  const { expected, validation = [] } = observation.expected ?? {};
  const wanted = expected?.validation;
  const readable = validation.filter(({ answer }) => isConclusive(answer));
  if (wanted === undefined || readable.length === 0 || isSetNow(plan, observation, 'validation'))
    return undefined;
  const isWanted = ({ value }: DnsRecord) => isSameValidation(value, wanted.value);
  const records = readable.map(({ answer }) => recordsAt(answer, wanted.name));
  const distinct = (all: readonly DnsRecord[]) => [
    ...new Map(all.map((one) => [`${one.type} ${one.value}`, one])).values(),
  ];
  const others = distinct(readable.flatMap((one) => one.others));
  if (records.every((own) => own.some(isWanted))) {
    if (others.length === 0) return undefined;
    return finding(plan, 'record-missing', 'warning', {
      found: `${wanted.name} has ${list(others.map(describeRecord))} beside its CNAME`,
      why: 'a CNAME excludes every other record (RFC 1034 3.6.2): resolvers that have one of these do not see it',
      fix: `remove ${others.length === 1 ? 'it' : 'them'}`,
      records: others.map(remove),
    });
  }
  if (isFlattening(observation)) return flattened(plan, wanted);
  const wrong = distinct([...records.flat().filter((one) => !isWanted(one)), ...others]);
  const severity = wanted.claimed ? 'blocked' : validationSeverity(plan, wrong.length > 0);
  return finding(plan, 'record-missing', severity, {
    found: wrong[0]
      ? `${wanted.name} has ${wrong[0].type} ${wrong[0].value}, not ${wanted.value}`
      : `no validation record at ${wanted.name}`,
    why: 'without it the certificate is not issued, and not renewed before it expires',
    ...fixOf(plan),
    records: [...wrong.map(remove), add(wanted.name, wanted.type, wanted.value)],
  });
};

const FLATTENED = {
  why: 'the authority sees the addresses of a CNAME in its place, and the validation record leads to none: no certificate is issued or renewed',
  fix: 'at Cloudflare, in the DNS settings of the zone, flatten the CNAME at the apex only (flatten_all_cnames: false)',
};

function flattened(plan: HostSpec, { name, claimed }: NonNullable<Expected['validation']>): Finding {
  return finding(plan, 'cname-flattened', claimed || isUnverified(plan) ? 'blocked' : 'warning', {
    found: `${name} exists and has no record, as where Cloudflare flattens every CNAME of the zone`,
    why: FLATTENED.why,
    fix: `${FLATTENED.fix}; or remove what is below ${name}`,
  });
}

/** The same by the zone's API, where none of the findings has it: no query shows it before the first record is set. */
export function flattenedZone(plan: HostSpec, findings: readonly Finding[], severity: Severity): Finding[] {
  const found = 'Cloudflare flattens every CNAME of the zone';
  const isSaid = findings.some(({ code }) => code === 'cname-flattened');
  return isSaid ? [] : [finding(plan, 'cname-flattened', severity, { found, ...FLATTENED })];
}

/** After a deployment that was interrupted: the stack has yet to create its record, and does so in this run. */
function isSetNow({ zone }: HostSpec, { expected }: Observation, purpose: 'routing' | 'validation'): boolean {
  return zone.provider !== 'external' && expected?.expected.unset?.includes(purpose) === true;
}

/** RFC 9460 3: browsers query HTTPS beside A and AAAA, and go where it says. */
export const staleHttpsRecord: Rule = (plan, observation) => {
  if (!isAtApex(plan, observation) || plan.routing?.kind === 'unchanged') return undefined;
  const precedesOwn = observation.expected === undefined && hasHttpsRecord(plan);
  const records = recordsAtHost(plan, observation).filter(({ type }) => type === 'HTTPS');
  return records.flatMap((record) => {
    const elsewhere = targetElsewhere(record, observation);
    const effect = elsewhere ?? effectOf(record, observation);
    if (effect === undefined && !precedesOwn) return [];
    const where = `${describeRecord(record)}, ${onWhich(record, observation)}`;
    // Hints, ports and keys are tried first, and many browsers then fall back (RFC 9460 3).
    const isConflict = elsewhere !== undefined || precedesOwn;
    const severity = isConflict ? conflictSeverity(plan, observation) : 'warning';
    return finding(plan, 'stale-https-record', severity, {
      found: effect === undefined ? where : `${where}: it sends browsers to ${effect}`,
      why:
        effect === undefined
          ? 'the stack sets an HTTPS record of its own there, and the DNS host refuses a second one or serves both'
          : 'browsers prefer an HTTPS record to the addresses, so the new routing record would not decide where they go',
      fix: precedesOwn ? 'remove it; the stack sets its own' : 'remove it',
      records: [remove(record)],
    });
  });
};

/** RFC 9460 2.4: another target name, in alias or in service form. A malformed record is ignored (2.2). */
function targetElsewhere({ binding }: SeenRecord, { host, expected }: Observation): string | undefined {
  if (binding === undefined) return undefined;
  return ['', host, expected?.expected.target].includes(binding.target) ? undefined : binding.target;
}

/** RFC 9460 7: what describes the old server. Undefined: the record changes nothing of where browsers go. */
function effectOf({ binding }: SeenRecord, { expected }: Observation): string | undefined {
  const { ipv4hint, ipv6hint, port = '443', ech } = binding?.params ?? {};
  const hints = [ipv4hint, ipv6hint].flatMap((addresses) => addresses?.split(',') ?? []);
  const old = hints.filter((address) => !expected?.targetAddresses?.includes(address));
  if (old.length > 0) return list(old);
  if (port !== '443') return `port ${port}`;
  return ech === undefined ? undefined : 'the server with its ECH keys';
}

/** RFC 8555 8.3, RFC 8737 3: the authority connects to the host; where a DNS record proves control, no address is needed. */
export const addressMissing: Rule = (plan, observation) => {
  const { addresses, expected } = observation;
  const { authority, methods } = plan.issuance ?? ACM;
  if (methods.some(({ byRecordBelow }) => byRecordBelow)) return undefined;
  const isKept = plan.routing?.kind === 'unchanged';
  const [name, found] = isKept
    ? [plan.host, addresses]
    : [expected?.expected.target, expected?.targetAddresses];
  if (name === undefined || found === undefined || (!isFailed(found) && found.length > 0)) return undefined;
  const byMethod = `to validate it by ${list(methods.map(({ id }) => id))}`;
  if (isFailed(found)) {
    // CNAMEs that never end are a finding of their own.
    if (isUnreadWhole(plan, observation) || found.reason === 'cname-loop') return undefined;
    return finding(plan, 'dns-unreadable', 'blocked', {
      found: found.detail,
      why: `${authority.title} connects to ${plan.host} ${byMethod}, and gets the same`,
      fix: `have the servers that ${name} leads to respond`,
    });
  }
  return finding(plan, 'record-missing', 'blocked', {
    found: `${name} has no address`,
    why: `${authority.title} connects to ${plan.host} ${byMethod}`,
    fix: `set an A or AAAA record at ${name}, or validate by another method`,
  });
};

/** RFC 8555 8.4: the authority follows the CNAME. Where another method may be used, that one is left. */
export const challengeLost: Rule = (plan, observation) => {
  const { challenge } = observation;
  if (challenge === undefined) return undefined;
  const { name, record, failure, verdict, missing } = challenge;
  const isOnly = plan.issuance?.methods.every(({ byRecordBelow }) => byRecordBelow);
  const severity = isOnly ? 'blocked' : 'warning';
  if (verdict?.status === 'bogus') {
    const why = `${name} leads there, so that the certificate authority cannot read the record of dns-01`;
    return broken(plan, verdict.fault, why, severity);
  }
  if (failure !== undefined && missing === undefined) {
    if (isUnreadWhole(plan, observation)) return undefined;
    const where = record === undefined ? '' : `, which is a CNAME to ${record.value}`;
    return finding(plan, 'dns-unreadable', severity, {
      found: `TXT of ${name}${where} cannot be resolved: ${failure.detail}`,
      why: 'the certificate authority gets the same, so that no record of dns-01 can be read',
      fix: `have the servers that ${name} leads to respond, or remove its CNAME or NS records`,
      records: record && [remove(record)],
    });
  }
  if (missing === undefined || record === undefined) return undefined;
  return finding(plan, 'target-missing', severity, {
    found: `${record.name} is a CNAME to ${record.value}, and ${missing} is not in DNS`,
    why: 'the certificate authority follows it, so that no record of dns-01 can be read; whoever registers that domain gets certificates for the host',
    fix: 'remove the record, or point it to where the records of challenges are set',
    records: [remove(record)],
  });
};
