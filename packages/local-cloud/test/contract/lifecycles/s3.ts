// Buckets and their objects.
import type { Lifecycle } from '../lifecycle.ts';

export const s3: readonly Lifecycle[] = [
  {
    type: 'aws:s3/bucket:Bucket',
    computes: ['arn', 'bucketDomainName', 'bucketRegionalDomainName'],
    script: async () => ({
      inputs: {},
      updates: [{ tags: { team: 'orders' } }],
      replaces: { bucket: 'another-name' },
    }),
  },
  {
    type: 'aws:s3/bucketObjectv2:BucketObjectv2',
    computes: ['etag', 'arn'],
    async script(fixture) {
      const bucket = await fixture.create('aws:s3/bucket:Bucket', 'bucket', {});
      return {
        inputs: { bucket: bucket.id, key: 'index.html', content: 'orders' },
        updates: [{ content: 'more orders' }],
        replaces: { key: 'other.html' },
      };
    },
  },
];
