// Settings of a bucket: aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock and
// aws:s3/bucketOwnershipControls:BucketOwnershipControls.
import { defineHandler } from '../resources/define-handler.ts';
import type { Handler } from '../resources/handler.ts';
import type { Collection } from '../store.ts';
import type { Buckets } from './buckets.ts';
import { ownershipInputs, publicAccessInputs } from './inputs.ts';

export function publicAccessHandler(buckets: Buckets): Handler {
  return settingHandler('aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock', buckets, {
    inputs: publicAccessInputs,
    settings: buckets.publicAccess,
  });
}

export function ownershipHandler(buckets: Buckets): Handler {
  return settingHandler('aws:s3/bucketOwnershipControls:BucketOwnershipControls', buckets, {
    inputs: ownershipInputs,
    settings: buckets.ownership,
  });
}

/** A setting of which a bucket has one, and which is only stored. */
function settingHandler<Inputs extends { readonly bucket: string }>(
  type: string,
  buckets: Buckets,
  { inputs, settings }: { inputs: Handler<Inputs>['inputs']; settings: Collection<Inputs> },
): Handler {
  const put = (given: Inputs) => {
    buckets.existing(given.bucket);
    settings.set(given.bucket, given);
    return {};
  };
  return defineHandler<Inputs, object>({
    type,
    inputs,
    replaceOn: ['bucket'],
    create: async (given) => ({ id: given.bucket, computed: put(given) }),
    async read(id) {
      const known = settings.get(id);
      return known && { inputs: known, computed: {} };
    },
    update: async (_id, given) => put(given),
    delete: async (id) => void settings.delete(id),
  });
}
