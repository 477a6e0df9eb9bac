// S3: buckets (aws:s3/bucket:Bucket) and their objects (aws:s3/bucketObjectv2:BucketObjectv2), with the provider's own arguments,
// those that a private site needs; and GetObject.
import { createHash } from 'node:crypto';
import type { BucketArgs } from '@pulumi/aws/s3/bucket.js';
import type { BucketObjectv2Args } from '@pulumi/aws/s3/bucketObjectv2.js';
import { z } from 'zod';
import type { CloudContext } from '../context.ts';
import { defineHandler, type Handler } from '../resources/handler.ts';
import { argsOf, needed, region, tags } from '../schema.ts';
import { ServiceError } from '../service-error.ts';
import type { Collection } from '../store.ts';

const bucketInputs = argsOf<BucketArgs>()({
  bucket: z.string(),
  forceDestroy: z.boolean().default(false),
  region,
  tags,
});

const objectInputs = argsOf<BucketObjectv2Args>()({
  bucket: z.string(),
  key: z.string(),
  content: z.string(needed('an object without content', 'it would be a file, an alias or empty')),
  contentType: z.string().default('binary/octet-stream'),
  cacheControl: z.string().optional(),
  region,
  tags,
});

type ObjectInputs = z.infer<typeof objectInputs>;

export interface StoredObject {
  readonly inputs: ObjectInputs;
  readonly computed: { readonly arn: string; readonly etag: string; readonly lastModified: string };
}

interface StoredBucket {
  readonly inputs: z.infer<typeof bucketInputs>;
  readonly computed: { readonly arn: string };
}

const noSuchBucket = () => new ServiceError('NoSuchBucket', 'The specified bucket does not exist', 404);

export class Buckets {
  readonly buckets: Collection<StoredBucket>;
  /** By `bucket/key`. */
  readonly objects: Collection<StoredObject>;

  constructor({ store }: CloudContext) {
    this.buckets = store.collection('s3-buckets');
    this.objects = store.collection('s3-objects');
  }

  /** The bucket with the name; throws S3's NoSuchBucket. */
  existing(name: string): StoredBucket {
    const bucket = this.buckets.get(name);
    if (bucket === undefined) throw noSuchBucket();
    return bucket;
  }

  /**
   * GetObject. Every bucket is private: an unsigned reader gets nothing. A reader without the right to list the bucket, as
   * a site's distribution is, gets a 403 in place of a 404 for an object that does not exist.
   */
  get(bucketName: string, key: string, isSigned: boolean): StoredObject | ServiceError {
    if (this.buckets.get(bucketName) === undefined) return noSuchBucket();
    const object = isSigned ? this.objects.get(`${bucketName}/${key}`) : undefined;
    return object ?? new ServiceError('AccessDenied', 'Access Denied', 403);
  }

  keys(bucketName: string): string[] {
    return this.objects
      .values()
      .filter(({ inputs }) => inputs.bucket === bucketName)
      .map(({ inputs }) => inputs.key);
  }
}

/** CloudFront reads from the buckets. */
export function createS3(context: CloudContext) {
  const buckets = new Buckets(context);
  return { buckets, handlers: [bucketHandler(buckets), objectHandler(buckets)] };
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
      if (keys.length > 0 && !forceDestroy)
        throw new ServiceError('BucketNotEmpty', 'The bucket you tried to delete is not empty', 409);
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
