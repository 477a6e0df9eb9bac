// The inputs of buckets, objects, policies and settings: the provider's own arguments, those that a private site needs.
import type { BucketArgs } from '@pulumi/aws/s3/bucket.js';
import type { BucketObjectv2Args } from '@pulumi/aws/s3/bucketObjectv2.js';
import type { BucketOwnershipControlsArgs } from '@pulumi/aws/s3/bucketOwnershipControls.js';
import type { BucketPolicyArgs } from '@pulumi/aws/s3/bucketPolicy.js';
import type { BucketPublicAccessBlockArgs } from '@pulumi/aws/s3/bucketPublicAccessBlock.js';
import type { s3 } from '@pulumi/aws/types/input.js';
import { z } from 'zod';
import { argsOf, region, tags, tagsOf } from '../schema/args-of.ts';
import { needed } from '../schema/emulated.ts';

/** S3's naming rules: https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html */
const bucketName = z
  .string()
  .regex(
    /^(?!xn--|sthree-|amzn-s3-demo-)(?!.*\.\.)(?!\d+\.\d+\.\d+\.\d+$)(?!.*(-s3alias|--ol-s3|\.mrap|--x-s3|--table-s3)$)[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
    'InvalidBucketName: The specified bucket is not valid.',
  );

/** The name of an existing bucket. */
const existingBucket = z.string().min(1);

export const bucketInputs = argsOf<BucketArgs>()({
  bucket: bucketName,
  forceDestroy: z.boolean().default(false),
  region,
  tags,
});

export const objectInputs = argsOf<BucketObjectv2Args>()({
  bucket: existingBucket,
  key: z
    .string()
    .min(1)
    .refine((key) => Buffer.byteLength(key) <= 1024, 'KeyTooLongError: Your key is too long'),
  content: z.string(needed('an object without content', 'it would be a file, an alias or empty')),
  contentType: z.string().default('binary/octet-stream'),
  cacheControl: z.string().optional(),
  region,
  // https://docs.aws.amazon.com/AmazonS3/latest/userguide/object-tagging.html
  tags: tagsOf({ most: 10 }),
});

/** Bytes; https://docs.aws.amazon.com/AmazonS3/latest/userguide/add-bucket-policy.html */
const POLICY_LIMIT = 20_480;

export const bucketPolicyInputs = argsOf<BucketPolicyArgs>()({
  bucket: existingBucket,
  // The provider accepts a policy as JSON text or as an object, and stores text.
  policy: z
    .union([z.string(), z.record(z.string(), z.unknown())])
    .transform((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
    .pipe(
      z.string().refine((policy) => Buffer.byteLength(policy) <= POLICY_LIMIT, {
        message: 'Bucket policies are limited to 20 KB in size.',
      }),
    ),
  region,
});

export const publicAccessInputs = argsOf<BucketPublicAccessBlockArgs>()({
  bucket: existingBucket,
  blockPublicAcls: z.boolean().default(false),
  blockPublicPolicy: z.boolean().default(false),
  ignorePublicAcls: z.boolean().default(false),
  restrictPublicBuckets: z.boolean().default(false),
  region,
});

export const ownershipInputs = argsOf<BucketOwnershipControlsArgs>()({
  bucket: existingBucket,
  rule: argsOf<s3.BucketOwnershipControlsRule>()({
    objectOwnership: z.enum(['BucketOwnerPreferred', 'ObjectWriter', 'BucketOwnerEnforced']),
  }),
  region,
});

export type BucketInputs = z.infer<typeof bucketInputs>;
export type ObjectInputs = z.infer<typeof objectInputs>;
export type BucketPolicyInputs = z.infer<typeof bucketPolicyInputs>;
export type PublicAccessInputs = z.infer<typeof publicAccessInputs>;
export type OwnershipInputs = z.infer<typeof ownershipInputs>;
