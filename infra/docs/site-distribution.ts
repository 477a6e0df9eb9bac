// A distribution in front of the site's bucket: one for the default address, one for each host.

import {
  distributionTarget,
  type HostTarget,
  type Tags,
  type ViewerHost,
  viewerArgs,
  viewerHost,
} from '@petstore/custom-domains';
import { hostNames } from '@petstore/custom-domains/names';
import { Distribution } from '@pulumi/aws/cloudfront/distribution.js';
import type { OriginAccessControl } from '@pulumi/aws/cloudfront/originAccessControl.js';
import type { ResponseHeadersPolicy } from '@pulumi/aws/cloudfront/responseHeadersPolicy.js';
import type { Bucket } from '@pulumi/aws/s3/bucket.js';
import type * as pulumi from '@pulumi/pulumi';

/** The parts of a site that its distributions need. */
export interface SiteOrigin {
  readonly bucket: Bucket;
  readonly accessControl: OriginAccessControl;
  readonly headers: ResponseHeadersPolicy;
}

export interface SiteDistributionArgs {
  readonly origin: SiteOrigin;
  /** Absent: the default address alone, also for an external host that is not verified yet. */
  readonly host?: ViewerHost;
  readonly comment: string;
  readonly tags?: Tags | undefined;
}

/**
 * AWS's managed policy CachingOptimized: gzip and Brotli, Cache-Control obeyed, at least one second. A page
 * (`no-cache`) is revalidated each second, so a deployment is visible at once without an invalidation.
 */
const CACHING_OPTIMIZED = '658327ea-f89d-4fab-a63d-7e88639e58f6';
const ORIGIN_ID = 'site';
/** Seconds that a 404 is cached. */
const NOT_FOUND_TTL = 10;

export function siteDistribution(
  name: string,
  { origin, host, comment, tags }: SiteDistributionArgs,
  opts?: pulumi.CustomResourceOptions,
): Distribution {
  return new Distribution(
    name,
    {
      ...viewerArgs(host, comment),
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
      // Without the right to list the bucket, S3 responds with 403 for an object that does not exist.
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

/** `ready`: what must exist before a host is attached: the content, and the right to read it. */
export function siteTarget(origin: SiteOrigin, ready: readonly pulumi.Resource[]): HostTarget {
  return {
    kind: 'distribution',
    attach(request, opts) {
      const { host, tags } = request;
      return distributionTarget(
        siteDistribution(
          hostNames(host).attachment,
          {
            origin,
            host: viewerHost(request),
            comment: `Documentation at ${host}`,
            tags,
          },
          { ...opts, dependsOn: [...ready] },
        ),
      );
    },
  };
}
