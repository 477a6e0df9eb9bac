// What the local CloudFront takes: the provider's own argument names, the ones that sites and redirects need.
import type { DistributionArgs } from '@pulumi/aws/cloudfront/distribution.js';
import type { FunctionArgs } from '@pulumi/aws/cloudfront/function.js';
import type { OriginAccessControlArgs } from '@pulumi/aws/cloudfront/originAccessControl.js';
import type { ResponseHeadersPolicyArgs } from '@pulumi/aws/cloudfront/responseHeadersPolicy.js';
import type { cloudfront } from '@pulumi/aws/types/input.js';
import { z } from 'zod';
import { argsOf, tags } from './args.ts';

const METHODS = z.enum(['GET', 'HEAD', 'OPTIONS', 'PUT', 'POST', 'PATCH', 'DELETE']);

/** Lowest protocol towards viewers; the ones before TLS 1.2 are not offered here. */
const MINIMUM_PROTOCOL = z.enum([
  'TLSv1.2_2018',
  'TLSv1.2_2019',
  'TLSv1.2_2021',
  'TLSv1.2_2025',
  'TLSv1.3_2025',
]);

const customOriginConfig = argsOf<cloudfront.DistributionOriginCustomOriginConfig>()({
  httpPort: z.int(),
  httpsPort: z.int(),
  originProtocolPolicy: z.enum(['http-only', 'https-only', 'match-viewer']),
  originSslProtocols: z.array(z.enum(['SSLv3', 'TLSv1', 'TLSv1.1', 'TLSv1.2'])),
});

const origin = argsOf<cloudfront.DistributionOrigin>()({
  originId: z.string().min(1),
  domainName: z.string().min(1),
  originAccessControlId: z.string().optional(),
  customOriginConfig: customOriginConfig.optional(),
});

const cacheBehavior = argsOf<cloudfront.DistributionDefaultCacheBehavior>()({
  targetOriginId: z.string(),
  viewerProtocolPolicy: z.enum(['allow-all', 'https-only', 'redirect-to-https']),
  allowedMethods: z.array(METHODS),
  cachedMethods: z.array(METHODS),
  compress: z.boolean().default(false),
  cachePolicyId: z.string(),
  responseHeadersPolicyId: z.string().optional(),
  functionAssociations: z
    .array(
      argsOf<cloudfront.DistributionDefaultCacheBehaviorFunctionAssociation>()({
        // viewer-response exists too, and nothing here runs it.
        eventType: z.literal('viewer-request'),
        functionArn: z.string(),
      }),
    )
    .max(1)
    .default([]),
});

const customErrorResponse = argsOf<cloudfront.DistributionCustomErrorResponse>()({
  errorCode: z.int().min(400).max(599),
  responseCode: z.int().min(200).max(599).optional(),
  responsePagePath: z.string().startsWith('/').optional(),
  errorCachingMinTtl: z.int().min(0).optional(),
});

export const distributionInputs = argsOf<DistributionArgs>()({
  enabled: z.boolean(),
  isIpv6Enabled: z.boolean().default(false),
  httpVersion: z.enum(['http1.1', 'http2', 'http3', 'http2and3']).default('http2'),
  // CloudFront keeps aliases in lower case.
  aliases: z
    .array(z.string().transform((alias) => alias.toLowerCase()))
    .max(100)
    .default([]),
  comment: z.string().max(128).optional(),
  defaultRootObject: z.string().max(255).default(''),
  origins: z.array(origin).min(1).max(25),
  defaultCacheBehavior: cacheBehavior,
  customErrorResponses: z.array(customErrorResponse).default([]),
  restrictions: argsOf<cloudfront.DistributionRestrictions>()({
    geoRestriction: argsOf<cloudfront.DistributionRestrictionsGeoRestriction>()({
      restrictionType: z.literal('none'),
    }),
  }),
  viewerCertificate: argsOf<cloudfront.DistributionViewerCertificate>()({
    cloudfrontDefaultCertificate: z.boolean().optional(),
    acmCertificateArn: z.string().optional(),
    sslSupportMethod: z.enum(['sni-only', 'vip', 'static-ip']).optional(),
    minimumProtocolVersion: MINIMUM_PROTOCOL.optional(),
  }),
  tags,
});

export const functionInputs = argsOf<FunctionArgs>()({
  name: z.string().regex(/^[a-zA-Z0-9-_]{1,64}$/),
  runtime: z.literal('cloudfront-js-2.0'),
  code: z.string(),
  comment: z.string().optional(),
  // Without it the code stays in the DEVELOPMENT stage, where no distribution runs it.
  publish: z.literal(true).default(true),
  tags,
});

export const originAccessControlInputs = argsOf<OriginAccessControlArgs>()({
  name: z.string().min(1).max(64),
  description: z.string().max(256).default('Managed by Pulumi'),
  originAccessControlOriginType: z.literal('s3'),
  signingBehavior: z.enum(['always', 'never', 'no-override']),
  signingProtocol: z.literal('sigv4'),
});

const security = argsOf<cloudfront.ResponseHeadersPolicySecurityHeadersConfig>()({
  contentSecurityPolicy: z
    .strictObject({ contentSecurityPolicy: z.string(), override: z.boolean() })
    .optional(),
  contentTypeOptions: z.strictObject({ override: z.boolean() }).optional(),
  frameOptions: z
    .strictObject({ frameOption: z.enum(['DENY', 'SAMEORIGIN']), override: z.boolean() })
    .optional(),
  referrerPolicy: z.strictObject({ referrerPolicy: z.string(), override: z.boolean() }).optional(),
  strictTransportSecurity: z
    .strictObject({
      accessControlMaxAgeSec: z.int().min(0),
      includeSubdomains: z.boolean().default(false),
      preload: z.boolean().default(false),
      override: z.boolean(),
    })
    .optional(),
});

export const responseHeadersPolicyInputs = argsOf<ResponseHeadersPolicyArgs>()({
  name: z.string().min(1).max(128),
  comment: z.string().max(128).optional(),
  securityHeadersConfig: security.optional(),
  customHeadersConfig: z
    .strictObject({
      items: z
        .array(z.strictObject({ header: z.string(), value: z.string(), override: z.boolean() }))
        .max(10),
    })
    .optional(),
});

export type DistributionInputs = z.infer<typeof distributionInputs>;
export type CacheBehavior = z.infer<typeof cacheBehavior>;
export type FunctionInputs = z.infer<typeof functionInputs>;
export type OriginAccessControlInputs = z.infer<typeof originAccessControlInputs>;
export type ResponseHeadersPolicyInputs = z.infer<typeof responseHeadersPolicyInputs>;
