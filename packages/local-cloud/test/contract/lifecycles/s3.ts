// Buckets, their objects, policies and settings.
import type { Created, Fixture, Lifecycle } from '../lifecycle.ts';

export function makeBucket(fixture: Fixture, name = 'bucket'): Promise<Created> {
  return fixture.create('aws:s3/bucket:Bucket', name, {});
}

const policy = (bucket: Created, principal: unknown) =>
  JSON.stringify({
    Version: '2012-10-17',
    Statement: [
      { Effect: 'Allow', Principal: principal, Action: 's3:GetObject', Resource: `${bucket.arn}/*` },
    ],
  });

/** A setting of which a bucket has one. */
function settingLife(
  type: string,
  inputs: object,
  update: object,
  refused: object,
  message: string,
): Lifecycle {
  return {
    type,
    computes: [],
    async script(fixture) {
      const [bucket, other] = [await makeBucket(fixture), await makeBucket(fixture, 'other')];
      return {
        inputs: { bucket: bucket.id, ...inputs },
        updates: [{ ...update }],
        replaces: { bucket: other.id },
        refuses: [
          { patch: { ...refused }, message },
          { patch: { bucket: 'nowhere' }, message: 'NoSuchBucket: The specified bucket does not exist' },
        ],
      };
    },
  };
}

export const s3: readonly Lifecycle[] = [
  {
    type: 'aws:s3/bucket:Bucket',
    computes: ['arn', 'bucketDomainName', 'bucketRegionalDomainName'],
    async script(fixture) {
      const taken = await makeBucket(fixture, 'taken');
      return {
        inputs: {},
        updates: [{ tags: { team: 'orders' } }],
        replaces: { bucket: 'another-name' },
        refuses: [
          { patch: { bucket: 'No_Capitals' }, message: 'The specified bucket is not valid' },
          { patch: { bucket: taken.id }, message: 'BucketAlreadyOwnedByYou' },
        ],
      };
    },
  },
  {
    type: 'aws:s3/bucketObjectv2:BucketObjectv2',
    computes: ['etag', 'arn'],
    async script(fixture) {
      const bucket = await makeBucket(fixture);
      return {
        inputs: { bucket: bucket.id, key: 'index.html', content: 'orders' },
        updates: [{ content: 'more orders' }],
        replaces: { key: 'other.html' },
        refuses: [
          { patch: { key: '' }, message: 'key' },
          { patch: { bucket: 'nowhere' }, message: 'NoSuchBucket' },
        ],
      };
    },
  },
  {
    type: 'aws:s3/bucketPolicy:BucketPolicy',
    computes: [],
    async script(fixture) {
      const [bucket, other] = [await makeBucket(fixture), await makeBucket(fixture, 'other')];
      const cloudFront = { Service: 'cloudfront.amazonaws.com' };
      return {
        inputs: { bucket: bucket.id, policy: policy(bucket, cloudFront) },
        updates: [{ policy: policy(bucket, { AWS: 'arn:aws:iam::123456789012:root' }) }],
        replaces: { bucket: other.id, policy: policy(other, cloudFront) },
        refuses: [
          { patch: { policy: undefined }, message: 'policy' },
          { patch: { policy: '{' }, message: 'MalformedPolicy' },
          { patch: { bucket: 'nowhere' }, message: 'NoSuchBucket' },
        ],
      };
    },
  },
  settingLife(
    'aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock',
    { blockPublicAcls: true },
    { blockPublicPolicy: true },
    { blockPublicAcls: 'yes' },
    'blockPublicAcls',
  ),
  settingLife(
    'aws:s3/bucketOwnershipControls:BucketOwnershipControls',
    { rule: { objectOwnership: 'BucketOwnerEnforced' } },
    { rule: { objectOwnership: 'ObjectWriter' } },
    { rule: { objectOwnership: 'Nobody' } },
    'rule.objectOwnership',
  ),
];
