// DNS records (cloudflare:index/dnsRecord:DnsRecord), of the types that programs here declare, as full names. Error codes and wording:
// developers.cloudflare.com/dns/manage-dns-records/troubleshooting, and responses of the API; what a plan compares:
// terraform-provider-cloudflare, internal/services/dns_record (custom.go, ModifyPlan, and schema.go).
import { randomBytes } from 'node:crypto';
import { canonical, isWithin } from '@petstore/custom-domains/names';
import type { DnsRecordArgs } from '@pulumi/cloudflare/dnsRecord.js';
import { z } from 'zod';
import type { HostedRecord, HostedZone } from '../dns/hosted-zones.ts';
import type { Dns } from '../dns/index.ts';
import { nameProblem } from '../dns/presentation.ts';
import { parseRdata } from '../dns/rdata.ts';
import { aliasType } from '../dns/zone.ts';
import type { ZoneRecord } from '../interfaces.ts';
import type { Quotas } from '../quotas.ts';
import { defineHandler, type Handler } from '../resources/handler.ts';
import { argsOf, emulates, notEmulated } from '../schema.ts';
import { ServiceError } from '../service-error.ts';

const dnsRecordInputs = argsOf<DnsRecordArgs>()({
  zoneId: z.string(),
  name: z.string().min(1),
  type: emulates(['A', 'AAAA', 'CNAME', 'HTTPS'], 'no program here declares such records'),
  ttl: z.number().refine((ttl) => ttl === 1 || (ttl >= 60 && ttl <= 86_400), {
    message: '9021: Invalid TTL. Must be between 60 and 86400 seconds, or 1 for Automatic.',
  }),
  content: z.string().optional(),
  data: z.strictObject({ priority: z.number(), target: z.string(), value: z.string() }).optional(),
  proxied: z.literal(false, notEmulated('a proxied record', 'there is no edge here')).default(false),
  comment: z.string().optional(),
}).refine(({ content, data }) => content === undefined || data === undefined, {
  message: 'content cannot be set together with data',
});
export type DnsRecordInputs = z.infer<typeof dnsRecordInputs>;

/** The content that data represent. The API returns host names without their final dot (cloudflare/terraform-provider-cloudflare#7286). */
function textOf({ data }: DnsRecordInputs): string | undefined {
  return data && `${data.priority} ${data.target} ${data.value}`;
}

interface StoredRecord extends HostedRecord {
  readonly inputs: DnsRecordInputs;
  readonly computed: {
    readonly createdOn: string;
    readonly modifiedOn: string;
    readonly proxiable: boolean;
    readonly content?: string;
  };
}

export function dnsRecordHandler(dns: Dns, quotas: Quotas): Handler {
  const stored = (id: string) => dns.record('cloudflare', id) as StoredRecord | undefined;
  const assertStored = (id: string) => {
    if (stored(id) === undefined) throw new ServiceError('81044', 'Record does not exist.', 404);
  };
  const put = (id: string, given: DnsRecordInputs) => {
    const record = hostedRecord(dns, id, given, stored(id)?.computed.createdOn);
    dns.putRecord(record);
    return record.computed;
  };
  return defineHandler<DnsRecordInputs, StoredRecord['computed']>({
    type: 'cloudflare:index/dnsRecord:DnsRecord',
    inputs: dnsRecordInputs,
    replaceOn: ['zoneId', 'type'],
    computedInputs: ['content'],
    framework: true,
    async create(given) {
      const zone = zoneOf(dns, given.zoneId, '/dns_records');
      quotas.assert('cloudflare-records', dns.recordsOf(zone).length + 1);
      const id = randomBytes(16).toString('hex');
      return { id, computed: put(id, given) };
    },
    read: async (id, _context, known) => (known === undefined ? imported(stored, id) : stored(id)),
    async update(id, given) {
      assertStored(id);
      return put(id, given);
    },
    // The provider reports the 404 as any error (v5.22.0, internal/services/dns_record/resource.go).
    async delete(id) {
      assertStored(id);
      dns.deleteRecord('cloudflare', id);
    },
  });
}

/** An import names it by `<zone_id>/<dns_record_id>`: terraform-provider-cloudflare, internal/services/dns_record/resource.go. */
function imported(stored: (id: string) => StoredRecord | undefined, path: string): StoredRecord | undefined {
  const [zoneId, id, ...rest] = path.split('/');
  if (id === undefined || rest.length > 0)
    throw new Error(`invalid ID: expected urlencoded segments "<zone_id>/<dns_record_id>", got "${path}"`);
  const record = stored(id);
  return record?.zoneId === zoneId ? record : undefined;
}

