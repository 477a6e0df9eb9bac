// S3: buckets and their objects.
import type { CloudContext } from '../context.ts';
import type { ServiceHandlers } from '../resources/handler.ts';
import { bucketHandler } from './bucket.ts';
import { objectHandler } from './bucket-object.ts';
import { policyHandler } from './bucket-policy.ts';
import { ownershipHandler, publicAccessHandler } from './bucket-settings.ts';
import { Buckets } from './buckets.ts';

export interface S3 extends ServiceHandlers {
  /** For CloudFront, which reads from them. */
  readonly buckets: Buckets;
}

export function createS3(context: CloudContext): S3 {
  const buckets = new Buckets(context);
  const handlers = [bucketHandler, objectHandler, policyHandler, publicAccessHandler, ownershipHandler];
  return { buckets, handlers: handlers.map((define) => define(buckets)), invokes: [] };
}
