// S3: buckets and their objects.
import type { CloudContext } from '../context.ts';
import type { ServiceHandlers } from '../resources/handler.ts';
import { bucketHandler } from './bucket.ts';
import { objectHandler } from './bucket-object.ts';
import { Buckets } from './buckets.ts';

export interface S3 extends ServiceHandlers {
  /** For CloudFront, which reads from them. */
  readonly buckets: Buckets;
}

export function createS3(context: CloudContext): S3 {
  const buckets = new Buckets(context);
  return { buckets, handlers: [bucketHandler(buckets), objectHandler(buckets)], invokes: [] };
}
