// What of a host exists before the stack has it, and the import ids by which Pulumi takes it over.

import { getCertificate } from '@pulumi/aws/acm/getCertificate.js';
import { getDomainName } from '@pulumi/aws/apigateway/getDomainName.js';
import { getDistribution } from '@pulumi/aws/cloudfront/getDistribution.js';
import type { InvokeOptions } from '@pulumi/pulumi';
import type { ExistingRecord } from '../dns-hosts/adapter.ts';
import { type DnsAdapter, type HostSpec, hasAlias, hasHttpsRecord } from '../dns-hosts/zone.ts';
import { certificateRegionOf } from '../names/certificate-region.ts';
import { canonical } from '../names/dns-name.ts';
import { hostNames } from '../names/logical-names.ts';
import { KEY_ALGORITHM } from './certificate.ts';
import { lookedUp } from './provider-messages.ts';

interface KnownIds {
  /** Of the API mapping of a gateway's domain name; `none` where it has no mapping. */
  readonly mapping?: string;
  /** Of the distribution that has the host among its aliases. */
  readonly distribution?: string;
}

export interface ExistingHost {
  readonly certificateArn?: string;
  /** What serves the host, and the name that a routing record points at. */
  readonly attachment?: { readonly importId: string; readonly target: string };
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
  const region = certificateRegionOf(target, undefined);
  const [certificate, attachment, records] = await Promise.all([
    // One with another key is not taken over, and a new one is requested beside it.
    issuedCertificate(host, [KEY_ALGORITHM], region, opts),
    target === 'gateway'
      ? existingDomainName(host, opts)
      : existingDistribution(host, ids.distribution, opts),
    dns.existingRecords?.(host, opts) ?? [],
  ]);
  const conflicting = records.filter((one) => one.name === host && isInTheWay(spec, one));
  const isSame = (one: ExistingRecord) => isRouting(spec, one, attachment?.target);
  // ACM user guide, "DNS validation": a CNAME from an underscored name to one below acm-validations.aws.
  const validations = records.filter(
    ({ name, type, value }) =>
      type === 'CNAME' && name.startsWith('_') && /^_.*\.acm-validations\.\w+$/.test(value),
  );
  return {
    certificateArn: certificate?.arn,
    attachment,
    // `none`: the domain name has no mapping, and the stack creates one.
    mapping: attachment && ids.mapping !== 'none' ? ids.mapping : undefined,
    validation: validations.length === 1 ? validations[0] : undefined,
    validations,
    routing: conflicting.filter(isSame),
    differing: conflicting.filter((one) => !isSame(one)),
  };
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
  const aliases: Readonly<Record<string, string>> = {
    A: names.routingRecordA,
    AAAA: names.routingRecordAaaa,
  };
  const nameOf = ({ alias, type }: ExistingRecord) =>
    type === 'HTTPS' ? names.httpsRecord : (alias && aliases[type]) || names.routingRecord;
  const found: (readonly [name: string, id: string | undefined, record?: ExistingRecord])[] = [
    [names.certificate, certificateArn],
    [names.attachment, attachment?.importId],
    [names.mapping, mapping && `${mapping}/${host}`],
    [names.validationRecord, validation?.importId, validation],
    ...routing.map((record) => [nameOf(record), record.importId, record] as const),
  ];
  return new Map(found.flatMap(([name, id, record]) => (id === undefined ? [] : [[name, { id, record }]])));
}

/** Whether the account has an issued certificate for the name, with any key that ACM issues for, in one of the regions. */
export async function hasCertificate(
  host: string,
  regions: readonly string[],
  opts: InvokeOptions = {},
): Promise<boolean> {
  const found = await Promise.all(regions.map((region) => issuedCertificate(host, KEY_TYPES, region, opts)));
  return found.some((one) => one !== undefined);
}

/** The newest (terraform-provider-aws, internal/service/acm/certificate_data_source.go). */
function issuedCertificate(
  domain: string,
  keyTypes: string[],
  region: string | undefined,
  opts: InvokeOptions,
) {
  const wanted = { domain, keyTypes, region, types: ['AMAZON_ISSUED'], statuses: ['ISSUED'] };
  return orAbsent(getCertificate({ ...wanted, mostRecent: true }, opts));
}

/** ACM API reference, RequestCertificate, `KeyAlgorithm`: those of which ACM issues a certificate. */
const KEY_TYPES = ['RSA_2048', 'EC_prime256v1', 'EC_secp384r1'];

/** API Gateway's first API shows the regional domain names of the second one too; apigatewayv2 has no look-up. */
async function existingDomainName(host: string, opts: InvokeOptions): Promise<ExistingHost['attachment']> {
  const found = await orAbsent(getDomainName({ domainName: host }, opts));
  const isRegional = found?.endpointConfigurations.some(({ types }) => types.includes('REGIONAL'));
  return found && isRegional ? { importId: host, target: canonical(found.regionalDomainName) } : undefined;
}

/** The provider finds a distribution by its id alone. One without the alias does not serve the host. */
async function existingDistribution(
  host: string,
  id: string | undefined,
  opts: InvokeOptions,
): Promise<ExistingHost['attachment']> {
  if (id === undefined) return undefined;
  const found = await orAbsent(getDistribution({ id }, opts));
  if (found === undefined || !found.aliases.includes(host)) return undefined;
  return { importId: id, target: canonical(found.domainName) };
}

async function orAbsent<Found>(look: Promise<Found>): Promise<Found | undefined> {
  const found = await lookedUp(look);
  if (found === 'several') throw new Error('more than one is found, although the newest is wanted');
  return found === 'absent' ? undefined : (found as Found);
}
