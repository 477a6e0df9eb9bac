// Alternate domain names: each belongs to one distribution, whose certificate must cover it. Refusals in CloudFront's words.

import { coversHost } from '../acm/covers-host.ts';
import type { CertificateMaterial, Certificates } from '../interfaces.ts';
import { ServiceError } from '../service-error.ts';
import type { CloudFrontConfiguration } from './configuration.ts';
import type { DistributionInputs } from './distribution-inputs.ts';

const REQUIREMENTS =
  'For more details, see: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/CNAMEs.html#alternate-domain-names-requirements';

/** Throws where another distribution has one of the names. `id`: the distribution itself, where it exists. */
export function checkAliases(
  { distributions }: CloudFrontConfiguration,
  { aliases }: DistributionInputs,
  id: string | undefined,
): void {
  const others = distributions.entries().filter(([otherId]) => otherId !== id);
  const taken = (alias: string) => others.some(([, { inputs }]) => inputs.aliases.includes(alias));
  if (aliases.some(taken)) {
    throw new ServiceError(
      'CNAMEAlreadyExists',
      'One or more of the CNAMEs you provided are already associated with a different resource.',
      409,
    );
  }
}

/** The certificate of a distribution's aliases; undefined without aliases. Throws InvalidViewerCertificate. */
export function viewerCertificate(
  certificates: Certificates,
  { aliases, viewerCertificate: viewer }: DistributionInputs,
): CertificateMaterial | undefined {
  const { acmCertificateArn: arn, sslSupportMethod } = viewer;
  if (arn === undefined) {
    if (aliases.length === 0) return undefined;
    throw invalid(
      `To add an alternate domain name (CNAME) to a CloudFront distribution, you must attach a trusted certificate that validates your authorization to use the domain name. ${REQUIREMENTS}`,
    );
  }
  if (sslSupportMethod === undefined) throw invalid('The parameter SSLSupportMethod is required.');
  const certificate = certificates.issued(arn);
  if (certificate === undefined || certificate.region !== 'us-east-1') {
    throw invalid(
      "The specified SSL certificate doesn't exist, isn't in us-east-1 region, isn't valid, or doesn't include a valid certificate chain.",
    );
  }
  if (!aliases.every((alias) => certificate.names.some((name) => coversHost(name, alias)))) {
    throw invalid(
      `The certificate that is attached to your distribution doesn't cover the alternate domain name (CNAME) that you're trying to add. ${REQUIREMENTS}`,
    );
  }
  return certificate;
}

function invalid(message: string): ServiceError {
  return new ServiceError('InvalidViewerCertificate', message);
}
