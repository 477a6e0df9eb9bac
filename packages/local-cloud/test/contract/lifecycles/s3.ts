// Buckets, what is in them, and who may read it.
import type { Lifecycle, Made, Scene } from '../lifecycle.ts';

export function makeBucket(scene: Scene, name = 'bucket'): Promise<Made> {
  return scene.make('aws:s3/bucket:Bucket', name, {});
}

const policy = (bucket: Made, principal: unknown) =>
  JSON.stringify({
    Version: '2012-10-17',
    Statement: [
      { Effect: 'Allow', Principal: principal, Action: 's3:GetObject', Resource: `${bucket.arn}/*` },
    ],
  });

/** A setting of which a bucket has one. */
function settingLife(type: string, inputs: object, update: object, refused: object, says: string): Lifecycle {
  return {
    type,
    computes: [],
    async script(scene) {
      const [bucket, other] = [await makeBucket(scene), await makeBucket(scene, 'other')];
      return {
        inputs: { bucket: bucket.id, ...inputs },
        updates: [{ ...update }],
        replaces: { bucket: other.id },
        refuses: [
          { patch: { ...refused }, says },
          { patch: { bucket: 'nowhere' }, says: 'NoSuchBucket: The specified bucket does not exist' },
        ],
      };
    },
  };
}

export const s3: readonly Lifecycle[] = [
  {
    type: 'aws:s3/bucket:Bucket',
    computes: ['arn', 'bucketDomainName', 'bucketRegionalDomainName'],
    async script(scene) {
      const taken = await makeBucket(scene, 'taken');
      return {
        inputs: {},
        updates: [{ tags: { team: 'orders' } }],
        replaces: { bucket: 'another-name' },
        refuses: [
          { patch: { bucket: 'No_Capitals' }, says: 'The specified bucket is not valid' },
          { patch: { bucket: taken.id }, says: 'BucketAlreadyOwnedByYou' },
        ],
      };
    },
  },
  {
    type: 'aws:s3/bucketObjectv2:BucketObjectv2',
    computes: ['etag', 'arn'],
    async script(scene) {
      const bucket = await makeBucket(scene);
      return {
        inputs: { bucket: bucket.id, key: 'index.html', content: 'orders' },
        updates: [{ content: 'more orders' }],
        replaces: { key: 'other.html' },
        refuses: [
          { patch: { key: '' }, says: 'key' },
          { patch: { bucket: 'nowhere' }, says: 'NoSuchBucket' },
        ],
      };
    },
  },
  {
    type: 'aws:s3/bucketPolicy:BucketPolicy',
    computes: [],
    async script(scene) {
      const [bucket, other] = [await makeBucket(scene), await makeBucket(scene, 'other')];
      const cloudFront = { Service: 'cloudfront.amazonaws.com' };
      return {
        inputs: { bucket: bucket.id, policy: policy(bucket, cloudFront) },
        updates: [{ policy: policy(bucket, { AWS: 'arn:aws:iam::123456789012:root' }) }],
        replaces: { bucket: other.id, policy: policy(other, cloudFront) },
        refuses: [
          { patch: { policy: undefined }, says: 'policy' },
          { patch: { policy: '{' }, says: 'MalformedPolicy' },
          { patch: { bucket: 'nowhere' }, says: 'NoSuchBucket' },
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
