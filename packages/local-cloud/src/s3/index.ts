// Buckets (aws:s3/bucket:Bucket) and their objects (aws:s3/bucketObjectv2:BucketObjectv2).
import { createHash } from 'node:crypto';
import type { CloudContext } from '../context.ts';
import { defineHandler, type Handler, type ServiceHandlers } from '../resources/handler.ts';
import { ServiceError } from '../service-error.ts';
import { Buckets, bucketInputs, type ObjectInputs, objectInputs } from './buckets.ts';

export interface S3 extends ServiceHandlers {
  /** For CloudFront, which reads from them. */
  readonly buckets: Buckets;
}

export function createS3(context: CloudContext): S3 {
  const buckets = new Buckets(context);
  return { buckets, handlers: [bucketHandler(buckets), objectHandler(buckets)], invokes: [] };
}

function bucketHandler(buckets: Buckets): Handler {
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

function objectHandler(buckets: Buckets): Handler {
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
