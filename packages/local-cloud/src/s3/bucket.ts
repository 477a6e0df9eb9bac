// Buckets: aws:s3/bucket:Bucket.
import { defineHandler } from '../resources/define-handler.ts';
import type { Handler } from '../resources/handler.ts';
import { ServiceError } from '../service-error.ts';
import type { Buckets } from './buckets.ts';
import { bucketInputs } from './inputs.ts';

export function bucketHandler(buckets: Buckets): Handler {
  return defineHandler({
    type: 'aws:s3/bucket:Bucket',
    inputs: bucketInputs,
    replaceOn: ['bucket'],
    autoname: 'bucket',
    async create(inputs, { region }) {
      const { bucket } = inputs;
      if (buckets.buckets.get(bucket) !== undefined) {
        const message = 'Your previous request to create the named bucket succeeded and you already own it.';
        throw new ServiceError('BucketAlreadyOwnedByYou', message, 409);
      }
      const computed = {
        arn: `arn:aws:s3:::${bucket}`,
        bucketDomainName: `${bucket}.s3.amazonaws.com`,
        bucketRegionalDomainName: `${bucket}.s3.${region}.amazonaws.com`,
        region,
      };
      buckets.buckets.set(bucket, { inputs, computed });
      return { id: bucket, computed };
    },
    read: async (id) => buckets.buckets.get(id),
    async update(id, inputs) {
      const { computed } = buckets.existing(id);
      buckets.buckets.set(id, { inputs, computed });
      return computed;
    },
    async delete(id, { forceDestroy }) {
      const keys = buckets.keys(id);
      if (keys.length > 0 && !forceDestroy) {
        throw new ServiceError('BucketNotEmpty', 'The bucket you tried to delete is not empty', 409);
      }
      for (const key of keys) buckets.objects.delete(`${id}/${key}`);
      buckets.buckets.delete(id);
    },
  });
}
