// The inputs of distributions, functions, key value stores and response headers policies: the provider's own arguments, those that sites
// and redirects need.
import type { DistributionArgs } from '@pulumi/aws/cloudfront/distribution.js';
import type { FunctionArgs } from '@pulumi/aws/cloudfront/function.js';
import type { KeyValueStoreArgs } from '@pulumi/aws/cloudfront/keyValueStore.js';
import type { KeyvaluestoreKeyArgs } from '@pulumi/aws/cloudfront/keyvaluestoreKey.js';
import type { ResponseHeadersPolicyArgs } from '@pulumi/aws/cloudfront/responseHeadersPolicy.js';
import { z } from 'zod';
import { argsOf, arn, emulates, notEmulated, part, tags } from '../schema.ts';

const text = z.string().optional();

export const distributionInputs = argsOf<DistributionArgs>()({
  enabled: z.boolean(),
  isIpv6Enabled: z.boolean().default(false),
  httpVersion: z.string().default('http2'),
  aliases: z.array(z.string()).max(100).default([]),
  comment: text,
  defaultRootObject: z.string().default(''),
  origins: part<DistributionArgs['origins']>(),
  defaultCacheBehavior: part<DistributionArgs['defaultCacheBehavior']>(),
  customErrorResponses: part<DistributionArgs['customErrorResponses']>().optional(),
  restrictions: part<DistributionArgs['restrictions']>(),
  viewerCertificate: part<DistributionArgs['viewerCertificate']>(),
  tags,
});

const ofBytes = (most: number, error: string) =>
  z
    .string()
    .refine((given) => Buffer.byteLength(given) <= most, { message: `${error}: at most ${most} bytes` });

/** https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/cloudfront-limits.html */
export const functionInputs = argsOf<FunctionArgs>()({
  name: z.string().regex(/^[a-zA-Z0-9-_]{1,64}$/),
  runtime: emulates(['cloudfront-js-2.0'], 'the local edge runs the newest'),
  code: ofBytes(10_240, 'FunctionSizeLimitExceeded').min(1),
  comment: text,
  keyValueStoreAssociations: z
    .array(arn)
    .max(1, 'InvalidArgument: a function can have only one key value store')
    .optional(),
  publish: z.literal(true, notEmulated('false', 'code of the DEVELOPMENT stage runs nowhere')).default(true),
  tags,
});

export const responseHeadersPolicyInputs = argsOf<ResponseHeadersPolicyArgs>()({
  name: z.string(),
  comment: text,
  securityHeadersConfig: part<ResponseHeadersPolicyArgs['securityHeadersConfig']>().optional(),
  customHeadersConfig: part<ResponseHeadersPolicyArgs['customHeadersConfig']>().optional(),
});

export const keyValueStoreInputs = argsOf<KeyValueStoreArgs>()({ name: z.string(), comment: text, tags });

/** The developer guide's quotas on key value stores: a key of 512 bytes, a value of 1 KB. */
export const keyInputs = argsOf<KeyvaluestoreKeyArgs>()({
  keyValueStoreArn: arn,
  key: ofBytes(512, 'ValidationException').min(1),
  value: ofBytes(1024, 'ValidationException'),
});

export type DistributionInputs = z.infer<typeof distributionInputs>;
export type KeyValueStoreInputs = z.infer<typeof keyValueStoreInputs>;
export type KeyInputs = z.infer<typeof keyInputs>;
export type FunctionInputs = z.infer<typeof functionInputs>;
export type ResponseHeadersPolicyInputs = z.infer<typeof responseHeadersPolicyInputs>;
