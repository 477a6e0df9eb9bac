// What the local S3 takes: the provider's own argument names, the ones that a private site needs.
import type { BucketArgs } from '@pulumi/aws/s3/bucket.js';
import type { BucketObjectv2Args } from '@pulumi/aws/s3/bucketObjectv2.js';
import type { BucketOwnershipControlsArgs } from '@pulumi/aws/s3/bucketOwnershipControls.js';
import type { BucketPolicyArgs } from '@pulumi/aws/s3/bucketPolicy.js';
import type { BucketPublicAccessBlockArgs } from '@pulumi/aws/s3/bucketPublicAccessBlock.js';
import type { s3 } from '@pulumi/aws/types/input.js';
import { z } from 'zod';
import { argsOf, region, tags } from './args.ts';

/** S3's naming rules: https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html */
const bucketName = z
  .string()
  .regex(
    /^(?!xn--|sthree-)(?!.*\.\.)[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
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
  content: z.string(),
  contentType: z.string().default('binary/octet-stream'),
  cacheControl: z.string().optional(),
  region,
  tags,
});

export const bucketPolicyInputs = argsOf<BucketPolicyArgs>()({
  bucket: z.string(),
  // The provider takes a policy as JSON text or as an object, and keeps text.
  policy: z
    .union([z.string(), z.record(z.string(), z.unknown())])
    .transform((value) => (typeof value === 'string' ? value : JSON.stringify(value))),
  region,
});

export const publicAccessInputs = argsOf<BucketPublicAccessBlockArgs>()({
  bucket: z.string(),
  blockPublicAcls: z.boolean().default(false),
  blockPublicPolicy: z.boolean().default(false),
  ignorePublicAcls: z.boolean().default(false),
  restrictPublicBuckets: z.boolean().default(false),
  region,
});

export const ownershipInputs = argsOf<BucketOwnershipControlsArgs>()({
  bucket: z.string(),
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
