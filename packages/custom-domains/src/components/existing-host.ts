// What of a host exists before the stack has it, and the import ids by which Pulumi takes it over.
import type { InvokeOptions } from '@pulumi/pulumi';
import type { ExistingRecord } from '../dns-hosts/adapter.ts';
import { type DnsAdapter, type HostSpec, hasAlias, hasHttpsRecord } from '../dns-hosts/zone.ts';
import { certificateRegionOf } from '../names/certificate-region.ts';
import { hostNames } from '../names/logical-names.ts';
import {
  type ExistingAttachment,
  existingCertificate,
  existingDistribution,
  existingDomainName,
} from './existing-attachment.ts';

/** The ids of what the provider cannot look up. */
export interface KnownIds {
  /** Of the API mapping of a gateway's domain name; `none` where it has no mapping. */
  readonly mapping?: string;
  /** Of the distribution that has the host among its aliases. */
  readonly distribution?: string;
}

export interface ExistingHost {
  readonly certificateArn?: string;
  readonly attachment?: ExistingAttachment;
  readonly mapping?: string;
  /** ACM's record; undefined where there is none, or more than one, of which only ACM knows the account's own. */
  readonly validation?: ExistingRecord;
  /** All of ACM's records of the name, also those of other accounts. */
  readonly validations: readonly ExistingRecord[];
  /** Exactly what the stack would create: name, type and value. The TTL may differ; an update sets it. */
  readonly routing: readonly ExistingRecord[];
  /** Records beside which the stack's cannot be. They are never taken over. */
  readonly differing: readonly ExistingRecord[];
}

/** Looks it up with the providers of the adapter and of `opts`; throws what they refuse. */
export async function findExisting(
  spec: HostSpec,
  dns: DnsAdapter,
  ids: KnownIds = {},
  opts: InvokeOptions = {},
): Promise<ExistingHost> {
  const { host, target } = spec;
  const [certificateArn, attachment, records] = await Promise.all([
    existingCertificate(host, certificateRegionOf(target, undefined), opts),
    target === 'gateway'
      ? existingDomainName(host, opts)
      : existingDistribution(host, ids.distribution, opts),
    dns.existingRecords?.(host, opts) ?? [],
  ]);
  const conflicting = records.filter((one) => one.name === host && isInTheWay(spec, one));
  const isSame = (one: ExistingRecord) => isRouting(spec, one, attachment?.target);
  const validations = records.filter(isValidation);
  return {
    ...{ certificateArn, attachment, mapping: attachment && mappingOf(ids) },
    validation: validations.length === 1 ? validations[0] : undefined,
    validations,
    routing: conflicting.filter(isSame),
    differing: conflicting.filter((one) => !isSame(one)),
  };
}

/** `none`: the domain name has no mapping, and the stack creates one. */
function mappingOf({ mapping }: KnownIds): string | undefined {
  return mapping === 'none' ? undefined : mapping;
}

/**
 * RFC 1034 3.6.2: a CNAME excludes every other record. At an apex only what answers with addresses is in the way, and an
 * HTTPS record where the stack sets one.
 */
function isInTheWay(spec: HostSpec, { type }: ExistingRecord): boolean {
  if (type === 'HTTPS') return !spec.apex || hasHttpsRecord(spec);
  return !spec.apex || ['A', 'AAAA', 'CNAME'].includes(type);
}

/**
 * The record that the adapters declare: a CNAME, or at an apex of Route 53 an alias of both address types; and the HTTPS
 * record of a distribution at an apex, an alias too, or at Cloudflare one in service form.
 */
function isRouting(spec: HostSpec, record: ExistingRecord, target: string | undefined): boolean {
  const { type, alias, value, special } = record;
  if (target === undefined || special !== undefined) return false;
  if (hasAlias(spec)) return alias && value === target;
  if (type === 'HTTPS') return value.startsWith(OWN_NAME);
  return type === 'CNAME' && !alias && value === target;
}

/** RFC 9460 2.4.3, 2.5: the service form of priority 1, of which the owner name is the target. */
const OWN_NAME = '1 . ';

/** ACM user guide, "DNS validation": a CNAME from an underscored name to one below acm-validations.aws. */
function isValidation({ name, type, value }: ExistingRecord): boolean {
  return type === 'CNAME' && name.startsWith('_') && /^_.*\.acm-validations\.\w+$/.test(value);
}

/** A resource to import; `record` where it is a DNS record, which is checked against its declaration once more. */
export interface Import {
  readonly id: string;
  readonly record?: ExistingRecord;
}

/**
 * By logical name. The ids of AWS's resources are those of website/docs/r of terraform-provider-aws: the ARN of a
 * certificate, `MAPPING/DOMAINNAME` of an API mapping.
 */
export function importsOf(host: string, existing: ExistingHost): Map<string, Import> {
  const names = hostNames(host);
  const { certificateArn, attachment, mapping, validation, routing } = existing;
  const imports = new Map<string, Import>();
  const add = (name: string, id: string | undefined, record?: ExistingRecord) => {
    if (id !== undefined) imports.set(name, { id, record });
  };
  add(names.certificate, certificateArn);
  add(names.attachment, attachment?.importId);
  add(names.mapping, mapping && `${mapping}/${host}`);
  add(names.validationRecord, validation?.importId, validation);
  for (const record of routing) add(routingName(host, record), record.importId, record);
  return imports;
}

function routingName(host: string, { alias, type }: ExistingRecord): string {
  const { routingRecord, routingRecordA, routingRecordAaaa, httpsRecord } = hostNames(host);
  if (type === 'HTTPS') return httpsRecord;
  if (!alias) return routingRecord;
  return type === 'A' ? routingRecordA : routingRecordAaaa;
}
