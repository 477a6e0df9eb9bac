// A CloudFront distribution of a host's own, as what the host is attached to.
import type * as aws from '@pulumi/aws';
import { httpsParamsOf } from './host-record.ts';
import type { Attachment, AttachmentRequest } from './host-target.ts';
import type { ViewerHost } from './viewer.ts';

/** Undefined while there is no validated certificate: the alias and certificate wait. */
export function viewerHost({ host, certificateArn }: AttachmentRequest): ViewerHost | undefined {
  return certificateArn === undefined ? undefined : { name: host, certificateArn };
}

/**
 * Attaches a host to a distribution that the program declares for it.
 *
 * @example
 * const site: HostTarget = {
 *   kind: 'distribution',
 *   attach: (request, opts) =>
 *     distributionTarget(
 *       new aws.cloudfront.Distribution('site', { ...viewerArgs(viewerHost(request)), ...siteArgs }, opts),
 *     ),
 * };
 */
export function distributionTarget(distribution: aws.cloudfront.Distribution): Attachment {
  const { domainName, hostedZoneId, httpVersion } = distribution;
  const httpsParams = httpVersion.apply(httpsParamsOf);
  return { target: { domainName, hostedZoneId, httpsParams }, dependencies: [distribution] };
}
