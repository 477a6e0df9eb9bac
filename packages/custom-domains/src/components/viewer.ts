// What every distribution has towards its viewers: names, certificate, protocols.
import type * as aws from '@pulumi/aws';
import type * as pulumi from '@pulumi/pulumi';

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
export function viewerArgs(host: ViewerHost | undefined) {
  return {
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
