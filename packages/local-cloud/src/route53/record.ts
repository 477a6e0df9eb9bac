// Record sets: aws:route53/record:Record. terraform-provider-aws, internal/service/route53/record.go.
import { canonical, isWithin } from '@petstore/custom-domains/names';
import type { RecordArgs } from '@pulumi/aws/route53/record.js';
import { z } from 'zod';
import type { HostedZone } from '../dns/hosted-zones.ts';
import type { Dns } from '../dns/index.ts';
import { parseRdata } from '../dns/rdata.ts';
import { aliasType } from '../dns/zone.ts';
import type { ZoneRecord } from '../interfaces.ts';
import { defineHandler, type Handler } from '../resources/handler.ts';
import { argsOf, emulates, part } from '../schema.ts';
import { refuse, ServiceError } from '../service-error.ts';
import type { Guards } from './guards.ts';

/** The types of records, and of aliases: HTTPS for CloudFront only. */
const TYPES = ['A', 'AAAA', 'CNAME', 'HTTPS'] as const;

const recordInputs = argsOf<RecordArgs>()({
  zoneId: z.string().min(1).max(32),
  name: z.string(),
  type: emulates(TYPES, 'no program here declares such records'),
  ttl: z.int().min(0).max(2_147_483_647).optional(),
  records: z.array(z.string()).min(1).optional(),
  aliases: part<RecordArgs['aliases']>().optional(),
  allowOverwrite: z.boolean().optional(),
}).superRefine(({ type, ttl, records, aliases }, { addIssue }) => {
  const wrong = (path: string, message: string) => addIssue({ code: 'custom', path: [path], message });
  if ((records === undefined) === (aliases === undefined))
    wrong('records', 'exactly one of `aliases`, `records` must be specified');
  if (aliases !== undefined && ttl !== undefined) wrong('ttl', 'conflicts with aliases');
  if (type === 'CNAME' && (records?.length ?? 0) > 1) wrong('records', 'a CNAME has one value');
});
export type RecordInputs = z.infer<typeof recordInputs>;

export function recordHandler(dns: Dns, guards: Guards): Handler {
  const put = (inputs: RecordInputs, old?: RecordInputs) => {
    const zone = zoneOf(dns, inputs.zoneId);
    const name = fullName(inputs.name, zone);
    const replaces = replacedBy(inputs, name, old);
    if (inputs.records !== undefined && inputs.ttl === undefined) throw missingTtl(name, inputs.type);
    const served = acceptChange({ dns, guards, zone, name, inputs, replaces } satisfies Change);
    const computed = { fqdn: name, name: canonical(inputs.name) };
    if (old !== undefined && old.type !== inputs.type) dns.deleteRecord('route53', recordId(old));
    dns.putRecord({
      ...{ id: recordId(inputs), provider: 'route53', zoneId: zone.id, name, type: inputs.type },
      ...{ value: served.map(({ value }) => value).join(', '), served, computed },
      inputs: { ...inputs, name: computed.name },
    });
    return computed;
  };
  return defineHandler<RecordInputs, { fqdn: string; name: string }>({
    type: 'aws:route53/record:Record',
    inputs: recordInputs,
    replaceOn: ['zoneId', 'name'],
    computedInputs: ['allowOverwrite'],
    // StateFunc of `name`.
    comparedAs: { name: canonical },
    create: async (inputs) => ({ computed: put(inputs), id: recordId(inputs) }),
    // A change of the type happens in place and keeps the id, so the record is found by its last known type.
    read: async (id, _context, known) =>
      dns.record('route53', known === undefined ? id : recordId(known)) as
        | { inputs: RecordInputs; computed: { fqdn: string; name: string } }
        | undefined,
    update: async (_id, inputs, old) => put(inputs, old),
    async delete(_id, old) {
      if (dns.record('route53', recordId(old)) === undefined) return;
      const zone = zoneOf(dns, old.zoneId);
      const messages = guards.refusals(zone, [
        { name: fullName(old.name, zone), type: old.type, deletes: true },
      ]);
      if (messages.length > 0) throw new ServiceError('InvalidChangeBatch', `[${messages.join(', ')}]`);
      dns.deleteRecord('route53', recordId(old));
    },
  });
}

/** resourceRecordCreate: a CREATE, which fails where the set exists, or with `allowOverwrite` an UPSERT. */
function replacedBy(
  { type, allowOverwrite }: RecordInputs,
  name: string,
  old: RecordInputs | undefined,
): Change['replaces'] {
  if (old !== undefined) return { name, type: old.type };
  return allowOverwrite === true ? { name, type } : undefined;
}

function recordId({ zoneId, name, type }: RecordInputs): string {
  return `${zoneId}_${canonical(name)}_${type}`;
}

function missingTtl(name: string, type: string): ServiceError {
  const change = `[Action=CREATE, Name=${name}., Type=${type}, SetIdentifier=null]`;
  return new ServiceError('InvalidInput', `Invalid request: Missing field 'TTL' in Change with ${change}`);
}

// Route 53's checks of a record set: InvalidChangeBatch, with the service's own messages.

/** A change of one record set; `name` is full and canonical. */
interface Change {
  readonly dns: Dns;
  readonly guards: Guards;
  readonly zone: HostedZone;
  readonly name: string;
  readonly inputs: RecordInputs;
  /** The set that it replaces, which does not conflict. */
  readonly replaces?: { readonly name: string; readonly type: string };
}

