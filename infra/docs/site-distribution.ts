// A distribution before the site's bucket: one for the default address, one for each host.

import { type Tags, type ViewerHost, viewerArgs } from '@petstore/custom-domains';
import { Distribution } from '@pulumi/aws/cloudfront/distribution.js';
import type { OriginAccessControl } from '@pulumi/aws/cloudfront/originAccessControl.js';
import type { ResponseHeadersPolicy } from '@pulumi/aws/cloudfront/responseHeadersPolicy.js';
import type { Bucket } from '@pulumi/aws/s3/bucket.js';
import type * as pulumi from '@pulumi/pulumi';

/** What a distribution needs of the site that it serves. */
export interface SiteOrigin {
  readonly bucket: Bucket;
  readonly accessControl: OriginAccessControl;
  readonly headers: ResponseHeadersPolicy;
}

export interface SiteDistributionArgs {
  readonly origin: SiteOrigin;
  /** Absent: the default address alone, also for a host set by hand that is not verified yet. */
  readonly host?: ViewerHost;
  readonly comment: string;
  readonly tags?: Tags;
}

/**
 * AWS's managed CachingOptimized: gzip and Brotli, Cache-Control obeyed, one second at least. So a page (`no-cache`)
 * is asked about at its origin each second, and a deploy is seen at once without an invalidation.
 */
const CACHING_OPTIMIZED = '658327ea-f89d-4fab-a63d-7e88639e58f6';
const ORIGIN_ID = 'site';
/** Seconds that a 404 is kept. */
const NOT_FOUND_TTL = 10;

export function siteDistribution(
  name: string,
  { origin, host, comment, tags }: SiteDistributionArgs,
  opts?: pulumi.CustomResourceOptions,
): Distribution {
  return new Distribution(
    name,
    {
      ...viewerArgs(host),
      comment,
      defaultRootObject: 'index.html',
      origins: [
        {
          originId: ORIGIN_ID,
          domainName: origin.bucket.bucketRegionalDomainName,
          originAccessControlId: origin.accessControl.id,
        },
      ],
      defaultCacheBehavior: {
        targetOriginId: ORIGIN_ID,
        viewerProtocolPolicy: 'redirect-to-https',
        allowedMethods: ['GET', 'HEAD'],
        cachedMethods: ['GET', 'HEAD'],
        compress: true,
        cachePolicyId: CACHING_OPTIMIZED,
        responseHeadersPolicyId: origin.headers.id,
      },
      // A reader who may not list the bucket gets 403 from S3 for what is not there.
      customErrorResponses: [
        {
          errorCode: 403,
          responseCode: 404,
          responsePagePath: '/404.html',
          errorCachingMinTtl: NOT_FOUND_TTL,
        },
      ],
      tags,
    },
    opts,
  );
}
