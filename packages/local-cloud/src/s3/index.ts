// S3: buckets, their objects, and who may read them.
import type { CloudContext } from '../context.ts';
import type { ServiceHandlers } from '../resources/handler.ts';
import { defineS3Handlers } from './bucket.ts';
import { Buckets } from './buckets.ts';

export interface S3 extends ServiceHandlers {
  /** As CloudFront reads them. */
  readonly buckets: Buckets;
}

export function createS3(context: CloudContext): S3 {
  const buckets = new Buckets(context);
  return { buckets, handlers: defineS3Handlers(buckets), invokes: [] };
}