/** An alias has no TTL of its own: queries get its target's. */
const NO_TTL_OF_ITS_OWN = 2 ** 31 - 1;

/** The provider accepts an id with its path too (cleanZoneID). */
export function zoneOf(dns: Dns, id: string): HostedZone {
  return (
    dns.zone('route53', id.replace(/^\/hostedzone\//, '')) ??
    refuse('NoSuchHostedZone', `No hosted zone found with ID: ${id}`, 404)
  );
}

/** The provider's rule: it appends the zone's name to a name that does not end with it. */
export function fullName(name: string, zone: HostedZone): string {
  const bare = canonical(name);
  if (bare.endsWith(zone.name)) return bare;
  return bare === '' ? zone.name : `${bare}.${zone.name}`;
}

/** The records to serve; throws one InvalidChangeBatch with every message. */
function acceptChange(change: Change): ZoneRecord[] {
  const { inputs, name, zone, replaces } = change;
  const { type, records = [], aliases = [], ttl = 0 } = inputs;
  const values = records.map((record) => ({ record, rdata: parseRdata(type, record) }));
  const deleted = replaces && replaces.type !== type ? [{ ...replaces, deletes: true }] : [];
  const messages = [
    ...change.guards.refusals(zone, [...deleted, { name, type }]),
    ...nameMessages(change),
    ...values.flatMap(({ record, rdata }) =>
      typeof rdata === 'string' ? [badValue(type, record, rdata)] : [],
    ),
    ...aliases.flatMap((alias) => aliasMessages(change, canonical(alias.name), alias.zoneId)),
  ];
  if (messages.length > 0)
    throw new ServiceError(
      'InvalidChangeBatch',
      `[${messages.join(', ')}]${change.dns.foreignHint(zone, name)}`,
    );
  const target = aliases.map((alias) => {
    return { name, type: aliasType(type), ttl: NO_TTL_OF_ITS_OWN, value: canonical(alias.name) };
  });
  const own = values.flatMap(({ rdata }) => (typeof rdata === 'string' ? [] : [rdata.value]));
  return [...own.map((value) => ({ name, type, ttl, value })), ...target];
}

function nameMessages({ dns, zone, name, inputs: { type }, replaces }: Change): string[] {
  const set = `RRSet of type ${type} with DNS name ${name}.`;
  const isReplaced = (one: { name: string; type: string }) =>
    replaces !== undefined && one.name === replaces.name && one.type === replaces.type;
  const own = dns.recordsAt(zone, name).filter((one) => !isReplaced(one));
  const types = new Set([...own, ...dns.foreign(zone, name), ...apexSets(zone, name)].map((one) => one.type));
  if (!isWithin(name, zone.name))
    return [`RRSet with DNS name ${name}. is not permitted in zone ${zone.name}.`];
  if (types.has(type))
    return [`Tried to create resource record set [name='${name}.', type='${type}'] but it already exists`];
  if (type === 'CNAME' && name === zone.name)
    return [`${set} is not permitted at apex in zone ${zone.name}.`];
  if (type === 'CNAME' && types.size > 0)
    return [
      `${set} is not permitted as it conflicts with other records with the same DNS name in zone ${zone.name}.`,
    ];
  if (!types.has('CNAME')) return [];
  return [
    `${set} is not permitted because a conflicting RRSet of type CNAME with the same DNS name already exists in zone ${zone.name}.`,
  ];
}

/** The sets that Route 53 itself creates at every apex. */
function apexSets(zone: HostedZone, name: string): { type: string }[] {
  return name === zone.name ? [{ type: 'SOA' }, { type: 'NS' }] : [];
}

const BAD_ADDRESSES: Readonly<Record<string, string>> = {
  A: 'ARRDATAIllegalIPv4Address (Value is not a valid IPv4 address)',
  AAAA: 'AAAARRDATAIllegalIPv6Address (Value is not a valid IPv6 address)',
};

function badValue(type: string, value: string, problem: string): string {
  const reason = BAD_ADDRESSES[type] ?? `${type}RRDATAIllegal (${problem})`;
  return `Invalid Resource Record: 'FATAL problem: ${reason} encountered with '${value}''`;
}

/** An alias's zone id must be that of its target's zone, and the target must exist. */
function aliasMessages({ dns, zone, inputs: { type } }: Change, target: string, zoneId: string): string[] {
  const message = (what: string) =>
    `Tried to create an alias that targets ${target}., type ${type} in zone ${zoneId}, ${what}`;
  const platform = dns.platformName(target);
  // aws/aws-cdk#38407: of the platform's names, only those of CloudFront have an HTTPS record to follow.
  if (platform !== undefined && type === 'HTTPS' && platform.https === undefined)
    return [message('but that target was not found')];
  if (platform !== undefined && (platform.aliasZoneId ?? zoneId) === zoneId) return [];
  const inside = zoneId === zone.id && isWithin(target, zone.name);
  const found = dns.recordsAt(zone, target).some((record) => record.type === type);
  return [
    ...(inside ? [] : [message('but the alias target name does not lie within the target zone')]),
    ...(inside && found ? [] : [message('but that target was not found')]),
  ];
}
