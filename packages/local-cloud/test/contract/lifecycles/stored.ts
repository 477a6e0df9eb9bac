// Buckets and their objects, and tables.
import type { Lifecycle } from '../lifecycle.ts';

export const stored: readonly Lifecycle[] = [
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
  {
    type: 'aws:dynamodb/table:Table',
    computes: ['arn'],
    script: async () => ({
      inputs: { attributes: [{ name: 'id', type: 'S' }], hashKey: 'id', billingMode: 'PAY_PER_REQUEST' },
      updates: [{ tags: { team: 'orders' } }, { ttl: { enabled: true, attributeName: 'expires' } }],
      replaces: { attributes: [{ name: 'key', type: 'S' }], hashKey: 'key' },
    }),
  },
];
