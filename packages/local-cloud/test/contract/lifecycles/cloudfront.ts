// Distributions and the parts that they refer to.
import type { Lifecycle, Scene } from '../lifecycle.ts';

/** AWS's managed CachingOptimized. */
const CACHING_OPTIMIZED = '658327ea-f89d-4fab-a63d-7e88639e58f6';

async function distributionInputs(scene: Scene) {
  const viewerFunction = await scene.make('aws:cloudfront/function:Function', 'function', {
    ...{ runtime: 'cloudfront-js-2.0', code: 'function handler(event) { return event.request; }' },
  });
  const access = { originAccessControlOriginType: 's3', signingBehavior: 'always', signingProtocol: 'sigv4' };
  const control = await scene.make(
    'aws:cloudfront/originAccessControl:OriginAccessControl',
    'control',
    access,
  );
  return {
    enabled: true,
    origins: [
      {
        ...{ originId: 'site', domainName: 'site.s3.eu-west-1.amazonaws.com' },
        originAccessControlId: control.id,
      },
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
    async script(scene) {
      const inputs = await distributionInputs(scene);
      const behavior = inputs.defaultCacheBehavior;
      return {
        inputs,
        updates: [{ comment: 'docs' }],
        refuses: [
          { patch: { viewerCertificate: undefined }, says: 'viewerCertificate' },
          { patch: { aliases: ['docs.orders.localhost'] }, says: 'InvalidViewerCertificate' },
          { patch: { defaultCacheBehavior: { ...behavior, targetOriginId: 'other' } }, says: 'NoSuchOrigin' },
          {
            patch: { defaultCacheBehavior: { ...behavior, cachePolicyId: 'none' } },
            says: 'NoSuchCachePolicy',
          },
        ],
      };
    },
  },
  {
    type: 'aws:cloudfront/function:Function',
    computes: ['arn', 'etag', 'status'],
    script: async () => ({
      inputs: { runtime: 'cloudfront-js-2.0', code: 'function handler(event) { return event.request; }' },
      updates: [{ comment: 'rewrites' }, { tags: { stack: 'test' } }],
      replaces: { name: 'renamed' },
      refuses: [
        { patch: { runtime: 'cloudfront-js-1.0' }, says: 'runtime' },
        { patch: { code: ' '.repeat(10_241) }, says: 'FunctionSizeLimitExceeded' },
      ],
    }),
  },
  {
    type: 'aws:cloudfront/originAccessControl:OriginAccessControl',
    computes: ['arn', 'etag'],
    script: async () => ({
      inputs: {
        ...{ name: 'site', originAccessControlOriginType: 's3' },
        ...{ signingBehavior: 'always', signingProtocol: 'sigv4' },
      },
      updates: [{ description: 'the docs' }],
      refuses: [
        { patch: { signingProtocol: 'sigv2' }, says: 'signingProtocol' },
        { patch: {}, says: 'OriginAccessControlAlreadyExists' },
      ],
    }),
  },
  {
    type: 'aws:cloudfront/responseHeadersPolicy:ResponseHeadersPolicy',
    computes: ['arn', 'etag'],
    script: async () => ({
      inputs: {
        name: 'site',
        securityHeadersConfig: { contentTypeOptions: { override: true } },
      },
      updates: [{ securityHeadersConfig: { frameOptions: { frameOption: 'DENY', override: true } } }],
      refuses: [
        {
          patch: { securityHeadersConfig: { frameOptions: { frameOption: 'MAYBE', override: true } } },
          says: 'securityHeadersConfig.frameOptions.frameOption',
        },
        { patch: {}, says: 'ResponseHeadersPolicyAlreadyExists' },
      ],
    }),
  },
];
