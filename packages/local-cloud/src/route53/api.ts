// Route 53's API, for what no provider reads or sets: hosted zones with their change guardrails, and record set protections. Members and
// words: botocore 1.44.8 (2026-11-20), route53/2013-04-01/service-2.json. What an error lists as `Errors` is in its message here.
import { canonical, isWithin } from '@petstore/custom-domains/names';
import type { HostedZone } from '../dns/hosted-zones.ts';
import type { Dns } from '../dns/index.ts';
import { type Api, escapeXml } from '../endpoint/index.ts';
import { refuse, ServiceError } from '../service-error.ts';
import { type Guards, keyOf, type SetKey } from './guards.ts';
import { zoneOf } from './record.ts';

const TYPES = 'SOA A TXT NS CNAME MX NAPTR PTR SRV SPF AAAA CAA DS TLSA SSHFP SVCB HTTPS'.split(' ');
const MOST_ENTRIES = 100;
const PAGE = 300;
const LONGEST_COMMENT = 256;

const ALWAYS_ON = ['NS_FORMAT_CHECK', 'NS_DELEGATION_AUTHORITY_CHECK'];
/** Every zone here is of the tier that offers all of them, off until someone turns them on. */
const OPTIONAL = [
  'NS_OCCLUSION_CHECK',
  'ALIAS_TARGET_CHECK',
  'ACTIVE_RECORD_CHECK',
  'ACTIVE_DELEGATION_CHECK',
];

interface Call extends Guards {
  readonly zone: HostedZone;
  readonly query: URLSearchParams;
  readonly text: string;
}

/** By the method and what is behind the zone's path: the name of the operation, and what it does, resulting in its output. */
const OPERATIONS: Readonly<Record<string, readonly [name: string, (call: Call) => object]>> = {
  'GET ': ['GetHostedZone', withFeatures],
  'GET /rrsetprotection': ['ListResourceRecordSetProtections', listed],
  'POST /rrsetprotection': ['CreateResourceRecordSetProtections', protect],
  'POST /rrsetprotection/delete': ['DeleteResourceRecordSetProtections', lift],
  'POST /features': ['UpdateHostedZoneFeatures', turn],
};

export function createApi(dns: Dns, guards: Guards): Api {
  return {
    protocol: 'query',
    async call({ method, path, message, body }) {
      const [, id, rest] = /^\/2013-04-01\/hostedzone\/?([^/]*)(.*)$/.exec(path) ?? [];
      if (id === '' && method === 'GET') {
        const HostedZone = dns.zones.filter(({ provider }) => provider === 'route53').map(described);
        return xml({ ListHostedZonesResponse: { HostedZones: { HostedZone } } });
      }
      const [name, operation] = OPERATIONS[`${method} ${rest}`] ?? [];
      if (!id || !operation) return refuse('InvalidAction', `${method} ${path} is not emulated`);
      const query = new URLSearchParams(message.url?.split('?')[1]);
      return xml({
        [`${name}Response`]: operation({ ...guards, zone: zoneOf(dns, id), query, text: String(body) }),
      });
    },
  };
}

function described({ id, name }: HostedZone) {
  return { Id: `/hostedzone/${id}`, Name: `${name}.`, CallerReference: id, Config: { PrivateZone: 'false' } };
}

function withFeatures({ zone, guardrails }: Call) {
  const on = [...ALWAYS_ON, ...(guardrails.get(zone.id) ?? [])];
  const ChangeGuardrail = [...ALWAYS_ON, ...OPTIONAL].map((Name) => {
    return { Name, Status: on.includes(Name) ? 'ENABLED' : 'DISABLED' };
  });
  return {
    HostedZone: { ...described(zone), Features: { ChangeGuardrails: { ChangeGuardrail } } },
    DelegationSet: { NameServers: { NameServer: zone.nameServers } },
  };
}

