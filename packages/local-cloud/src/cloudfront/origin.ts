// What a distribution's origin answers: an object of a bucket, read as the distribution is allowed to.

import type { Buckets } from '../s3/buckets.ts';
import type { CloudFrontConfiguration, StoredDistribution } from './configuration.ts';
import type { CacheBehavior } from './distribution-inputs.ts';
import { type Answer, errorPage, s3Error } from './edge-response.ts';

/** `bucket.s3.eu-west-1.amazonaws.com`, or the older name without a region. */
const S3_HOST = /^(.+)\.s3(?:[.-][a-z0-9-]+)?\.amazonaws\.com$/;

export interface OriginDeps {
  readonly configuration: CloudFrontConfiguration;
  readonly buckets: Buckets;
}

export function isS3Host(domainName: string): boolean {
  return S3_HOST.test(domainName);
}

/** The origin's answer, or the custom page for its error. `path`: as sent, with its escapes, beginning with `/`. */
export function askOrigin(deps: OriginDeps, distribution: StoredDistribution, path: string): Answer {
  const { inputs } = distribution;
  const answer = readOrigin(deps, distribution, rootObject(path, inputs.defaultRootObject));
  const custom = inputs.customErrorResponses.find(({ errorCode }) => errorCode === answer.status);
  if (custom?.responsePagePath === undefined) return answer;
  const page = readOrigin(deps, distribution, custom.responsePagePath);
  // Without its page an error goes out as it is.
  if (page.status !== 200) return answer;
  return { ...page, status: custom.responseCode ?? answer.status, xCache: 'Error' };
}

/** The default root object is for the root only, never for folders. */
function rootObject(path: string, root: string): string {
  return path === '/' && root !== '' ? `/${root}` : path;
}

function readOrigin(
  { configuration, buckets }: OriginDeps,
  { inputs, computed }: StoredDistribution,
  path: string,
): Answer {
  const origin = originOf(inputs.origins, inputs.defaultCacheBehavior);
  const bucket = origin && S3_HOST.exec(origin.domainName)?.[1];
  if (bucket === undefined) {
    // A custom origin would be asked over the network, which this CDN never does.
    return errorPage(502, "CloudFront wasn't able to connect to the origin.");
  }
  const key = decodeKey(path.slice(1));
  if (key === undefined) return errorPage(400, 'Bad request.');
  const control = origin?.originAccessControlId;
  const signs =
    control !== undefined && configuration.accessControls.get(control)?.inputs.signingBehavior !== 'never';
  const read = buckets.get(bucket, key, signs ? { distributionArn: computed.arn } : {});
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
}: Extract<ReturnType<Buckets['get']>, { kind: 'object' }>['object']): Answer {
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
