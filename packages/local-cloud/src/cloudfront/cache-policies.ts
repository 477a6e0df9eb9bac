// AWS's managed cache policies: their ids are the same in every account.
// https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/using-managed-cache-policies.html

export interface CachePolicy {
  readonly name: string;
  /** CloudFront compresses only where the cache key has Accept-Encoding. */
  readonly compresses: boolean;
}

export const MANAGED_CACHE_POLICIES: Readonly<Record<string, CachePolicy>> = {
  '658327ea-f89d-4fab-a63d-7e88639e58f6': { name: 'CachingOptimized', compresses: true },
  'b2884449-e4de-46a7-ac36-70bc7f1ddd6d': {
    name: 'CachingOptimizedForUncompressedObjects',
    compresses: false,
  },
  '4135ea2d-6df8-44a3-9df3-4b5a84be39ad': { name: 'CachingDisabled', compresses: false },
};
