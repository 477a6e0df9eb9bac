// What of a host exists before the stack has it, and how it becomes the stack's: what is the same is imported, a routing record replaced.
import { getCertificate } from '@pulumi/aws/acm/getCertificate.js';
import { getDomainName } from '@pulumi/aws/apigateway/getDomainName.js';
import { getDistribution } from '@pulumi/aws/cloudfront/getDistribution.js';
import * as pulumi from '@pulumi/pulumi';
import type { ExistingRecord } from '../dns-hosts/adapter.ts';
import { DNS_HOSTS } from '../dns-hosts/list.ts';
import { type DnsAdapter, type HostSpec, hasAlias, hasHttpsRecord } from '../dns-hosts/zone.ts';
import { certificateRegionOf } from '../names/certificate-region.ts';
import { canonical } from '../names/dns-name.ts';
import { hostNames } from '../names/logical-names.ts';
import { KEY_ALGORITHM } from './certificate.ts';
import { lookedUp } from './provider-messages.ts';
import type { Import } from './replacement.ts';

export interface ExistingHost {
  readonly certificateArn?: string;
  /** What serves the host, and the name that a routing record points at. */
  readonly attachment?: { readonly importId: string; readonly target: string };
  readonly mapping?: string;
  /** ACM's own record, the same for each certificate of an account. Undefined where there are several, or the account has no certificate. */
  readonly validation?: ExistingRecord;
  /** All of ACM's records of the name, also those of other accounts, and one for each ACME endpoint (ACM user guide, "ACME domain validation"). */
  readonly validations: readonly ExistingRecord[];
  /** Exactly what the stack would create: name, type and value. The TTL may differ; an update sets it. */
  readonly routing: readonly ExistingRecord[];
  /** Records beside which the stack's cannot be. They are never taken over. */
  readonly differing: readonly ExistingRecord[];
}

/**
 * Looks it up with the providers of the adapter and of `opts`; throws what they refuse. `ids`: of the distribution that has the host
 * among its aliases, and of the API mapping of a gateway's domain name; `none` where it has none. */
export async function findExisting(
  spec: HostSpec,
  dns: DnsAdapter,
  ids: { readonly mapping?: string; readonly distribution?: string } = {},
  opts: pulumi.InvokeOptions = {},
): Promise<ExistingHost> {
  const { host, target } = spec;
  const region = certificateRegionOf(target, undefined);
  const serves = target === 'gateway' ? existingDomainName : existingDistribution;
  const [certificate, attachment, records] = await Promise.all([
    // One with another key is not taken over, and a new one is requested beside it.
    issuedCertificate(host, [KEY_ALGORITHM], region, opts),
    serves(host, opts, ids.distribution),
    dns.existingRecords?.(host, opts) ?? [],
  ]);
  const conflicting = records.filter((one) => one.name === host && isInTheWay(spec, one));
  const isSame = (one: ExistingRecord) => isRouting(spec, one, attachment?.target);
  // ACM user guide, "DNS validation": a CNAME from an underscored name to one below acm-validations.aws.
  const validations = records.filter(
    ({ name, type, value }) =>
      type === 'CNAME' && name.startsWith('_') && /^_.*\.acm-validations\.\w+$/.test(value),
  );
  const isOwn = async () => certificate !== undefined || (await hasCertificate(host, opts));
  return {
    certificateArn: certificate?.arn,
    attachment,
    mapping: attachment && ids.mapping !== 'none' ? ids.mapping : undefined,
    validation: validations.length === 1 && (await isOwn()) ? validations[0] : undefined,
    validations,
    routing: conflicting.filter(isSame),
    differing: conflicting.filter((one) => !isSame(one)),
  };
}

// RFC 1034 3.6.2: a CNAME excludes every other record. At an apex only addresses do, and an HTTPS record where the stack sets one.
function isInTheWay(spec: HostSpec, { type }: ExistingRecord): boolean {
  if (type === 'HTTPS') return !spec.apex || hasHttpsRecord(spec);
  return !spec.apex || ['A', 'AAAA', 'CNAME'].includes(type);
}

