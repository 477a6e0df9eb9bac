// The inputs of Cloudflare's DNS records.
import type { DnsRecordArgs } from '@pulumi/cloudflare/dnsRecord.js';
import { z } from 'zod';
import { RECORD_TYPES } from '../dns/rdata.ts';
import { argsOf, emulates } from '../schema.ts';

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
  if (content !== undefined && data !== undefined)
    addIssue({ code: 'custom', path: ['content'], message: 'cannot be set together with data' });
  if (proxied && ttl !== 1)
    addIssue({ code: 'custom', path: ['ttl'], message: 'ttl must be set to 1 when `proxied` is true' });
});
export type DnsRecordInputs = z.infer<typeof dnsRecordInputs>;