function hostedRecord(dns: Dns, id: string, inputs: DnsRecordInputs, createdOn?: string): StoredRecord {
  const zone = zoneOf(dns, inputs.zoneId, '/dns_records');
  const { type } = inputs;
  const name = fullName(inputs.name, zone);
  const value = recordValue(inputs, name);
  const own = dns.recordsAt(zone, name).filter((record) => record.id !== id);
  refuseConflict(type, value, [...own, ...dns.foreign(zone, name)]);
  const now = new Date().toISOString();
  return {
    ...{ id, provider: 'cloudflare', zoneId: zone.id, name, type, value, inputs },
    served: served(inputs, zone, name, value),
    computed: {
      createdOn: createdOn ?? now,
      modifiedOn: now,
      proxiable: ['A', 'AAAA', 'CNAME'].includes(type),
      ...(inputs.content === undefined && { content: textOf(inputs) }),
    },
  };
}

/** Throws the API's errors: one for an id that is not 32 hex digits, another for an unknown one. `path`: of the call, below the zone. */
export function zoneOf(dns: Dns, id: string, path = ''): HostedZone {
  const zone = dns.zone('cloudflare', id);
  if (zone !== undefined) return zone;
  if (/^[0-9a-f]{32}$/.test(id)) throw new ServiceError('1001', 'Invalid zone identifier', 404);
  const what = `/client/v4/zones/${id}${path}`;
  const message = `Could not route to ${what}, perhaps your object identifier is invalid?`;
  throw new ServiceError('7003', message, 404);
}

/** The API appends the zone's name to any name that does not end with it, a foreign one too. */
function fullName(name: string, zone: HostedZone): string {
  const bare = canonical(name);
  const full = isWithin(bare, zone.name) ? bare : `${bare}.${zone.name}`;
  if (nameProblem(full) !== undefined) throw new ServiceError('9000', 'DNS name is invalid.');
  return full;
}

const CONTENT_CODES: Readonly<Record<string, string>> = { AAAA: '9006', CNAME: '9007' };

/** The RDATA in canonical form; throws the API's refusal of the content. */
function recordValue(inputs: DnsRecordInputs, name: string): string {
  const { type, content = textOf(inputs) ?? '' } = inputs;
  const rdata = parseRdata(type, content);
  if (typeof rdata === 'string') {
    const version = { A: 4, AAAA: 6, CNAME: undefined, HTTPS: undefined }[type];
    const what = version === undefined ? 'is invalid' : `must be a valid IPv${version} address`;
    throw new ServiceError(CONTENT_CODES[type] ?? '9005', `Content for ${type} record ${what}.`);
  }
  if (type === 'CNAME' && rdata.value === name)
    throw new ServiceError('9039', 'CNAME content cannot reference itself.');
  return rdata.value;
}

/** The TTL that queries get for TTL 1 ("automatic"). */
const AUTOMATIC_TTL = 300;

function served(
  { type, ttl: given }: DnsRecordInputs,
  zone: HostedZone,
  name: string,
  value: string,
): ZoneRecord[] {
  const ttl = given === 1 ? AUTOMATIC_TTL : given;
  if (type !== 'CNAME' || name !== zone.name) return [{ name, type, ttl, value }];
  return ['A', 'AAAA'].map((address) => ({ name, type: aliasType(address), ttl, value }));
}

/** Refuses what Cloudflare does not store beside `others`, the records at the same name. */
function refuseConflict(
  type: string,
  value: string,
  others: readonly { type: string; value: string }[],
): void {
  const has = (...types: string[]) => others.some((other) => types.includes(other.type));
  if (type === 'CNAME' && has('A', 'AAAA', 'CNAME'))
    throw sameName('81053', 'An A, AAAA, or CNAME record with that host already exists.');
  if ((type === 'A' || type === 'AAAA') && has('CNAME'))
    throw sameName('81054', 'A CNAME record with that host already exists.');
  if (others.some((other) => other.type === type && other.value === value))
    throw new ServiceError('81058', 'An identical record already exists.');
  if (has('NS')) throw new ServiceError('81056', 'NS records with that host already exist.');
}

const SAME_NAME =
  'For more details, refer to <https://developers.cloudflare.com/dns/manage-dns-records/troubleshooting/records-with-same-name/>.';

const sameName = (code: string, message: string) => new ServiceError(code, `${message} ${SAME_NAME}`);
