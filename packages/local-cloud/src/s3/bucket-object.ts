// Objects: aws:s3/bucketObjectv2:BucketObjectv2.
import { createHash } from 'node:crypto';
import { defineHandler } from '../resources/define-handler.ts';
import type { Handler } from '../resources/handler.ts';
import type { Buckets } from './buckets.ts';
import { objectForms } from './form.ts';
import { type ObjectInputs, objectInputs } from './inputs.ts';

export function objectHandler(buckets: Buckets): Handler {
  const put = (inputs: ObjectInputs) => {
    const { bucket, key, content } = inputs;
    const computed = {
      arn: `${buckets.existing(bucket).computed.arn}/${key}`,
      etag: createHash('md5').update(content).digest('hex'),
      lastModified: new Date().toUTCString(),
    };
    buckets.objects.set(`${bucket}/${key}`, { inputs, computed });
    return { arn: computed.arn, etag: computed.etag };
  };
  return defineHandler({
    type: 'aws:s3/bucketObjectv2:BucketObjectv2',
    inputs: objectInputs,
    replaceOn: ['bucket', 'key'],
    forms: objectForms,
    create: async (inputs) => ({ id: `${inputs.bucket}/${inputs.key}`, computed: put(inputs) }),
    async read(id) {
      const object = buckets.objects.get(id);
      if (object === undefined) return undefined;
      const { arn, etag } = object.computed;
      return { inputs: object.inputs, computed: { arn, etag } };
    },
    update: async (_id, inputs) => put(inputs),
    delete: async (id) => void buckets.objects.delete(id),
  });
}
