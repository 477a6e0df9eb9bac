// The inputs of distributions, functions and response headers policies: the provider's own arguments, those that sites and
// redirects need.
import type { DistributionArgs } from '@pulumi/aws/cloudfront/distribution.js';
import type { FunctionArgs } from '@pulumi/aws/cloudfront/function.js';
import type { KeyValueStoreArgs } from '@pulumi/aws/cloudfront/keyValueStore.js';
import type { KeyvaluestoreKeyArgs } from '@pulumi/aws/cloudfront/keyvaluestoreKey.js';
import type { ResponseHeadersPolicyArgs } from '@pulumi/aws/cloudfront/responseHeadersPolicy.js';
import type { cloudfront } from '@pulumi/aws/types/input.js';
import { z } from 'zod';
import { argsOf, arn, emulates, isEmulated, needed, notEmulated, tags } from '../schema.ts';

/** The choices of CloudFront's service model: AllowedMethods, CachedMethods. */
const CHOICES = ['GET HEAD', 'GET HEAD OPTIONS', 'DELETE GET HEAD OPTIONS PATCH POST PUT'];

const methods = (choices: readonly string[]) =>
  z.array(z.string()).refine((given) => choices.includes([...new Set(given)].sort().join(' ')), {
    message: `InvalidArgument: the methods must be one of these choices: ${choices.join('; ')}`,
  });

/** The codes of CloudFront's developer guide, for custom error pages and their responses. */
const ERROR_CODES = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504];

const codes = (choices: readonly number[], error: string) =>
  z
    .int()
    .refine((code) => choices.includes(code), { message: `${error}: must be one of ${choices.join(', ')}` });

/** The developer guide's bounds, origin settings. */
const port = z.int().refine((given) => [80, 443].includes(given) || (given >= 1024 && given <= 65_535), {
  message: 'InvalidArgument: a port must be 80, 443, or 1024 to 65535',
});

/** Security policies: the minimum protocol for viewers. */
const PROTOCOLS = ['TLSv1.2_2018', 'TLSv1.2_2019', 'TLSv1.2_2021', 'TLSv1.2_2025', 'TLSv1.3_2025'] as const;

const MINIMUM_PROTOCOL = emulates(PROTOCOLS, "Node's TLS does not offer protocols before 1.2");

const customOriginConfig = argsOf<cloudfront.DistributionOriginCustomOriginConfig>()({
  httpPort: port,
  httpsPort: port,
  originProtocolPolicy: z.string(),
  originSslProtocols: z.array(z.string()),
});

const origin = argsOf<cloudfront.DistributionOrigin>()({
  originId: z.string().min(1),
  domainName: z.string().min(1),
  originAccessControlId: z.string().min(1).optional(),
  customOriginConfig: customOriginConfig.optional(),
});

const cacheBehavior = argsOf<cloudfront.DistributionDefaultCacheBehavior>()({
  targetOriginId: z.string(),
  viewerProtocolPolicy: z.enum(['allow-all', 'https-only', 'redirect-to-https']),
  allowedMethods: methods(CHOICES),
  cachedMethods: methods(CHOICES.slice(0, 2)),
  compress: z.boolean().default(false),
  cachePolicyId: z.string(needed('forwarded values', 'a cache policy decides what is cached')),
  responseHeadersPolicyId: z.string().optional(),
  functionAssociations: z
    .array(
      argsOf<cloudfront.DistributionDefaultCacheBehaviorFunctionAssociation>()({
        eventType: emulates(['viewer-request'], 'the local edge runs functions before the cache'),
        functionArn: arn.max(108).regex(/^arn:aws:cloudfront::[0-9]{12}:function\/[a-zA-Z0-9-_]{1,64}$/),
      }),
    )
    .check(isEmulated((given) => given.length < 2, 'two functions', 'the second is for viewer-response'))
    .default([]),
});

