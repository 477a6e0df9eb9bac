// The origin's response: an object of a bucket.
import type { Buckets, StoredObject } from '../s3/buckets.ts';
import type { CloudFrontConfiguration, StoredDistribution } from './configuration.ts';
import { type EdgeResponse, errorPage, s3Error } from './edge-response.ts';

/** `bucket.s3.eu-west-1.amazonaws.com`, or the older name without a region. */
const S3_HOST = /^(.+)\.s3(?:[.-][a-z0-9-]+)?\.amazonaws\.com$/;

export interface OriginDeps {
  readonly configuration: CloudFrontConfiguration;
  readonly buckets: Buckets;
}

export function isS3Host(domainName: string): boolean {
  return S3_HOST.test(domainName);
}

/** The origin's response, or the custom page for its error. `path`: as sent, with its escapes, beginning with `/`. */
export function readOrigin(
  { buckets }: OriginDeps,
  { inputs }: StoredDistribution,
  path: string,
): EdgeResponse {
  const { defaultRootObject, customErrorResponses } = inputs;
  // The default root object is served for the root only, not for folders.
  const answer = readObject(buckets, inputs, path === '/' ? `/${defaultRootObject}` : path);
  const custom = customErrorResponses.find(({ errorCode }) => errorCode === answer.status);
  if (custom?.responsePagePath === undefined) return answer;
  const page = readObject(buckets, inputs, custom.responsePagePath);
  // Where the custom page cannot be read, the viewer gets the origin's error.
  if (page.status !== 200) return answer;
  return { ...page, status: custom.responseCode ?? answer.status, xCache: 'Error' };
}

function readObject(
  buckets: Buckets,
  { origins, defaultCacheBehavior }: StoredDistribution['inputs'],
  path: string,
): EdgeResponse {
  const origin = origins.find(({ originId }) => originId === defaultCacheBehavior.targetOriginId);
  const [, bucket] = S3_HOST.exec(origin?.domainName ?? '') ?? [];
  // A custom origin would need the network, which this edge never uses.
  if (bucket === undefined) return errorPage(502, "CloudFront wasn't able to connect to the origin.");
  const key = decodeKey(path.slice(1));
  if (key === undefined) return errorPage(400, 'Bad request.');
  const read = buckets.get(bucket, key, origin?.originAccessControlId !== undefined);
  return read.kind === 'refused' ? s3Error(read.status, read.code, read.message) : objectAnswer(read.object);
}

function objectAnswer({ inputs, computed }: StoredObject): EdgeResponse {
  const { contentType, cacheControl, content } = inputs;
  return {
    status: 200,
    headers: {
      'content-type': contentType,
      'last-modified': computed.lastModified,
      ...(cacheControl !== undefined && { 'cache-control': cacheControl }),
    },
    body: Buffer.from(content),
    etag: `"${computed.etag}"`,
    xCache: 'Miss',
  };
}

function decodeKey(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
