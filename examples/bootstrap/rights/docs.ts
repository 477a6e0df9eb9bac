// What the documentation site and the redirects need: the bucket and what is in it, distributions and their parts.
import { ANY, OWN_TAG, type Rights } from './right.ts';

const BUCKET = ['arn:aws:s3:::docs-*'];
const cloudfront = (kind: string) => [`arn:aws:cloudfront::{account}:${kind}/*`];

export const DOCS_RIGHTS: Rights = {
  'aws:cloudfront/distribution:Distribution': [
    {
      on: cloudfront('distribution'),
      read: [
        'cloudfront:GetDistribution',
        'cloudfront:GetDistributionConfig',
        'cloudfront:ListTagsForResource',
      ],
      write: [
        'cloudfront:DeleteDistribution',
        'cloudfront:TagResource',
        'cloudfront:UntagResource',
        'cloudfront:UpdateDistribution',
      ],
    },
    { on: ANY, read: [], write: ['cloudfront:CreateDistribution'], when: OWN_TAG },
  ],
  'aws:cloudfront/function:Function': [
    {
      on: ['arn:aws:cloudfront::{account}:function/redirect-*'],
      read: [
        'cloudfront:DescribeFunction',
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
    },
    { on: ANY, read: [], write: ['cloudfront:CreateFunction'] },
  ],
  'aws:cloudfront/originAccessControl:OriginAccessControl': [
    {
      on: cloudfront('origin-access-control'),
      read: ['cloudfront:GetOriginAccessControl'],
      write: ['cloudfront:DeleteOriginAccessControl', 'cloudfront:UpdateOriginAccessControl'],
    },
    { on: ANY, read: [], write: ['cloudfront:CreateOriginAccessControl'] },
  ],
  'aws:cloudfront/responseHeadersPolicy:ResponseHeadersPolicy': [
    {
      on: cloudfront('response-headers-policy'),
      read: ['cloudfront:GetResponseHeadersPolicy'],
      write: ['cloudfront:DeleteResponseHeadersPolicy', 'cloudfront:UpdateResponseHeadersPolicy'],
    },
    { on: ANY, read: [], write: ['cloudfront:CreateResponseHeadersPolicy'] },
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
      write: [
        's3:CreateBucket',
        's3:DeleteBucket',
        's3:PutBucketTagging',
        's3:TagResource',
        's3:UntagResource',
      ],
    },
  ],
  'aws:s3/bucketObjectv2:BucketObjectv2': [
    {
      on: ['arn:aws:s3:::docs-*/*'],
      read: ['s3:GetObject', 's3:GetObjectTagging'],
      write: ['s3:DeleteObject', 's3:PutObject', 's3:PutObjectTagging'],
    },
  ],
  'aws:s3/bucketOwnershipControls:BucketOwnershipControls': [
    { on: BUCKET, read: ['s3:GetBucketOwnershipControls'], write: ['s3:PutBucketOwnershipControls'] },
  ],
  'aws:s3/bucketPolicy:BucketPolicy': [
    { on: BUCKET, read: ['s3:GetBucketPolicy'], write: ['s3:DeleteBucketPolicy', 's3:PutBucketPolicy'] },
  ],
  'aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock': [
    { on: BUCKET, read: ['s3:GetBucketPublicAccessBlock'], write: ['s3:PutBucketPublicAccessBlock'] },
  ],
};