const customErrorResponse = argsOf<cloudfront.DistributionCustomErrorResponse>()({
  errorCode: codes(ERROR_CODES, 'InvalidErrorCode'),
  responseCode: codes([200, ...ERROR_CODES], 'InvalidResponseCode').optional(),
  responsePagePath: z.string().startsWith('/').optional(),
  errorCachingMinTtl: z.int().optional(),
}).refine(
  ({ responseCode, responsePagePath }) => (responseCode === undefined) === (responsePagePath === undefined),
  {
    message: 'InvalidArgument: responseCode and responsePagePath must be given together',
  },
);

export const distributionInputs = argsOf<DistributionArgs>()({
  enabled: z.boolean(),
  isIpv6Enabled: z.boolean().default(false),
  httpVersion: z.string().default('http2'),
  aliases: z.array(z.string()).max(100).default([]),
  comment: z.string().optional(),
  defaultRootObject: z
    .string()
    .max(255)
    .regex(
      /^(?!\/)/,
      'InvalidDefaultRootObject: The default root object file name is too big or contains an invalid character.',
    )
    .default(''),
  origins: z.array(origin).min(1).max(100),
  defaultCacheBehavior: cacheBehavior,
  customErrorResponses: z.array(customErrorResponse).default([]),
  restrictions: argsOf<cloudfront.DistributionRestrictions>()({
    geoRestriction: argsOf<cloudfront.DistributionRestrictionsGeoRestriction>()({
      restrictionType: emulates(['none'], 'viewers here have no country'),
    }),
  }),
  viewerCertificate: argsOf<cloudfront.DistributionViewerCertificate>()({
    cloudfrontDefaultCertificate: z.boolean().optional(),
    // The provider's check accepts the empty string, and treats it as absent.
    acmCertificateArn: arn.or(z.literal('')).optional(),
    sslSupportMethod: z.string().optional(),
    minimumProtocolVersion: MINIMUM_PROTOCOL.optional(),
  }),
  tags,
});

export type DistributionInputs = z.infer<typeof distributionInputs>;

/** Bytes; https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/cloudfront-limits.html */
const FUNCTION_LIMIT = 10_240;

export const functionInputs = argsOf<FunctionArgs>()({
  name: z.string().regex(/^[a-zA-Z0-9-_]{1,64}$/),
  runtime: emulates(['cloudfront-js-2.0'], 'the local edge runs the newest'),
  code: z
    .string()
    .min(1)
    .refine((code) => Buffer.byteLength(code) <= FUNCTION_LIMIT, {
      message: `FunctionSizeLimitExceeded: The function code is over ${FUNCTION_LIMIT} bytes.`,
    }),
  comment: z.string().optional(),
  keyValueStoreAssociations: z
    .array(arn.max(85))
    .max(1, 'InvalidArgument: a function can have only one key value store')
    .optional(),
  publish: z.literal(true, notEmulated('false', 'code of the DEVELOPMENT stage runs nowhere')).default(true),
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
    strictTransportSecurity: z.strictObject({ accessControlMaxAgeSec: z.int(), override }).optional(),
  }).optional(),
  customHeadersConfig: z
    .strictObject({
      items: z.array(z.strictObject({ header: z.string(), value: z.string(), override })),
    })
    .optional(),
});

export const keyValueStoreInputs = argsOf<KeyValueStoreArgs>()({
  name: z.string().regex(/^[a-zA-Z0-9-_]{1,64}$/),
  comment: z.string().max(128).optional(),
  tags,
});

const ofBytes = (most: number) =>
  z.string().refine((text) => Buffer.byteLength(text) <= most, {
    message: `ValidationException: at most ${most} bytes`,
  });

/** The developer guide's quotas on key value stores: a key of 512 bytes, a value of 1 KB. */
export const keyInputs = argsOf<KeyvaluestoreKeyArgs>()({
  keyValueStoreArn: arn,
  key: ofBytes(512).min(1),
  value: ofBytes(1024),
});

export type KeyValueStoreInputs = z.infer<typeof keyValueStoreInputs>;
export type KeyInputs = z.infer<typeof keyInputs>;
export type FunctionInputs = z.infer<typeof functionInputs>;
export type ResponseHeadersPolicyInputs = z.infer<typeof responseHeadersPolicyInputs>;