// What the adapters declare: a CNAME, or at an apex of Route 53 aliases; and an HTTPS record, an alias too, or one in service form.
function isRouting(spec: HostSpec, record: ExistingRecord, target: string | undefined): boolean {
  const { type, alias, value, special } = record;
  if (target === undefined || special !== undefined) return false;
  if (hasAlias(spec)) return alias && value === target;
  if (type === 'HTTPS') return value.startsWith(OWN_NAME);
  return type === 'CNAME' && !alias && value === target;
}

/** RFC 9460 2.4.3, 2.5: the service form of priority 1, of which the owner name is the target. */
const OWN_NAME = '1 . ';

/** By logical name, with the ids of website/docs/r of terraform-provider-aws: `MAPPING/DOMAINNAME` of an API mapping. */
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

/** With any key that ACM issues for, in a region that can serve it. */
async function hasCertificate(host: string, opts: pulumi.InvokeOptions): Promise<boolean> {
  const regions = [undefined, certificateRegionOf('distribution', undefined)];
  const found = await Promise.all(regions.map((region) => issuedCertificate(host, KEY_TYPES, region, opts)));
  return found.some((one) => one !== undefined);
}

/** The newest (terraform-provider-aws, internal/service/acm/certificate_data_source.go). */
function issuedCertificate(
  domain: string,
  keyTypes: string[],
  region: string | undefined,
  opts: pulumi.InvokeOptions,
) {
  const wanted = { domain, keyTypes, region, types: ['AMAZON_ISSUED'], statuses: ['ISSUED'] };
  return orAbsent(getCertificate({ ...wanted, mostRecent: true }, opts));
}

/** ACM API reference, RequestCertificate, `KeyAlgorithm`: those of which ACM issues a certificate. */
const KEY_TYPES = ['RSA_2048', 'EC_prime256v1', 'EC_secp384r1'];

/** API Gateway's first API shows the regional domain names of the second one too; apigatewayv2 has no look-up. */
async function existingDomainName(host: string, opts: pulumi.InvokeOptions) {
  const found = await orAbsent(getDomainName({ domainName: host }, opts));
  const isRegional = found?.endpointConfigurations.some(({ types }) => types.includes('REGIONAL'));
  return found && isRegional ? { importId: host, target: canonical(found.regionalDomainName) } : undefined;
}

/** The provider finds a distribution by its id alone. One without the alias does not serve the host. */
async function existingDistribution(host: string, opts: pulumi.InvokeOptions, id?: string) {
  const found = id === undefined ? undefined : await orAbsent(getDistribution({ id }, opts));
  return id && found?.aliases.includes(host)
    ? { importId: id, target: canonical(found.domainName) }
    : undefined;
}

async function orAbsent<Found>(look: Promise<Found>): Promise<Found | undefined> {
  const found = await lookedUp(look);
  if (found === 'several') throw new Error('more than one is found, although the newest is wanted');
  return found === 'absent' ? undefined : (found as Found);
}

/** The engine imports each, and updates what differs in the same run (pulumi/pulumi 3.174), never where a record points. */
export function adopting(imports: ReadonlyMap<string, Import>): pulumi.ResourceTransformation {
  return ({ type, name, props, opts }) => {
    const found = imports.get(name);
    if (found === undefined) return undefined;
    const checked = found.record === undefined ? props : sameRecord(type, props, found.record);
    return { props: checked, opts: { ...opts, import: found.id } };
  };
}

/** The same inputs, which fail where the declared record is not the existing one: that one is left as it is. */
function sameRecord(type: string, props: object, existing: ExistingRecord): object {
  const checked = pulumi.output({ ...props }).apply((inputs: { readonly name?: string }) => {
    const declared = DNS_HOSTS.find(({ record }) => record?.type === type)?.record?.read(inputs);
    if (declared?.name === existing.name && declared.value === existing.value) return inputs.name;
    throw new Error(
      `${existing.name} ${existing.type} ${existing.value} exists, and the stack declares ${declared?.name} ${declared?.value}: a record that differs is not adopted. Where it is of an ACME endpoint, set the record that ACM shows for the certificate beside it, and run this again`,
    );
  });
  return { ...props, name: checked };
}

export function withoutAlias(host: string): pulumi.ResourceTransformation {
  const { attachment } = hostNames(host);
  return ({ name, props, opts }) => {
    const isDistribution = name === attachment && 'aliases' in props;
    return isDistribution ? { props: { ...props, aliases: [] }, opts } : undefined;
  };
}
