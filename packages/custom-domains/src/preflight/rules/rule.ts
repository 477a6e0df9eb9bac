// What the rules share: which server has which record at the host, how findings are built, how severe a conflict is.
import { dnsHostOfServer } from '../../dns-hosts/list.ts';
import { type HostSpec, routingType } from '../../dns-hosts/zone.ts';
import { RECORD_TTL } from '../../names/record-ttl.ts';
import type { Finding, FindingText, RecordChange, Severity } from '../finding.ts';
import type { HostView, Observation, Responder } from '../observation/observation.ts';
import { type DnsRecord, isConclusive, type RecordData, recordsAt } from '../reader/answer.ts';

/** A rule is a pure function from the plan and the observation of a host to what it finds. */
export type Rule = (plan: HostSpec, observation: Observation) => Finding | Finding[] | undefined;

/** Several rules need the same of a host, one after the other: it is worked out once. */
export function once<T>(work: (plan: HostSpec, observation: Observation) => T): typeof work {
  let last: { plan: HostSpec; observation: Observation; result: T } | undefined;
  return (plan, observation) => {
    if (last?.observation !== observation || last.plan !== plan)
      last = { plan, observation, result: work(plan, observation) };
    return last.result;
  };
}

export interface SeenRecord extends DnsRecord {
  readonly servers: readonly string[];
}

export function add(name: string, type: string, value: string, ttl = RECORD_TTL): RecordChange {
  return { action: 'add', name, type, value, ttl };
}

export function addAddress(name: string, address: string): RecordChange {
  return add(name, address.includes(':') ? 'AAAA' : 'A', address);
}

export function remove({ name, type, value, ttl }: RecordData): RecordChange {
  return { action: 'remove', name, type, value, ttl };
}

export function finding(
  { host }: Pick<HostSpec, 'host'>,
  code: Finding['code'],
  severity: Severity,
  { records = [], ...text }: FindingText & { readonly records?: readonly RecordChange[] },
): Finding {
  return { code, severity, host, ...text, records };
}

/** What the routing record points to; undefined: the host is not deployed, or that is not known yet. */
export function targetOf({ expected }: Observation): string | undefined {
  return expected?.expected.target;
}

export function routingRecord(plan: HostSpec, observation: Observation, target: string): RecordChange {
  const type = routingType({ apex: isAtApex(plan, observation), zone: plan.zone });
  return add(plan.host, type, target, plan.ttl);
}

export function isAddress(type: string): boolean {
  return type === 'A' || type === 'AAAA';
}

/** Each server was queried for that type at the host, and responded; beside a CNAME there is nothing to query for. */
export function isRead({ views }: Observation, type: string): boolean {
  const isAnswered = ({ answers }: HostView) => {
    const answer = answers[type] ?? answers.CNAME;
    return answer !== undefined && isConclusive(answer);
  };
  return views.length > 0 && views.every(isAnswered);
}

/** How severe a conflicting record is. The owner of an external host keeps serving from the old place until the new record is known and
 * time has passed to set it, so the old one blocks nothing before. */
export function conflictSeverity(plan: HostSpec, observation: Observation): Severity {
  return isOwnersTurn(plan, observation) ? 'warning' : 'blocked';
}

/** How severe the absence of the routing record is: it is expected while the owner of an external host has yet to set it. */
export function routingSeverity(plan: HostSpec, observation: Observation): Severity {
  return isOwnersTurn(plan, observation) ? 'info' : 'blocked';
}

/** How severe a wrong or missing validation record is. A verification requires it in any case, and another value is never expected. */
export function validationSeverity(plan: HostSpec, hasAnother: boolean): Severity {
  return isUnverified(plan) && !hasAnother ? 'info' : 'warning';
}

function isOwnersTurn(plan: HostSpec, { expected: deployed }: Observation): boolean {
  if (plan.zone.provider !== 'external') return false;
  return !plan.zone.verified || deployed?.expected.routingAwaited === true;
}

export function isUnverified({ zone }: HostSpec): boolean {
  return zone.provider === 'external' && !zone.verified;
}

/** The zone that was read is where the host's records are set: the declared one, or any for an external host. */
export function isReadInPlace(plan: HostSpec, observation: Observation): boolean {
  if (observation.cut.kind !== 'zone') return false;
  return plan.zone.provider === 'external' || plan.zone.name === observation.cut.name;
}

/** The host is the top name of a zone, so it has SOA and NS records and cannot be a CNAME (RFC 1034 3.6.2). */
export function isAtApex(plan: HostSpec, observation: Observation): boolean {
  return plan.apex || (observation.cut.kind === 'zone' && observation.cut.name === plan.host);
}

export const NO_TRAFFIC = 'no traffic reaches the site by this name';

/** What the owner of an external host at an apex needs, as a clause; a declared zone's DNS host has it. */
export function aliasNeeded({ host }: HostSpec): string {
  return `its DNS host must offer ALIAS, ANAME or CNAME flattening; else use a subdomain such as www.${host}`;
}

