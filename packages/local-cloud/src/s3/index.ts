// S3: buckets (aws:s3/bucket:Bucket) and their objects (aws:s3/bucketObjectv2:BucketObjectv2), with the provider's own arguments,
// those that a private site needs; and GetObject.
import { hash } from 'node:crypto';
import type { BucketArgs } from '@pulumi/aws/s3/bucket.js';
import type { BucketObjectv2Args } from '@pulumi/aws/s3/bucketObjectv2.js';
import { z } from 'zod';
import type { CloudContext } from '../context.ts';
import type { Handler } from '../resources/handler.ts';
import { type Stored, storedHandler } from '../resources/stored.ts';
import { argsOf, needed, region, tags } from '../schema.ts';
import { refuseIf, ServiceError } from '../service-error.ts';

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

export type StoredObject = Stored<ObjectInputs, { readonly arn: string; readonly etag: string }>;

const noSuchBucket = () => new ServiceError('NoSuchBucket', 'The specified bucket does not exist', 404);

export type Buckets = ReturnType<typeof createBuckets>;

function createBuckets({ store }: CloudContext) {
  const buckets =
    store.collection<Stored<z.infer<typeof bucketInputs>, { readonly arn: string }>>('s3/buckets');
  /** By `bucket/key`. */
  const objects = store.collection<StoredObject>('s3/objects');
  return {
    ...{ buckets, objects },
    /** Every bucket is private. A reader that may not list it gets a 403 in place of a 404, as a site's distribution does. */
    get(bucketName: string, key: string, isSigned: boolean): StoredObject | ServiceError {
      if (buckets.get(bucketName) === undefined) return noSuchBucket();
      const object = isSigned ? objects.get(`${bucketName}/${key}`) : undefined;
      return object ?? new ServiceError('AccessDenied', 'Access Denied', 403);
    },
  };
}

export function createS3(context: CloudContext) {
  const buckets = createBuckets(context);
  return { buckets, handlers: [bucketHandler(buckets), objectHandler(buckets)] };
}

function bucketHandler({ buckets, objects }: Buckets): Handler {
  return storedHandler({
    type: 'aws:s3/bucket:Bucket',
    inputs: bucketInputs,
    replaceOn: ['bucket'],
    autoname: 'bucket',
    stored: buckets,
    newId: ({ bucket }) => bucket,
    accept({ id, region, isNew, before }) {
      if (!isNew && before === undefined) throw noSuchBucket();
      const message = 'Your previous request to create the named bucket succeeded and you already own it.';
      refuseIf(isNew && before !== undefined, 'BucketAlreadyOwnedByYou', message, 409);
      return {
        arn: `arn:aws:s3:::${id}`,
        bucketDomainName: `${id}.s3.amazonaws.com`,
        bucketRegionalDomainName: `${id}.s3.${region}.amazonaws.com`,
        region,
      };
    },
    removing({ id }, { forceDestroy }) {
      const own = objects.values().filter(({ inputs }) => inputs.bucket === id);
      const isKept = own.length > 0 && !forceDestroy;
      refuseIf(isKept, 'BucketNotEmpty', 'The bucket you tried to delete is not empty', 409);
      for (const object of own) objects.delete(object.id);
    },
  });
}

function objectHandler({ buckets, objects }: Buckets): Handler {
  return storedHandler({
    type: 'aws:s3/bucketObjectv2:BucketObjectv2',
    inputs: objectInputs,
    replaceOn: ['bucket', 'key'],
    stored: objects,
    newId: ({ bucket, key }) => `${bucket}/${key}`,
    accept({ inputs: { bucket, key, content } }) {
      const owner = buckets.get(bucket);
      if (owner === undefined) throw noSuchBucket();
      const etag = hash('md5', content);
      return { arn: `${owner.computed.arn}/${key}`, etag };
    },
  });
}
