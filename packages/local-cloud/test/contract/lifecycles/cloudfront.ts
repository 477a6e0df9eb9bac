// Distributions and the parts that they refer to.
import type { Fixture, Lifecycle } from '../lifecycle.ts';

/** AWS's managed CachingOptimized. */
const CACHING_OPTIMIZED = '658327ea-f89d-4fab-a63d-7e88639e58f6';

async function distributionInputs(fixture: Fixture) {
  const viewerFunction = await fixture.create('aws:cloudfront/function:Function', 'function', {
    ...{ runtime: 'cloudfront-js-2.0', code: 'function handler(event) { return event.request; }' },
  });
  return {
    enabled: true,
    origins: [
      { originId: 'site', domainName: 'site.s3.eu-west-1.amazonaws.com', originAccessControlId: 'E1CONTROL' },
    ],
    defaultCacheBehavior: {
      ...{
        targetOriginId: 'site',
        viewerProtocolPolicy: 'redirect-to-https',
        cachePolicyId: CACHING_OPTIMIZED,
      },
      ...{ allowedMethods: ['GET', 'HEAD'], cachedMethods: ['GET', 'HEAD'] },
      functionAssociations: [{ eventType: 'viewer-request', functionArn: viewerFunction.arn }],
    },
    restrictions: { geoRestriction: { restrictionType: 'none' } },
    viewerCertificate: { cloudfrontDefaultCertificate: true },
  };
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
      inputs: { runtime: 'cloudfront-js-2.0', code: 'function handler(event) { return event.request; }' },
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