/** The host is to be a CNAME, or an alias at an apex: what the rules on conflicts are about. */
export function isRoutedByName({ routing }: HostSpec): boolean {
  return routing === undefined || routing.kind === 'name';
}

/** A DNAME above the host, which redirects queries for it (RFC 6672). */
export function dnameAbove(observation: Observation): DnsRecord | undefined {
  for (const { answers } of observation.views)
    for (const answer of Object.values(answers)) {
      const dname = isConclusive(answer) ? answer.chain.find(({ type }) => type === 'DNAME') : undefined;
      if (dname !== undefined) return dname;
    }
  return undefined;
}

/** Records at the host itself, on any server; none where a wildcard or a DNAME synthesised them. */
export const recordsAtHost = once((plan, observation): SeenRecord[] => {
  if (!isReadInPlace(plan, observation) || dnameAbove(observation)) return [];
  const found = new Map<string, { record: DnsRecord; servers: Set<string> }>();
  for (const view of observation.views.filter(({ wildcard }) => wildcard === undefined)) {
    for (const record of Object.values(view.answers).flatMap((answer) => recordsAt(answer, plan.host))) {
      const key = `${record.type} ${record.value}`;
      const entry = found.get(key) ?? { record, servers: new Set() };
      found.set(key, { record: entry.record, servers: entry.servers.add(view.server) });
    }
  }
  return [...found.values()].map(({ record, servers }) => ({ ...record, servers: [...servers] }));
});

export function knowsType({ answers }: HostView, type: string): boolean {
  return answers[type] !== undefined || answers.CNAME?.kind === 'no-such-name';
}

/** `on both of its servers`, `on ns1.example (192.0.2.1) only`; without `only` where no other server was queried. */
export function onWhich({ type, servers }: SeenRecord, observation: Observation): string {
  if (observation.resolverOnly) return 'at the resolver';
  const all = observation.views.length;
  const queried = observation.views.filter((view) => knowsType(view, type)).length;
  if (servers.length < queried) return `on ${servers.join(' and ')} only`;
  if (queried < all) return `on ${servers.join(' and ')}`;
  if (all === 1) return 'on its server';
  return all === 2 ? 'on both of its servers' : `on all ${all} of its servers`;
}

/** `A 192.0.2.1 (TTL 300)`. */
export function describeRecord({ type, value, ttl }: RecordData): string {
  return `${type} ${value} (TTL ${ttl})`;
}

export function removalsOf(findings: readonly Finding[]): RecordChange[] {
  return findings.flatMap(({ records }) => records.filter(({ action }) => action === 'remove'));
}

/** Describes each record once, as several findings can be about the same record. */
export function describeRecords(records: readonly RecordChange[]): string[] {
  return [...new Set(records.map(describeRecord))];
}

/** `a`, `a and b`, `a, b and c`. */
export function list(items: readonly string[]): string {
  if (items.length < 2) return items.join('');
  return `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}

/** What responds for the host where it has addresses of its target, and is something else; undefined where nothing shows that. Until it is
 * attached, nothing has to respond. */
export function otherResponder({ expected }: Observation): Exclude<Responder, 'unknown'> | undefined {
  const { responder = 'unknown', expected: { kind, attached } = {} } = expected ?? {};
  if (responder === 'unknown' || responder === kind) return undefined;
  return responder === 'none' && attached !== true ? undefined : responder;
}

/** The addresses at the host are those of an alias to the target. Below an apex too, where a DNS host offers that or flattens every CNAME,
 * and all of them are the target's; the stack sets a CNAME at Route 53, which cannot be beside any. */
export function isAliased(plan: HostSpec, observation: Observation): boolean {
  const { hostAddresses = [], targetAddresses = [] } = observation.expected ?? {};
  if (isAtApex(plan, observation)) return sharesAddresses(observation);
  const areTargets = hostAddresses.every((address) => targetAddresses.includes(address));
  const areAlone = recordsAtHost(plan, observation).every(({ type }) => isAddress(type));
  return plan.zone.provider !== 'route53' && areAlone && areTargets && sharesAddresses(observation);
}

/** A zone at Cloudflare that flattens every CNAME (`flatten_all_cnames`): the validation record's name exists, and has nothing. */
export function isFlattening({ zone, expected }: Observation): boolean {
  const servers = zone?.delegation.kind === 'delegated' ? zone.delegation.nameServers : [];
  const isCloudflare = servers.length > 0 && servers.every((name) => dnsHostOfServer(name) === 'cloudflare');
  return isCloudflare && expected?.isEmptyName === true;
}

/** Whether the host and the target share addresses, both read from one resolver: a flattened CNAME or an alias. */
export function sharesAddresses(observation: Observation): boolean {
  const { hostAddresses = [], targetAddresses = [] } = observation.expected ?? {};
  return hostAddresses.some((address) => targetAddresses.includes(address));
}
