// Distributions: terraform-provider-aws, internal/service/cloudfront.
import type { Forms, Properties } from '../forms/form.ts';
import { lowerCase, sameSet } from '../forms/values.ts';

/** distribution.go: resourceDistribution. */
export const distributionForms: Forms = {
  rules: [
    // The set hashes the text (aliasesHash). CloudFront ignores the case of host names; whether it returns capitals is
    // not documented, and does not matter to a program that declares lower case.
    {
      path: 'aliases',
      served: (names) => (Array.isArray(names) ? names.map(lowerCase) : names),
      same: sameSet,
    },
    { path: 'origins', same: sameOrigins },
    { path: 'customErrorResponses', same: sameSet },
    { path: 'defaultCacheBehavior.allowedMethods', same: sameSet },
    { path: 'defaultCacheBehavior.cachedMethods', same: sameSet },
    { path: 'viewerCertificate.minimumProtocolVersion', served: minimumProtocol, same: sameMinimum },
  ],
};

/** originHash: a set of origins, each with a set of protocols. */
function sameOrigins(served: unknown, declared: unknown): boolean {
  return sameSet(withSortedProtocols(served), withSortedProtocols(declared));
}

interface Origin {
  readonly customOriginConfig?: { readonly originSslProtocols?: readonly string[] };
}

function withSortedProtocols(origins: unknown): unknown {
  return (origins as readonly Origin[] | undefined)?.map((origin) => {
    const { customOriginConfig: config } = origin;
    if (config?.originSslProtocols === undefined) return origin;
    const originSslProtocols = [...config.originSslProtocols].sort();
    return { ...origin, customOriginConfig: { ...config, originSslProtocols } };
  });
}

/** The schema's default of `minimum_protocol_version`. */
const DEFAULT_MINIMUM = 'TLSv1';

/**
 * "If the distribution uses the CloudFront domain name […] CloudFront automatically sets the security policy to TLSv1
 * regardless of the value that you set here" (ViewerCertificate in the API reference): a higher one shows a change in each run.
 */
function minimumProtocol(given: unknown, { viewerCertificate }: Properties): unknown {
  const { cloudfrontDefaultCertificate } = viewerCertificate as { cloudfrontDefaultCertificate?: boolean };
  return cloudfrontDefaultCertificate === true ? DEFAULT_MINIMUM : (given ?? DEFAULT_MINIMUM);
}

function sameMinimum(served: unknown, declared: unknown): boolean {
  return served === (declared ?? DEFAULT_MINIMUM);
}
