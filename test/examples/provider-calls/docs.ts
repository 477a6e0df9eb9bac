// The calls for the documentation site and the redirects: bucket and objects, distributions and their parts.
import { arn, type Call, type CallTable, calls, type Owner } from './call.ts';

const cloudfront = (kind: string, ...names: string[]) =>
  calls('cloudfront', arn('cloudfront', kind, ''), ...names);
/** A created resource has no name for IAM yet. */
const create = (name: string) => calls('cloudfront', '*', name);
const DISTRIBUTION = 'distribution/E1ABCDEFGHIJKL';
const FUNCTION = 'function/redirect-www-petstore-example-0a1b2c3d4e';
const ACCESS_CONTROL = 'origin-access-control/E2ABCDEFGHIJKL';
const HEADERS_POLICY = 'response-headers-policy/5cc3b908-e619-4b99-88e5-2cf7f45965bd';

type CallsOn = (...names: string[]) => Call[];
export const bucketOf = ({ project, stack }: Owner): string =>
  `arn:aws:s3:::${project}-${stack}-docs-0a1b2c3`;

/** resourceBucketRead reads all of these, whatever is declared. For IAM, HeadBucket is ListBucket. */
const BUCKET_READ = [
  ...[
    'ListBucket',
    'GetBucketPolicy',
    'GetBucketAcl',
    'GetBucketCORS',
    'GetBucketWebsite',
    'GetBucketVersioning',
  ],
  ...[
    'GetAccelerateConfiguration',
    'GetBucketRequestPayment',
    'GetBucketLogging',
    'GetLifecycleConfiguration',
  ],
  ...['GetReplicationConfiguration', 'GetEncryptionConfiguration', 'GetBucketObjectLockConfiguration'],
  ...['GetBucketLocation', 'GetBucketTagging', 'ListTagsForResource'],
];

export const docsCalls = (owner: Owner): CallTable => {
  const bucket = bucketOf(owner);
  return {
    ...CLOUDFRONT_CALLS,
    ...bucketCalls(
      (...names) => calls('s3', bucket, ...names),
      (...names) => calls('s3', `${bucket}/index.html`, ...names),
    ),
  };
};

const CLOUDFRONT_CALLS: CallTable = {
  'aws:cloudfront/distribution:Distribution': {
    source: 'cloudfront/distribution.go',
    // For IAM, CreateDistributionWithTags is these two.
    create: [...create('CreateDistribution'), ...cloudfront(DISTRIBUTION, 'TagResource')],
    read: cloudfront(DISTRIBUTION, 'GetDistribution', 'ListTagsForResource'),
    update: cloudfront(DISTRIBUTION, 'UpdateDistribution', 'TagResource', 'UntagResource'),
    // The provider disables the distribution first.
    delete: cloudfront(DISTRIBUTION, 'GetDistributionConfig', 'UpdateDistribution', 'DeleteDistribution'),
  },
  'aws:cloudfront/function:Function': {
    source: 'cloudfront/function.go',
    create: [...create('CreateFunction'), ...cloudfront(FUNCTION, 'TagResource', 'PublishFunction')],
    read: cloudfront(FUNCTION, 'DescribeFunction', 'GetFunction', 'ListTagsForResource'),
    update: cloudfront(FUNCTION, 'UpdateFunction', 'PublishFunction', 'TagResource', 'UntagResource'),
    delete: cloudfront(FUNCTION, 'DeleteFunction'),
  },
  'aws:cloudfront/originAccessControl:OriginAccessControl': {
    source: 'cloudfront/origin_access_control.go',
    create: create('CreateOriginAccessControl'),
    read: cloudfront(ACCESS_CONTROL, 'GetOriginAccessControl'),
    // The program replaces it in place of updating it.
    update: [],
    delete: cloudfront(ACCESS_CONTROL, 'DeleteOriginAccessControl'),
  },
  'aws:cloudfront/responseHeadersPolicy:ResponseHeadersPolicy': {
    source: 'cloudfront/response_headers_policy.go',
    create: create('CreateResponseHeadersPolicy'),
    read: cloudfront(HEADERS_POLICY, 'GetResponseHeadersPolicy'),
    update: [],
    delete: cloudfront(HEADERS_POLICY, 'DeleteResponseHeadersPolicy'),
  },
};

const bucketCalls = (bucket: CallsOn, object: CallsOn): CallTable => ({
  'aws:s3/bucket:Bucket': {
    source: 's3/bucket.go',
    create: bucket('CreateBucket', 'PutBucketTagging', 'TagResource'),
    read: bucket(...BUCKET_READ),
    update: bucket('PutBucketTagging', 'TagResource', 'UntagResource'),
    delete: bucket('DeleteBucket'),
  },
  'aws:s3/bucketObjectv2:BucketObjectv2': {
    source: 's3/object.go',
    create: object('PutObject', 'PutObjectTagging'),
    // For IAM, HeadObject is GetObject; S3 reports a missing object as missing only to callers with the right to list.
    read: [...object('GetObject', 'GetObjectTagging'), ...bucket('ListBucket')],
    update: object('PutObject', 'PutObjectTagging'),
    delete: object('DeleteObject'),
  },
  'aws:s3/bucketOwnershipControls:BucketOwnershipControls': {
    source: 's3/bucket_ownership_controls.go',
    create: bucket('PutBucketOwnershipControls'),
    read: bucket('GetBucketOwnershipControls'),
    update: bucket('PutBucketOwnershipControls'),
    // For IAM, deleting is the same action as putting.
    delete: bucket('PutBucketOwnershipControls'),
  },
  'aws:s3/bucketPolicy:BucketPolicy': {
    source: 's3/bucket_policy.go',
    create: bucket('PutBucketPolicy'),
    read: bucket('GetBucketPolicy'),
    update: bucket('PutBucketPolicy'),
    delete: bucket('DeleteBucketPolicy'),
  },
  'aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock': {
    source: 's3/bucket_public_access_block.go',
    create: bucket('PutBucketPublicAccessBlock'),
    read: bucket('GetBucketPublicAccessBlock'),
    update: bucket('PutBucketPublicAccessBlock'),
    delete: bucket('PutBucketPublicAccessBlock'),
  },
});
