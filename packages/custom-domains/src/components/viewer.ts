// What every distribution has towards its viewers: names, certificate, protocols, and a comment for its readers.
import type * as aws from '@pulumi/aws';
import type * as pulumi from '@pulumi/pulumi';

/** CloudFront limits the comment of a distribution, and of a function, to so many characters. */
const COMMENT_LENGTH = 128;

/** A host and its issued certificate in us-east-1. */
export interface ViewerHost {
  readonly name: string;
  readonly certificateArn: pulumi.Input<string>;
}

/**
 * Without a host a distribution responds at its own address only, with CloudFront's certificate. There CloudFront
 * sets the lowest protocol itself (TLSv1); at a custom host it is TLS 1.2.
 *
 * @example
 * new aws.cloudfront.Distribution('site', { ...viewerArgs(viewerHost(request)), origins, defaultCacheBehavior }, opts)
 */
export function viewerArgs(host: ViewerHost | undefined, comment = '') {
  return {
    comment: comment.slice(0, COMMENT_LENGTH),
    enabled: true,
    isIpv6Enabled: true,
    httpVersion: 'http2and3',
    aliases: host === undefined ? [] : [host.name],
    viewerCertificate:
      host === undefined
        ? { cloudfrontDefaultCertificate: true }
        : {
            acmCertificateArn: host.certificateArn,
            sslSupportMethod: 'sni-only',
            minimumProtocolVersion: 'TLSv1.2_2021',
          },
    restrictions: { geoRestriction: { restrictionType: 'none' } },
  } satisfies Partial<aws.cloudfront.DistributionArgs>;
}
