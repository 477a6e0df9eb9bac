// A distribution of the host's own, in front of a private bucket or of an HTTPS server.
import {
  distributionTarget,
  type HostTarget,
  KEEPS_WEB_ACL,
  viewerArgs,
  viewerHost,
} from '@petstore/custom-domains';
import { hostNames } from '@petstore/custom-domains/names';
import { Distribution as Resource } from '@pulumi/aws/cloudfront/distribution.js';
import type { Distribution } from './host.ts';

/** AWS's managed policy: Cache-Control obeyed, gzip and Brotli. */
const CACHING_OPTIMIZED = '658327ea-f89d-4fab-a63d-7e88639e58f6';
const ORIGIN_ID = 'origin';

/** CloudFront signs its requests to a bucket, and speaks HTTPS with a server. */
const SERVER = {
  httpPort: 80,
  httpsPort: 443,
  originProtocolPolicy: 'https-only',
  originSslProtocols: ['TLSv1.2'],
};

export function distribution({ origin: domainName, functionArn, ...args }: Distribution): HostTarget {
  const { originAccessControlId, defaultRootObject, cachePolicyId = CACHING_OPTIMIZED } = args;
  const reader =
    originAccessControlId === undefined ? { customOriginConfig: SERVER } : { originAccessControlId };
  return {
    kind: 'distribution',
    attach(request, opts) {
      const { host, tags } = request;
      const site = {
        ...viewerArgs(viewerHost(request), host),
        defaultRootObject,
        origins: [{ originId: ORIGIN_ID, domainName, ...reader }],
        defaultCacheBehavior: {
          targetOriginId: ORIGIN_ID,
          viewerProtocolPolicy: 'redirect-to-https',
          allowedMethods: ['GET', 'HEAD'],
          cachedMethods: ['GET', 'HEAD'],
          compress: true,
          cachePolicyId,
          responseHeadersPolicyId: args.responseHeadersPolicyId,
          functionAssociations:
            functionArn === undefined ? [] : [{ eventType: 'viewer-request', functionArn }],
        },
        tags,
      };
      return distributionTarget(
        new Resource(hostNames(host).attachment, site, { ...opts, ...KEEPS_WEB_ACL }),
      );
    },
  };
}
