// The inputs of Cloudflare's DNS records, and of the look-up of a zone.
import type { DnsRecordArgs } from '@pulumi/cloudflare/dnsRecord.js';
import type { GetDnsRecordsArgs } from '@pulumi/cloudflare/getDnsRecords.js';
import type { GetZoneArgs } from '@pulumi/cloudflare/getZone.js';
import { z } from 'zod';
import { RECORD_TYPES } from '../dns/rdata.ts';
import { argsOf, emulates, needed } from '../schema.ts';

const number16 = z.int().min(0).max(65_535);
const TYPES = RECORD_TYPES.filter((type) => type !== 'SOA' && type !== 'DNAME');

export const dnsRecordInputs = argsOf<DnsRecordArgs>()({
  zoneId: z.string(),
  name: z.string().min(1),
  // The provider accepts lower case too; the API takes and returns types in capitals.
  type: emulates(TYPES, 'the local DNS has no such records'),
  ttl: z.number().refine((ttl) => ttl === 1 || (ttl >= 60 && ttl <= 86_400), {
    message: '9021: Invalid TTL. Must be between 60 and 86400 seconds, or 1 for Automatic.',
  }),
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
}).superRefine(({ content, data, proxied, ttl }, { addIssue }) => {
  if (content !== undefined && data !== undefined) {
    addIssue({ code: 'custom', path: ['content'], message: 'cannot be set together with data' });
  }
  if (proxied && ttl !== 1) {
    addIssue({ code: 'custom', path: ['ttl'], message: 'ttl must be set to 1 when `proxied` is true' });
  }
});
export type DnsRecordInputs = z.infer<typeof dnsRecordInputs>;

const text = z.string().min(1).optional();

/** The provider's default: internal/services/dns_record/list_data_source_schema.go. */
const MAX_ITEMS = 1000;

export const getDnsRecordsInputs = argsOf<GetDnsRecordsArgs>()({
  zoneId: z.string(),
  name: z.strictObject({ exact: text, startswith: text, endswith: text }).optional(),
  type: z.string().optional(),
  maxItems: z.int().min(0).default(MAX_ITEMS),
});
export type GetDnsRecordsInputs = z.infer<typeof getDnsRecordsInputs>;
export const getZoneInputs = argsOf<GetZoneArgs>()({
  zoneId: z.string(needed('a look-up without an id', 'no program here filters zones')).min(1),
});
export type GetZoneInputs = z.infer<typeof getZoneInputs>;
