// What HTTP APIs and their custom domain names are declared with.
import type { ApiArgs } from '@pulumi/aws/apigatewayv2/api.js';
import type { ApiMappingArgs } from '@pulumi/aws/apigatewayv2/apiMapping.js';
import type { DomainNameArgs } from '@pulumi/aws/apigatewayv2/domainName.js';
import type { IntegrationArgs } from '@pulumi/aws/apigatewayv2/integration.js';
import type { RouteArgs } from '@pulumi/aws/apigatewayv2/route.js';
import type { StageArgs } from '@pulumi/aws/apigatewayv2/stage.js';
import { z } from 'zod';
import { argsOf, region, tags } from './args.ts';

const names = z.array(z.string().min(1)).optional();
const ipAddressType = z.enum(['ipv4', 'dualstack']).default('ipv4');

export const apiInputs = argsOf<ApiArgs>()({
  name: z.string().min(1).max(128),
  region,
  protocolType: z.literal('HTTP', { message: 'the local gateway has HTTP APIs only' }),
  description: z.string().max(1024).optional(),
  corsConfiguration: z
    .strictObject({
      allowCredentials: z.boolean().optional(),
      allowHeaders: names,
      allowMethods: names,
      allowOrigins: names,
      exposeHeaders: names,
      maxAge: z.int().min(-1).max(86_400).optional(),
    })
    .optional(),
  disableExecuteApiEndpoint: z.boolean().default(false),
  ipAddressType,
  version: z.string().min(1).max(64).optional(),
  tags,
});
export type ApiInputs = z.infer<typeof apiInputs>;

export const integrationInputs = argsOf<IntegrationArgs>()({
  apiId: z.string(),
  region,
  integrationType: z.literal('AWS_PROXY', { message: 'the local gateway has Lambda integrations only' }),
  integrationUri: z.string(),
  integrationMethod: z.literal('POST').optional(),
  /** The provider's default is 1.0, so this must be said. */
  payloadFormatVersion: z.literal('2.0', { message: 'the local gateway has payload format 2.0 only' }),
  timeoutMilliseconds: z.int().min(50).max(30_000).default(30_000),
  connectionType: z.literal('INTERNET').default('INTERNET'),
  description: z.string().optional(),
});
export type IntegrationInputs = z.infer<typeof integrationInputs>;

export const routeInputs = argsOf<RouteArgs>()({
  apiId: z.string(),
  region,
  routeKey: z.string(),
  target: z.string().optional(),
  authorizationType: z.literal('NONE', { message: 'the local gateway has no authorizers' }).default('NONE'),
  operationName: z.string().min(1).max(64).optional(),
  apiKeyRequired: z.literal(false).default(false),
});
export type RouteInputs = z.infer<typeof routeInputs>;

export const stageInputs = argsOf<StageArgs>()({
  apiId: z.string(),
  region,
  name: z.string().regex(/^(\$default|[\w-]{1,128})$/),
  autoDeploy: z.boolean().default(false),
  description: z.string().max(1024).optional(),
  defaultRouteSettings: z
    .strictObject({
      detailedMetricsEnabled: z.boolean().optional(),
      throttlingBurstLimit: z.int().min(0).optional(),
      throttlingRateLimit: z.number().min(0).optional(),
    })
    .optional(),
  accessLogSettings: z.strictObject({ destinationArn: z.string(), format: z.string() }).optional(),
  stageVariables: z.record(z.string(), z.string()).optional(),
  tags,
});
export type StageInputs = z.infer<typeof stageInputs>;

export const domainNameInputs = argsOf<DomainNameArgs>()({
  domainName: z.string().regex(/^(?!.{254})([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/, {
    message: 'must be a host name in lower case; the local gateway has no wildcard domain names',
  }),
  region,
  domainNameConfiguration: z.strictObject({
    certificateArn: z.string(),
    endpointType: z.literal('REGIONAL'),
    securityPolicy: z.literal('TLS_1_2'),
    ipAddressType,
    // The provider computes both, and hands them back with the inputs on an update.
    hostedZoneId: z.string().optional(),
    targetDomainName: z.string().optional(),
  }),
  routingMode: z.literal('API_MAPPING_ONLY').default('API_MAPPING_ONLY'),
  tags,
});
export type DomainNameInputs = z.infer<typeof domainNameInputs>;

export const apiMappingInputs = argsOf<ApiMappingArgs>()({
  apiId: z.string(),
  region,
  domainName: z.string(),
  stage: z.string(),
  apiMappingKey: z.string().max(300).optional(),
});
export type ApiMappingInputs = z.infer<typeof apiMappingInputs>;
