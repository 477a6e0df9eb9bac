// Buckets and their objects, tables, and recorded types, which all have one handler.
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
      inputs: {
        ...{ attributes: [{ name: 'id', type: 'S' }], hashKey: 'id' },
        billingMode: 'PAY_PER_REQUEST',
      },
      updates: [{ tags: { team: 'orders' } }, { ttl: { enabled: true, attributeName: 'expires' } }],
      replaces: { attributes: [{ name: 'key', type: 'S' }], hashKey: 'key' },
    }),
  },
  // Of the recorded types, one that is found by its name, and one whose id stays when it is renamed.
  {
    type: 'aws:iam/role:Role',
    computes: ['arn'],
    script: async () => ({
      inputs: { assumeRolePolicy: '{"Statement":[]}' },
      updates: [{ description: 'orders' }],
      replaces: { path: '/orders/' },
    }),
  },
  {
    type: 'aws:codedeploy/application:Application',
    computes: ['arn', 'applicationId'],
    script: async () => ({
      inputs: { computePlatform: 'Lambda' },
      updates: [{ name: 'renamed' }],
      replaces: { computePlatform: 'ECS' },
    }),
  },
];