function listed({ zone, protections, query }: Call) {
  const all = protections.entries().filter(([, { zoneId }]) => zoneId === zone.id);
  const sorted = all.sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
  const start = Number(query.get('nexttoken') ?? 0);
  const end = start + Math.min(Number(query.get('maxresults') ?? PAGE), PAGE);
  const ResourceRecordSetProtection = sorted.slice(start, end).map(({ name, type, comment }) => {
    return { RecordName: `${name}.`, RecordType: type, Comment: comment };
  });
  const NextToken = end < sorted.length ? String(end) : undefined;
  return { ResourceRecordSetProtections: { ResourceRecordSetProtection }, NextToken };
}

/** All of them, or none. */
function protect({ zone, protections, text }: Call) {
  const zoneId = zone.id;
  const entries = setsIn(text, 'ResourceRecordSetProtectionConfig').map((one) => ({ ...one, zoneId }));
  const keys = entries.map((one) => keyOf(zoneId, one));
  const isWrong = ({ name, type, comment = '' }: (typeof entries)[number], index: number) =>
    !isWithin(name, zone.name) ||
    !TYPES.includes(type) ||
    comment.length > LONGEST_COMMENT ||
    keys.indexOf(keys[index] as string) < index;
  const known = entries.filter((one) => protections.get(keyOf(zoneId, one)));
  assertNone('InvalidInput', entries.filter(isWrong));
  if (known.length === entries.length)
    throw new ServiceError('ProtectionAlreadyExists', `exists for ${textOf(known)}`, 409);
  assertNone('ProtectionAlreadyExists', known);
  for (const one of entries) protections.set(keyOf(zoneId, one), one);
  return {};
}

/** All of them, or none. */
function lift({ zone: { id }, protections, text }: Call) {
  const sets = setsIn(text, 'ResourceRecordSetProtectionKey');
  const missing = sets.filter((one) => !protections.get(keyOf(id, one)));
  assertNone('ProtectionNotFound', missing);
  for (const one of sets) protections.delete(keyOf(id, one));
  return {};
}

/** Those that are not given keep their status. */
function turn({ zone: { id }, guardrails, text }: Call) {
  const given = elements(text, 'ChangeGuardrail');
  const changes = new Map(given.map((one) => [one('Name') ?? '', one('Status') === 'ENABLED']));
  const before = guardrails.get(id) ?? [];
  const wrong = [...changes].filter(
    ([name, on]) => !OPTIONAL.includes(name) && !(on && ALWAYS_ON.includes(name)),
  );
  if (wrong.length > 0) throw new ServiceError('InvalidInput', `cannot be turned so: ${wrong.join('; ')}`);
  const on = OPTIONAL.filter((name) => changes.get(name) ?? before.includes(name));
  if (!text.includes('<DryRun>true<')) guardrails.set(id, on);
  return {};
}

const textOf = (sets: readonly SetKey[]) => sets.map(({ name, type }) => `${name}. ${type}`).join(', ');

function assertNone(code: string, failed: readonly SetKey[]): void {
  if (failed.length > 0)
    throw new ServiceError('InvalidResourceRecordSetProtectionBatch', `${code} of ${textOf(failed)}`);
}

/** What an element has as a member. */
type Element = (member: string) => string | undefined;

function setsIn(text: string, name: string) {
  const given = elements(text, name);
  if (given.length < 1 || given.length > MOST_ENTRIES)
    throw new ServiceError('InvalidInput', `1 to ${MOST_ENTRIES} are taken, not ${given.length}`);
  return given.map((one) => {
    return {
      name: canonical(one('RecordName') ?? ''),
      type: one('RecordType') ?? '',
      comment: one('Comment'),
    };
  });
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function elements(text: string, name: string): Element[] {
  const inner = text.split(`<${name}>`).slice(1);
  return inner.map((one) => (member) => {
    const [, value] = new RegExp(`<${member}>([^<]*)<`).exec(one) ?? [];
    return value?.replace(/&(\w+);/g, (all, entity) => ENTITIES[entity] ?? all);
  });
}

/** The members in their order; one with a list is repeated, one without a value is left out. */
function xml(value: object | string): string {
  if (typeof value === 'string') return escapeXml(value);
  return Object.entries(value)
    .flatMap(([name, member]) => [member].flat().map((one) => [name, one] as const))
    .map(([name, one]) => (one === undefined ? '' : `<${name}>${xml(one)}</${name}>`))
    .join('');
}
