// What S3 stores: buckets and their objects, with the provider's own arguments, those that a private site needs; and GetObject.
import type { BucketArgs } from '@pulumi/aws/s3/bucket.js';
import type { BucketObjectv2Args } from '@pulumi/aws/s3/bucketObjectv2.js';
import { z } from 'zod';
import type { CloudContext } from '../context.ts';
import { argsOf, needed, region, tags } from '../schema.ts';
import { ServiceError } from '../service-error.ts';
import type { Collection } from '../store.ts';

/** S3's naming rules: https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html */
const bucketName = z
  .string()
  .regex(
    /^(?!xn--|sthree-|amzn-s3-demo-)(?!.*\.\.)(?!\d+\.\d+\.\d+\.\d+$)(?!.*(-s3alias|--ol-s3|\.mrap|--x-s3|--table-s3)$)[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
    'InvalidBucketName: The specified bucket is not valid.',
  );

export const bucketInputs = argsOf<BucketArgs>()({
  bucket: bucketName,
  forceDestroy: z.boolean().default(false),
  region,
  tags,
});

export const objectInputs = argsOf<BucketObjectv2Args>()({
  bucket: z.string(),
  key: z
    .string()
    .min(1)
    .refine((key) => Buffer.byteLength(key) <= 1024, 'KeyTooLongError: Your key is too long'),
  content: z.string(needed('an object without content', 'it would be a file, an alias or empty')),
  contentType: z.string().default('binary/octet-stream'),
  cacheControl: z.string().optional(),
  region,
  tags,
});

export type BucketInputs = z.infer<typeof bucketInputs>;
export type ObjectInputs = z.infer<typeof objectInputs>;

export interface StoredObject {
  readonly inputs: ObjectInputs;
  readonly computed: { readonly arn: string; readonly etag: string; readonly lastModified: string };
}

interface StoredBucket {
  readonly inputs: BucketInputs;
  readonly computed: { readonly arn: string };
}

type GetObjectResult =
  | { readonly kind: 'object'; readonly object: StoredObject }
  | { readonly kind: 'refused'; readonly status: number; readonly code: string; readonly message: string };

const refused = (status: number, code: string, message: string): GetObjectResult => {
  return { kind: 'refused', status, code, message };
};

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
    if (bucket === undefined)
      throw new ServiceError('NoSuchBucket', 'The specified bucket does not exist', 404);
    return bucket;
  }

  /**
   * GetObject. Every bucket is private: an unsigned reader gets nothing. A reader without the right to list the bucket, as
   * a site's distribution is, gets a 403 in place of a 404 for an object that does not exist.
   */
  get(bucketName: string, key: string, isSigned: boolean): GetObjectResult {
    if (this.buckets.get(bucketName) === undefined)
      return refused(404, 'NoSuchBucket', 'The specified bucket does not exist');
    const object = isSigned ? this.objects.get(`${bucketName}/${key}`) : undefined;
    return object === undefined ? refused(403, 'AccessDenied', 'Access Denied') : { kind: 'object', object };
  }

  /** The keys of a bucket's objects. */
  keys(bucketName: string): string[] {
    return this.objects
      .values()
      .filter(({ inputs }) => inputs.bucket === bucketName)
      .map(({ inputs }) => inputs.key);
  }
}
