// What the documentation site and the redirects need: the bucket and what is in it, distributions and their parts.
import { ANY, GENERATED, IN_ACCOUNT, owned, type Right, type Rights, right } from './right.ts';

/** S3 passes no tags to IAM unless a bucket is set up for it, so that the bucket has the stack in its name. */
const BUCKET = [`arn:aws:s3:::{project}-{stack}-docs${GENERATED}`];
const cloudfront = (kind: string) => [`arn:aws:cloudfront::{account}:${kind}`];

function ofBucket(read: string, write: string): Right {
  return right('s3', BUCKET, { read, write, when: IN_ACCOUNT });
}

/** What creates one gives it its tags, and names no resource. */
function ofTagged(kind: string, create: string, rights: { readonly read: string; readonly write: string }) {
  return [
    owned('cloudfront', cloudfront(kind), { ...rights, create: 'TagResource' }),
    right('cloudfront', ANY, { create }),
  ];
}

/** These have neither tags nor a name in their ARN. CloudFront deletes none that a distribution uses, and without the
 * right to update, which the program never does, no stack can change another's. */
function ofUntagged(name: 'OriginAccessControl' | 'ResponseHeadersPolicy') {
  const kind = name.replace(/\B[A-Z]/g, '-$&').toLowerCase();
  return [
    right('cloudfront', cloudfront(`${kind}/*`), { read: `Get${name}`, write: `Delete${name}` }),
    right('cloudfront', ANY, { write: `Create${name}` }),
  ];
}

export const DOCS_RIGHTS: Rights = {
  'aws:cloudfront/distribution:Distribution': ofTagged('distribution/*', 'CreateDistribution', {
    read: 'GetDistribution ListTagsForResource',
    write: 'DeleteDistribution GetDistributionConfig TagResource UntagResource UpdateDistribution',
  }),
  // A name that exists is refused: it creates and never changes.
  'aws:cloudfront/function:Function': ofTagged('function/redirect*', 'CreateFunction', {
    // The provider compares the code, which anybody sees, and lists the tags since terraform-provider-aws #47916.
    read: 'DescribeFunction GetFunction ListTagsForResource',
    write: 'DeleteFunction PublishFunction TagResource UntagResource UpdateFunction',
  }),
  'aws:cloudfront/keyValueStore:KeyValueStore': ofTagged('key-value-store/*', 'CreateKeyValueStore', {
    read: 'DescribeKeyValueStore ListTagsForResource',
    write: 'DeleteKeyValueStore TagResource UntagResource UpdateKeyValueStore',
  }),
  // The service that has the keys knows neither tags nor names of stores (service authorization reference, CloudFront KeyValueStore).
  'aws:cloudfront/keyvaluestoreKey:KeyvaluestoreKey': [
    right('cloudfront-keyvaluestore', cloudfront('key-value-store/*'), {
      read: 'DescribeKeyValueStore GetKey',
      write: 'DeleteKey PutKey',
    }),
  ],
  'aws:cloudfront/originAccessControl:OriginAccessControl': ofUntagged('OriginAccessControl'),
  'aws:cloudfront/responseHeadersPolicy:ResponseHeadersPolicy': ofUntagged('ResponseHeadersPolicy'),
  'aws:s3/bucket:Bucket': [
    right('s3', BUCKET, {
      // The provider reads all of these, whatever is declared.
      read: `GetAccelerateConfiguration GetBucketAcl GetBucketCORS GetBucketLocation GetBucketLogging
        GetBucketObjectLockConfiguration GetBucketPolicy GetBucketRequestPayment GetBucketTagging
        GetBucketVersioning GetBucketWebsite GetEncryptionConfiguration GetLifecycleConfiguration
        GetReplicationConfiguration ListBucket ListTagsForResource`,
      write: 'DeleteBucket PutBucketTagging TagResource UntagResource',
      when: IN_ACCOUNT,
    }),
    // Always in the caller's account: a bucket that does not exist has none.
    right('s3', BUCKET, { write: 'CreateBucket' }),
  ],
  'aws:s3/bucketObjectv2:BucketObjectv2': [
    right('s3', [`${BUCKET[0]}/*`], {
      // For IAM, HeadObject is GetObject. What is in this bucket is public.
      read: 'GetObject GetObjectTagging',
      write: 'DeleteObject PutObject PutObjectTagging',
      when: IN_ACCOUNT,
    }),
  ],
  'aws:s3/bucketOwnershipControls:BucketOwnershipControls': [
    ofBucket('GetBucketOwnershipControls', 'PutBucketOwnershipControls'),
  ],
  'aws:s3/bucketPolicy:BucketPolicy': [ofBucket('GetBucketPolicy', 'DeleteBucketPolicy PutBucketPolicy')],
  'aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock': [
    ofBucket('GetBucketPublicAccessBlock', 'PutBucketPublicAccessBlock'),
  ],
};
