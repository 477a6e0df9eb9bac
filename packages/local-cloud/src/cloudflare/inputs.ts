// The inputs of DNS records: what Cloudflare's API takes and returns, and how terraform-provider-cloudflare compares it, in
// internal/services/dns_record/custom.go (ModifyPlan) and schema.go.
import { canonical, isWithin } from '@petstore/custom-domains/names';
import type { DnsRecordArgs } from '@pulumi/cloudflare/dnsRecord.js';
import { z } from 'zod';
import { quote } from '../dns/presentation.ts';
import { RECORD_TYPES } from '../dns/rdata.ts';
import { type Forms, type Properties, type Sides, sameIgnoringCase } from '../forms.ts';
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

/** Types whose content is a host name, which the API returns in lower case without its final dot. */
const NAMED = new Set(['CNAME', 'MX', 'NS', 'PTR']);

/** `zoneName` returns undefined for a zone that does not exist. */
export function dnsRecordForms(zoneName: (zoneId: string) => string | undefined): Forms {
  const zoneOf = ({ zoneId }: Properties) => zoneName(String(zoneId));
  return {
    framework: true,
    rules: [
      {
        input: 'name',
        served: (name, inputs) => qualified(name, zoneOf(inputs)),
        same: (served, declared, { declared: inputs }) => sameName(served, declared, zoneOf(inputs)),
      },
      { input: 'content', computed: true, served: content, same: sameContent },
    ],
  };
}

/** `@` is the apex. The API appends the zone's name to any name that does not end with it, a foreign one too. */
export function qualified(name: unknown, zone: string | undefined): unknown {
  if (typeof name !== 'string' || zone === undefined) return name;
  const bare = canonical(name);
  if (bare === '@') return zone;
  return isWithin(bare, zone) ? bare : `${bare}.${zone}`;
}

/**
 * ModifyPlan: `@` equals the zone's name, and a relative name equals the full one. A final dot is removed only for that
 * comparison, so a full name with a final dot differs from the API's in each plan; so does one with capitals.
 */
function sameName(served: unknown, declared: unknown, zone: string | undefined): boolean {
  if (typeof served !== 'string' || typeof declared !== 'string') return false;
  return declared === '@' ? served === zone : served === `${withoutDot(declared)}.${zone}`;
}

const withoutDot = (name: string) => name.replace(/\.$/, '');

/**
 * Returns host names without their final dot (cloudflare/terraform-provider-cloudflare#7286, #154) and in lower case (#529),
 * and `data` as the text that it represents.
 */
function content(given: unknown, { type, data }: Properties): unknown {
  if (given === undefined) return data === undefined ? undefined : textOf(type, data as Data);
  if (typeof given !== 'string') return given;
  return NAMED.has(String(type)) && given !== '.' ? canonical(given) : given;
}

type Data = NonNullable<DnsRecordInputs['data']>;

/** The content that the data of a record stand for; an SRV record has its priority apart. */
export function textOf(type: unknown, data: Data): string | undefined {
  const { flags, tag, value = '', priority = '', weight, port, target = '' } = data;
  if (type === 'CAA') return `${flags} ${tag} ${quote(value)}`;
  if (type === 'HTTPS' || type === 'SVCB') return `${priority} ${target} ${value}`;
  return type === 'SRV' ? `${weight} ${port} ${target}` : undefined;
}

/** ModifyPlan: only a CNAME's content is compared without regard to case. */
function sameContent(served: unknown, declared: unknown, { declared: { type } }: Sides): boolean {
  return type === 'CNAME' && sameIgnoringCase(served, declared);
}
