// What HTTP APIs, their integrations, routes and stages are declared with.
import type { ApiArgs } from '@pulumi/aws/apigatewayv2/api.js';
import type { IntegrationArgs } from '@pulumi/aws/apigatewayv2/integration.js';
import type { RouteArgs } from '@pulumi/aws/apigatewayv2/route.js';
import type { StageArgs } from '@pulumi/aws/apigatewayv2/stage.js';
import { z } from 'zod';
import { argsOf, arn, region, tagsOf } from '../schema/args-of.ts';
import { emulates, emulatesOnly, needed } from '../schema/emulated.ts';

const names = z.array(z.string().min(1)).optional();

// The service model allows 1 to 1600 characters in a value, the rules for all services' tags 256.
export const tags = tagsOf({ shortest: 1 });

/** The provider's validHTTPMethod. */
const METHODS = ['ANY', 'DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'];

export const ipAddressType = z.enum(['ipv4', 'dualstack']).default('ipv4');

export const apiInputs = argsOf<ApiArgs>()({
  name: z.string().min(1).max(128),
  region,
  protocolType: emulates(['HTTP'], { of: ['WEBSOCKET', 'HTTP'], because: 'the local gateway has HTTP APIs' }),
  description: z.string().max(1024).optional(),
  corsConfiguration: z
    .strictObject({
      allowCredentials: z.boolean().optional(),
      allowHeaders: names,
      allowMethods: z.array(z.string().min(1).max(64)).optional(),
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
  integrationType: emulates(['AWS_PROXY'], {
    of: ['AWS', 'HTTP', 'MOCK', 'HTTP_PROXY', 'AWS_PROXY'],
    because: 'the local gateway calls functions',
  }),
  integrationUri: z.string().min(1).max(2048),
  integrationMethod: emulates(['POST'], { of: METHODS, because: 'functions are invoked by POST' }).optional(),
  payloadFormatVersion: z
    .string(needed("the provider's default, 1.0", "the function's adapter reads events of version 2.0"))
    .pipe(
      emulates(['2.0'], {
        of: ['1.0', '2.0'],
        because: "the function's adapter reads events of version 2.0",
      }),
    ),
  timeoutMilliseconds: z.int().min(50).max(30_000).default(30_000),
  connectionType: emulates(['INTERNET'], {
    of: ['INTERNET', 'VPC_LINK'],
    because: 'there are no private networks here',
  }).default('INTERNET'),
  description: z.string().max(1024).optional(),
});

export type IntegrationInputs = z.infer<typeof integrationInputs>;

export const routeInputs = argsOf<RouteArgs>()({
  apiId: z.string(),
  region,
  routeKey: z.string(),
  target: z.string().min(1).max(128).optional(),
  authorizationType: emulates(['NONE'], {
    of: ['NONE', 'AWS_IAM', 'CUSTOM', 'JWT'],
    because: 'the local gateway has no authorizers',
  }).default('NONE'),
  operationName: z.string().min(1).max(64).optional(),
  apiKeyRequired: emulatesOnly(false, 'keys are for WebSocket APIs').default(false),
});

export type RouteInputs = z.infer<typeof routeInputs>;

export const stageInputs = argsOf<StageArgs>()({
  apiId: z.string(),
  region,
  name: z
    .string()
    .min(1)
    .max(128)
    .regex(/^(\$default|[\w-]+)$/),
  autoDeploy: z.boolean().default(false),
  description: z.string().max(1024).optional(),
  defaultRouteSettings: z
    .strictObject({
      detailedMetricsEnabled: z.boolean().optional(),
      throttlingBurstLimit: z.int().min(0).optional(),
      throttlingRateLimit: z.number().min(0).optional(),
    })
    .optional(),
  accessLogSettings: z.strictObject({ destinationArn: arn, format: z.string().min(1).max(1024) }).optional(),
  stageVariables: z
    .record(
      z.string().regex(/^\w+$/),
      z
        .string()
        .max(2048)
        .regex(/^[A-Za-z0-9\-._~:/?#&=,]+$/),
    )
    .optional(),
  tags,
});

export type StageInputs = z.infer<typeof stageInputs>;
