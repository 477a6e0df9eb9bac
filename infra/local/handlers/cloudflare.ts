// Cloudflare's DNS records: cloudflare:index/dnsRecord:DnsRecord.
import { randomBytes } from 'node:crypto';
import type { DnsRecordArgs } from '@pulumi/cloudflare/dnsRecord.js';
import { z } from 'zod';
import type { HostedRecord, HostedZone } from '../dns/hosted.ts';
import { RECORD_TYPES } from '../dns/rdata.ts';
import type { HostedDns } from '../dns/world.ts';
import { defineHandler, type Handler } from '../handler.ts';
import { ServiceError } from '../service-error.ts';
import { argsOf } from './args.ts';
import { fullName, isProxiable, recordValue, refuseConflict, served } from './cloudflare-record.ts';

const number16 = z.int().min(0).max(65_535);
const TYPES = RECORD_TYPES.filter((type) => type !== 'SOA' && type !== 'DNAME');

const inputs = argsOf<DnsRecordArgs>()({
  zoneId: z.string(),
  name: z.string().min(1),
  type: z.string().toUpperCase().pipe(z.enum(TYPES)),
  ttl: z.number(),
  content: z.string().optional(),
  data: z
    .strictObject({
      ...{ flags: z.coerce.number().int().min(0).max(255), tag: z.string(), value: z.string() },
      ...{ priority: number16, weight: number16, port: number16, target: z.string() },
    })
    .partial()
    .optional(),
  priority: number16.optional(),
  proxied: z.boolean().default(false),
  comment: z.string().max(500).optional(),
  tags: z.array(z.string()).optional(),
  settings: z
    .strictObject({ flattenCname: z.boolean(), ipv4Only: z.boolean(), ipv6Only: z.boolean() })
    .partial()
    .optional(),
}).superRefine(({ content, data, proxied, ttl }, { addIssue }) => {
  if (content !== undefined && data !== undefined) {
    addIssue({ code: 'custom', path: ['content'], message: 'cannot be set together with data' });
  }
  if (proxied && ttl !== 1) {
    addIssue({ code: 'custom', path: ['ttl'], message: 'ttl must be set to 1 when `proxied` is true' });
  }
});
export type DnsRecordInputs = z.infer<typeof inputs>;

interface DnsRecordComputed {
  readonly createdOn: string;
  readonly modifiedOn: string;
  readonly commentModifiedOn?: string;
  readonly proxiable: boolean;
  readonly meta: string;
  readonly settings: object;
  readonly tags: readonly string[];
}

export function defineCloudflareHandlers(dns: HostedDns): readonly Handler[] {
  const stored = (id: string) => dns.zones.get('cloudflare', id) as StoredRecord | undefined;
  const put = (id: string, given: DnsRecordInputs) => {
    const record = hostedRecord(dns, id, given, stored(id)?.computed.createdOn);
    dns.zones.put(record);
    return record.computed;
  };
  return [
    defineHandler<DnsRecordInputs, DnsRecordComputed>({
      type: 'cloudflare:index/dnsRecord:DnsRecord',
      inputs,
      replaceOn: ['zoneId', 'type'],
      async create(given) {
        const id = randomBytes(16).toString('hex');
        return { id, computed: put(id, given) };
      },
      read: async (id) => stored(id),
      async update(id, given) {
        if (stored(id) === undefined) throw new ServiceError('81044', 'Record does not exist.', 404);
        return put(id, given);
      },
      delete: async (id) => dns.zones.delete('cloudflare', id),
    }),
  ];
}

interface StoredRecord extends HostedRecord {
  readonly inputs: DnsRecordInputs;
  readonly computed: DnsRecordComputed;
}

function hostedRecord(dns: HostedDns, id: string, given: DnsRecordInputs, createdOn?: string): StoredRecord {
  const zone = zoneOf(dns, given.zoneId);
  const name = fullName(given.name, zone);
  const value = recordValue(given, name);
  refuseConflict(given.type, value, others(dns, zone, name, id));
  const now = new Date().toISOString();
  const { type, comment, settings = {}, tags = [] } = given;
  return {
    ...{ id, provider: 'cloudflare', zoneId: zone.id, name, type, value, inputs: given },
    served: served(given, zone, name, value),
    computed: {
      ...{
        createdOn: createdOn ?? now,
        modifiedOn: now,
        proxiable: isProxiable(type),
        meta: '{}',
        settings,
        tags,
      },
      ...(comment === undefined ? {} : { commentModifiedOn: now }),
    },
  };
}

function others(
  dns: HostedDns,
  zone: HostedZone,
  name: string,
  id: string,
): { type: string; value: string }[] {
  const own = dns.zones.recordsAt(zone, name).filter((record) => record.id !== id);
  return [...own, ...dns.foreign(zone, name)];
}

/** As the API answers for an id that is not 32 hex digits, and for one that it does not know. */
function zoneOf(dns: HostedDns, id: string): HostedZone {
  const zone = dns.zones.find('cloudflare', id);
  if (zone !== undefined) return zone;
  if (/^[0-9a-f]{32}$/.test(id)) throw new ServiceError('1001', 'Invalid zone identifier', 404);
  throw new ServiceError(
    '7003',
    `Could not route to /client/v4/zones/${id}/dns_records, perhaps your object identifier is invalid?`,
    404,
  );
}
