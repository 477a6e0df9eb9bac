// Buckets and their objects.
import type { Created, Fixture, Lifecycle } from '../lifecycle.ts';

export function makeBucket(fixture: Fixture, name = 'bucket'): Promise<Created> {
  return fixture.create('aws:s3/bucket:Bucket', name, {});
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
        refuses: [{ patch: { bucket: 'nowhere' }, message: 'NoSuchBucket' }],
      };
    },
  },
];
