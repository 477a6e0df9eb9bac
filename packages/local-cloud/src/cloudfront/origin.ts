// The origin's response: an object of a bucket, read with the distribution's rights.

import type { Buckets } from '../s3/buckets.ts';
import type { CloudFrontConfiguration, StoredDistribution } from './configuration.ts';
import type { CacheBehavior } from './distribution-inputs.ts';
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
export function readOrigin(deps: OriginDeps, distribution: StoredDistribution, path: string): EdgeResponse {
  const { inputs } = distribution;
  const answer = readObject(deps, distribution, rootObject(path, inputs.defaultRootObject));
  const custom = inputs.customErrorResponses.find(({ errorCode }) => errorCode === answer.status);
  if (custom?.responsePagePath === undefined) return answer;
  const page = readObject(deps, distribution, custom.responsePagePath);
  // Where the custom page cannot be read, the viewer gets the origin's error.
  if (page.status !== 200) return answer;
  return { ...page, status: custom.responseCode ?? answer.status, xCache: 'Error' };
}

/** The default root object is served for the root only, not for folders. */
function rootObject(path: string, root: string): string {
  return path === '/' && root !== '' ? `/${root}` : path;
}

function readObject({ buckets }: OriginDeps, { inputs }: StoredDistribution, path: string): EdgeResponse {
  const origin = originOf(inputs.origins, inputs.defaultCacheBehavior);
  const bucket = origin && S3_HOST.exec(origin.domainName)?.[1];
  if (bucket === undefined) {
    // A custom origin would need the network, which this edge never uses.
    return errorPage(502, "CloudFront wasn't able to connect to the origin.");
  }
  const key = decodeKey(path.slice(1));
  if (key === undefined) return errorPage(400, 'Bad request.');
  const read = buckets.get(bucket, key, origin?.originAccessControlId !== undefined);
  if (read.kind === 'refused') return s3Error(read.status, read.code, read.message);
  return objectAnswer(read.object);
}

function originOf<Origin extends { readonly originId: string }>(
  origins: readonly Origin[],
  { targetOriginId }: CacheBehavior,
): Origin | undefined {
  return origins.find(({ originId }) => originId === targetOriginId);
}

function objectAnswer({
  inputs,
  computed,
}: Extract<ReturnType<Buckets['get']>, { kind: 'object' }>['object']): EdgeResponse {
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
