// What of a host exists in the account, apart from its records: the provider's look-ups, which find by name or by id.
import { getCertificate } from '@pulumi/aws/acm/getCertificate.js';
import { getDomainName } from '@pulumi/aws/apigateway/getDomainName.js';
import { getDistribution } from '@pulumi/aws/cloudfront/getDistribution.js';
import type { InvokeOptions } from '@pulumi/pulumi';
import { canonical } from '../names/dns-name.ts';
import { KEY_ALGORITHM } from './ended-request.ts';

/** What serves a host: a domain name of the gateway, or a distribution. */
export interface ExistingAttachment {
  readonly importId: string;
  /** The name that a routing record points at. */
  readonly target: string;
}

/**
 * The newest issued certificate that a stack could have requested; one with another key is not taken over, and a new one
 * is requested beside it. terraform-provider-aws, internal/service/acm/certificate_data_source.go.
 */
export async function existingCertificate(
  host: string,
  region: string | undefined,
  opts: InvokeOptions,
): Promise<string | undefined> {
  return (await issuedCertificate(host, { keyTypes: [KEY_ALGORITHM], region }, opts))?.arn;
}

/** Whether the account has an issued certificate for the name, with any key that ACM issues for, in one of the regions. */
export async function hasCertificate(
  host: string,
  regions: readonly string[],
  opts: InvokeOptions = {},
): Promise<boolean> {
  const found = await Promise.all(
    regions.map((region) => issuedCertificate(host, { keyTypes: KEY_TYPES, region }, opts)),
  );
  return found.some((one) => one !== undefined);
}

/** The newest that ACM issued. */
function issuedCertificate(
  domain: string,
  searched: { readonly keyTypes: string[]; readonly region: string | undefined },
  opts: InvokeOptions,
) {
  const wanted = { domain, types: ['AMAZON_ISSUED'], statuses: ['ISSUED'], mostRecent: true };
  return orAbsent(getCertificate({ ...wanted, ...searched }, opts));
}

/** ACM API reference, RequestCertificate, `KeyAlgorithm`: those of which ACM issues a certificate. */
const KEY_TYPES = ['RSA_2048', 'EC_prime256v1', 'EC_secp384r1'];

/** API Gateway's first API shows the regional domain names of the second one too; apigatewayv2 has no look-up. */
export async function existingDomainName(
  host: string,
  opts: InvokeOptions,
): Promise<ExistingAttachment | undefined> {
  const found = await orAbsent(getDomainName({ domainName: host }, opts));
  const isRegional = found?.endpointConfigurations.some(({ types }) => types.includes('REGIONAL'));
  return found && isRegional ? { importId: host, target: canonical(found.regionalDomainName) } : undefined;
}

/** The provider finds a distribution by its id alone. One without the alias does not serve the host. */
export async function existingDistribution(
  host: string,
  id: string | undefined,
  opts: InvokeOptions,
): Promise<ExistingAttachment | undefined> {
  if (id === undefined) return undefined;
  const found = await orAbsent(getDistribution({ id }, opts));
  if (found === undefined || !found.aliases.includes(host)) return undefined;
  return { importId: id, target: canonical(found.domainName) };
}

/** The provider reports with an error that there is none. Any other error is one. */
async function orAbsent<Found>(look: Promise<Found>): Promise<Found | undefined> {
  try {
    return await look;
  } catch (error) {
    const absent =
      /\bno ACM Certificate (found )?matching\b|\bcouldn't find resource\b|\bNotFoundException\b|\bNoSuchDistribution\b/;
    if (absent.test((error as Error).message)) return undefined;
    throw error;
  }
}
