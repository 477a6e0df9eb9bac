// The inputs of functions and response headers policies.
import type { FunctionArgs } from '@pulumi/aws/cloudfront/function.js';
import type { ResponseHeadersPolicyArgs } from '@pulumi/aws/cloudfront/responseHeadersPolicy.js';
import type { cloudfront } from '@pulumi/aws/types/input.js';
import { z } from 'zod';
import { argsOf, tags } from '../schema/args-of.ts';
import { emulates, emulatesOnly } from '../schema/emulated.ts';
import { sentence } from '../schema/validation-error.ts';

/** Bytes; https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/cloudfront-limits.html */
const FUNCTION_LIMIT = 10_240;

export const functionInputs = argsOf<FunctionArgs>()({
  name: z
    .string()
    .min(1)
    .max(64)
    .regex(/^[a-zA-Z0-9-_]+$/),
  runtime: emulates(['cloudfront-js-2.0'], {
    of: ['cloudfront-js-1.0', 'cloudfront-js-2.0'],
    because: 'the local edge runs the newer of the two',
  }),
  code: z
    .string()
    .min(1, sentence('Value', ['functionCode'], 'Member must have length greater than or equal to 1'))
    .refine((code) => Buffer.byteLength(code) <= FUNCTION_LIMIT, {
      message: `FunctionSizeLimitExceeded: The function code is over ${FUNCTION_LIMIT} bytes.`,
    }),
  comment: z.string().optional(),
  publish: emulatesOnly(true, 'code of the DEVELOPMENT stage runs nowhere').default(true),
  tags,
});

const override = z.boolean();

export const responseHeadersPolicyInputs = argsOf<ResponseHeadersPolicyArgs>()({
  name: z.string().min(1),
  comment: z.string().optional(),
  securityHeadersConfig: argsOf<cloudfront.ResponseHeadersPolicySecurityHeadersConfig>()({
    contentSecurityPolicy: z.strictObject({ contentSecurityPolicy: z.string(), override }).optional(),
    contentTypeOptions: z.strictObject({ override }).optional(),
    frameOptions: z.strictObject({ frameOption: z.enum(['DENY', 'SAMEORIGIN']), override }).optional(),
    referrerPolicy: z.strictObject({ referrerPolicy: z.string(), override }).optional(),
    strictTransportSecurity: z
      .strictObject({
        accessControlMaxAgeSec: z.int().min(0),
        includeSubdomains: z.boolean().default(false),
        preload: z.boolean().default(false),
        override,
      })
      .optional(),
  }).optional(),
  customHeadersConfig: z
    .strictObject({
      items: z.array(z.strictObject({ header: z.string(), value: z.string(), override })),
    })
    .optional(),
});

export type FunctionInputs = z.infer<typeof functionInputs>;
export type ResponseHeadersPolicyInputs = z.infer<typeof responseHeadersPolicyInputs>;
