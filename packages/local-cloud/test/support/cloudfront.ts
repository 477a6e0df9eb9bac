// CloudFront on free ports with a private bucket, for the suites that deploy distributions and send requests.
import { createCloudFront } from '../../src/cloudfront/index.ts';
import { createRecorded } from '../../src/recorded/index.ts';
import { createS3 } from '../../src/s3/index.ts';
import { httpClient, startedIngress } from './client.ts';
import { resource, type TestContext } from './cloud.ts';

const CACHING_OPTIMIZED = '658327ea-f89d-4fab-a63d-7e88639e58f6';
const CACHING_DISABLED = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad';

/** Stops, with its ingress, after the test. */
export async function cloudFrontFixture(given?: TestContext) {
  const started = await startedIngress(given);
  const { context, ingress, ask } = started;
  const s3 = createS3(context);
  const cloudFront = createCloudFront(context, { ...started, buckets: s3.buckets });
  cloudFront.start();
  const siteHandlers = {
    handlers: [...createRecorded(context).handlers, ...s3.handlers, ...cloudFront.handlers],
    invokes: [],
  };
  const of = (type: string) => resource(siteHandlers, type);
  return {
    ...started,
    siteHandlers,
    bucket: of('aws:s3/bucket:Bucket'),
    object: of('aws:s3/bucketObjectv2:BucketObjectv2'),
    distribution: of('aws:cloudfront/distribution:Distribution'),
    viewerFunction: of('aws:cloudfront/function:Function'),
    headersPolicy: of('aws:cloudfront/responseHeadersPolicy:ResponseHeadersPolicy'),
    https: ask,
    http: httpClient(ingress.httpPort),
  };
}

export type Fixture = Awaited<ReturnType<typeof cloudFrontFixture>>;

/** Inputs of a distribution in front of the bucket `site`. */
export function siteInputs(overrides: object = {}) {
  return {
    enabled: true,
    defaultRootObject: 'index.html',
    origins: [
      { originId: 'site', domainName: 'site.s3.eu-west-1.amazonaws.com', originAccessControlId: 'E1CONTROL' },
    ],
    defaultCacheBehavior: behavior(),
    restrictions: { geoRestriction: { restrictionType: 'none' } },
    viewerCertificate: { cloudfrontDefaultCertificate: true },
    ...overrides,
  };
}

export function behavior(overrides: object = {}) {
  return {
    ...{ targetOriginId: 'site', viewerProtocolPolicy: 'redirect-to-https', compress: true },
    ...{ allowedMethods: ['GET', 'HEAD'], cachedMethods: ['GET', 'HEAD'], cachePolicyId: CACHING_OPTIMIZED },
    ...overrides,
  };
}

/** Inputs of a distribution whose function runs first, on http and https alike. */
export function functionInputs(functionArn: string) {
  return {
    ...siteInputs(),
    defaultRootObject: '',
    origins: [{ originId: 'site', domainName: 'never.example' }],
    defaultCacheBehavior: behavior({
      viewerProtocolPolicy: 'allow-all',
      allowedMethods: ['GET', 'HEAD', 'OPTIONS', 'PUT', 'POST', 'PATCH', 'DELETE'],
      cachePolicyId: CACHING_DISABLED,
      functionAssociations: [{ eventType: 'viewer-request', functionArn }],
    }),
  };
}

/** Deploys a bucket and a distribution in front of it; returns its host. */
export async function deploySite(fixture: Fixture, files: Readonly<Record<string, string>>, overrides = {}) {
  await fixture.bucket.create({ bucket: 'site' });
  for (const [key, content] of Object.entries(files))
    await fixture.object.create({ bucket: 'site', key, content, contentType: 'text/html' });
  const { id, inputs, outputs } = await fixture.distribution.create(siteInputs(overrides));
  return { id, inputs, host: String(outputs.domainName) };
}
