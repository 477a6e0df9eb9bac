// What the documentation site and the redirects need: the bucket and what is in it, distributions and their parts.
import { ANY, actions, GENERATED, IN_ACCOUNT, type Rights } from './right.ts';

/** S3 passes no tags to IAM unless a bucket is set up for it, so that the bucket has the stack in its name. */
const BUCKET = [`arn:aws:s3:::{project}-{stack}-docs${GENERATED}`];
const OBJECTS = [`${BUCKET[0]}/*`];
const cloudfront = (kind: string) => [`arn:aws:cloudfront::{account}:${kind}`];
const DISTRIBUTION = cloudfront('distribution/*');
const FUNCTION = cloudfront('function/redirect-*');
const ACCESS_CONTROL = cloudfront('origin-access-control/*');
const HEADERS_POLICY = cloudfront('response-headers-policy/*');

export const DOCS_RIGHTS: Rights = {
  'aws:cloudfront/distribution:Distribution': [
    {
      on: DISTRIBUTION,
      read: actions('cloudfront', 'GetDistribution ListTagsForResource'),
      write: actions(
        'cloudfront',
        `DeleteDistribution GetDistributionConfig TagResource UntagResource UpdateDistribution`,
      ),
      create: actions('cloudfront', 'TagResource'),
      tagged: true,
    },
    { on: ANY, create: actions('cloudfront', 'CreateDistribution') },
  ],
  'aws:cloudfront/function:Function': [
    {
      on: FUNCTION,
      // GetFunction has the code of a redirect, which the provider compares and anybody sees. The provider lists the tags since
      // terraform-provider-aws #47916.
      read: actions('cloudfront', 'DescribeFunction GetFunction ListTagsForResource'),
      write: actions('cloudfront', 'DeleteFunction PublishFunction TagResource UntagResource UpdateFunction'),
      create: actions('cloudfront', 'TagResource'),
      tagged: true,
    },
    // A name that exists is refused: it creates and never changes.
    { on: ANY, create: actions('cloudfront', 'CreateFunction') },
  ],
  // These two have neither tags nor a name in their ARN. The program replaces them in place of updating them, and
  // CloudFront deletes none that a distribution uses (OriginAccessControlInUse, ResponseHeadersPolicyInUse): without the
  // right to update, no stack can change another's.
  'aws:cloudfront/originAccessControl:OriginAccessControl': [
    {
      on: ACCESS_CONTROL,
      read: actions('cloudfront', 'GetOriginAccessControl'),
      write: actions('cloudfront', 'DeleteOriginAccessControl'),
    },
    { on: ANY, write: actions('cloudfront', 'CreateOriginAccessControl') },
  ],
  'aws:cloudfront/responseHeadersPolicy:ResponseHeadersPolicy': [
    {
      on: HEADERS_POLICY,
      read: actions('cloudfront', 'GetResponseHeadersPolicy'),
      write: actions('cloudfront', 'DeleteResponseHeadersPolicy'),
    },
    { on: ANY, write: actions('cloudfront', 'CreateResponseHeadersPolicy') },
  ],
  'aws:s3/bucket:Bucket': [
    {
      on: BUCKET,
      // The provider reads all of these, whatever is declared.
      read: actions(
        's3',
        `GetAccelerateConfiguration GetBucketAcl GetBucketCORS GetBucketLocation GetBucketLogging
        GetBucketObjectLockConfiguration GetBucketPolicy GetBucketRequestPayment GetBucketTagging
        GetBucketVersioning GetBucketWebsite GetEncryptionConfiguration GetLifecycleConfiguration
        GetReplicationConfiguration ListBucket ListTagsForResource`,
      ),
      write: actions('s3', 'DeleteBucket PutBucketTagging TagResource UntagResource'),
      when: IN_ACCOUNT,
    },
    // Always in the caller's account: a bucket that does not exist has none.
    { on: BUCKET, write: actions('s3', 'CreateBucket') },
  ],
  'aws:s3/bucketObjectv2:BucketObjectv2': [
    {
      on: OBJECTS,
      // For IAM, HeadObject is GetObject. What is in this bucket is public.
      read: actions('s3', 'GetObject GetObjectTagging'),
      write: actions('s3', 'DeleteObject PutObject PutObjectTagging'),
      when: IN_ACCOUNT,
    },
  ],
  'aws:s3/bucketOwnershipControls:BucketOwnershipControls': [
    {
      on: BUCKET,
      read: actions('s3', 'GetBucketOwnershipControls'),
      write: actions('s3', 'PutBucketOwnershipControls'),
      when: IN_ACCOUNT,
    },
  ],
  'aws:s3/bucketPolicy:BucketPolicy': [
    {
      on: BUCKET,
      read: actions('s3', 'GetBucketPolicy'),
      write: actions('s3', 'DeleteBucketPolicy PutBucketPolicy'),
      when: IN_ACCOUNT,
    },
  ],
  'aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock': [
    {
      on: BUCKET,
      read: actions('s3', 'GetBucketPublicAccessBlock'),
      write: actions('s3', 'PutBucketPublicAccessBlock'),
      when: IN_ACCOUNT,
    },
  ],
};
