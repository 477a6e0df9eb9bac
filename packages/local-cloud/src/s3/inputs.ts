// The inputs of buckets and objects: the provider's own arguments, those that a private site needs.
import type { BucketArgs } from '@pulumi/aws/s3/bucket.js';
import type { BucketObjectv2Args } from '@pulumi/aws/s3/bucketObjectv2.js';
import { z } from 'zod';
import { argsOf, region, tags } from '../schema/args-of.ts';
import { needed } from '../schema/emulated.ts';

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
