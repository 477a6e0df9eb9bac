// What the documentation site and the redirects need: the bucket and what is in it, distributions and their parts.
import { ANY, GENERATED, IN_ACCOUNT, type Rights } from './right.ts';

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
      read: ['cloudfront:GetDistribution', 'cloudfront:ListTagsForResource'],
      write: [
        'cloudfront:DeleteDistribution',
        'cloudfront:GetDistributionConfig',
        'cloudfront:TagResource',
        'cloudfront:UntagResource',
        'cloudfront:UpdateDistribution',
      ],
      tagged: true,
    },
    { on: DISTRIBUTION, create: ['cloudfront:TagResource'] },
    { on: ANY, create: ['cloudfront:CreateDistribution'] },
  ],
  'aws:cloudfront/function:Function': [
    {
      on: FUNCTION,
      read: [
        'cloudfront:DescribeFunction',
        // The code of a redirect, which the provider compares. Anybody sees what it does.
        'cloudfront:GetFunction',
        // Since terraform-provider-aws #47916.
        'cloudfront:ListTagsForResource',
      ],
      write: [
        'cloudfront:DeleteFunction',
        'cloudfront:PublishFunction',
        'cloudfront:TagResource',
        'cloudfront:UntagResource',
        'cloudfront:UpdateFunction',
      ],
      tagged: true,
    },
    { on: FUNCTION, create: ['cloudfront:TagResource'] },
    // A name that exists is refused: it creates and never changes.
    { on: ANY, create: ['cloudfront:CreateFunction'] },
  ],
  // These two have neither tags nor a name in their ARN. The program replaces them in place of updating them, and
  // CloudFront deletes none that a distribution uses (OriginAccessControlInUse, ResponseHeadersPolicyInUse): without the
  // right to update, no stack can change another's.
  'aws:cloudfront/originAccessControl:OriginAccessControl': [
    {
      on: ACCESS_CONTROL,
      read: ['cloudfront:GetOriginAccessControl'],
      write: ['cloudfront:DeleteOriginAccessControl'],
    },
    { on: ANY, write: ['cloudfront:CreateOriginAccessControl'] },
  ],
  'aws:cloudfront/responseHeadersPolicy:ResponseHeadersPolicy': [
    {
      on: HEADERS_POLICY,
      read: ['cloudfront:GetResponseHeadersPolicy'],
      write: ['cloudfront:DeleteResponseHeadersPolicy'],
    },
    { on: ANY, write: ['cloudfront:CreateResponseHeadersPolicy'] },
  ],
  'aws:s3/bucket:Bucket': [
    {
      on: BUCKET,
      // The provider reads all of these, whatever is declared.
      read: [
        's3:GetAccelerateConfiguration',
        's3:GetBucketAcl',
        's3:GetBucketCORS',
        's3:GetBucketLocation',
        's3:GetBucketLogging',
        's3:GetBucketObjectLockConfiguration',
        's3:GetBucketPolicy',
        's3:GetBucketRequestPayment',
        's3:GetBucketTagging',
        's3:GetBucketVersioning',
        's3:GetBucketWebsite',
        's3:GetEncryptionConfiguration',
        's3:GetLifecycleConfiguration',
        's3:GetReplicationConfiguration',
        's3:ListBucket',
        's3:ListTagsForResource',
      ],
      write: ['s3:DeleteBucket', 's3:PutBucketTagging', 's3:TagResource', 's3:UntagResource'],
      when: IN_ACCOUNT,
    },
    // Always in the caller's account: a bucket that does not exist has none.
    { on: BUCKET, write: ['s3:CreateBucket'] },
  ],
  'aws:s3/bucketObjectv2:BucketObjectv2': [
    {
      on: OBJECTS,
      // For IAM, HeadObject is GetObject. What is in this bucket is public.
      read: ['s3:GetObject', 's3:GetObjectTagging'],
      write: ['s3:DeleteObject', 's3:PutObject', 's3:PutObjectTagging'],
      when: IN_ACCOUNT,
    },
  ],
  'aws:s3/bucketOwnershipControls:BucketOwnershipControls': [
    {
      on: BUCKET,
      read: ['s3:GetBucketOwnershipControls'],
      write: ['s3:PutBucketOwnershipControls'],
      when: IN_ACCOUNT,
    },
  ],
  'aws:s3/bucketPolicy:BucketPolicy': [
    {
      on: BUCKET,
      read: ['s3:GetBucketPolicy'],
      write: ['s3:DeleteBucketPolicy', 's3:PutBucketPolicy'],
      when: IN_ACCOUNT,
    },
  ],
  'aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock': [
    {
      on: BUCKET,
      read: ['s3:GetBucketPublicAccessBlock'],
      write: ['s3:PutBucketPublicAccessBlock'],
      when: IN_ACCOUNT,
    },
  ],
};
