// Distributions and the parts that they refer to.
import { functionInputs } from '../../support/cloudfront.ts';
import type { Fixture, Lifecycle } from '../lifecycle.ts';

const CODE = { runtime: 'cloudfront-js-2.0', code: 'function handler(event) { return event.request; }' };

async function distributionInputs(fixture: Fixture) {
  const viewerFunction = await fixture.create('aws:cloudfront/function:Function', 'function', CODE);
  return functionInputs(String(viewerFunction.arn));
}

export const cloudfront: readonly Lifecycle[] = [
  {
    type: 'aws:cloudfront/distribution:Distribution',
    computes: ['arn', 'domainName', 'hostedZoneId', 'etag', 'status', 'lastModifiedTime'],
    script: async (fixture) => ({
      inputs: await distributionInputs(fixture),
      updates: [{ comment: 'docs' }],
    }),
  },
  {
    type: 'aws:cloudfront/function:Function',
    computes: ['arn', 'etag', 'status'],
    script: async () => ({
      inputs: CODE,
      updates: [{ comment: 'rewrites' }, { tags: { stack: 'test' } }],
      replaces: { name: 'renamed' },
    }),
  },
  {
    type: 'aws:cloudfront/keyValueStore:KeyValueStore',
    computes: ['arn', 'etag', 'lastModifiedTime'],
    script: async () => ({
      inputs: { comment: 'targets' },
      updates: [{ comment: 'hosts' }, { tags: { stack: 'test' } }],
      replaces: { name: 'renamed' },
    }),
  },
  {
    type: 'aws:cloudfront/keyvaluestoreKey:KeyvaluestoreKey',
    computes: [],
    script: async (fixture) => {
      const { arn } = await fixture.create('aws:cloudfront/keyValueStore:KeyValueStore', 'store', {});
      return {
        inputs: { keyValueStoreArn: arn, key: 'www.orders.test', value: 'orders.test' },
        updates: [{ value: 'other.test' }],
        replaces: { key: 'old.orders.test' },
      };
    },
  },
  {
    type: 'aws:cloudfront/responseHeadersPolicy:ResponseHeadersPolicy',
    computes: ['arn', 'etag'],
    script: async () => ({
      inputs: { name: 'site', securityHeadersConfig: { contentTypeOptions: { override: true } } },
      updates: [{ securityHeadersConfig: { frameOptions: { frameOption: 'DENY', override: true } } }],
    }),
  },
];
