// What HTTP APIs, their parts and custom domain names are declared with. A value that the service takes and the local
// gateway does not emulate is refused.
import type { ApiArgs } from '@pulumi/aws/apigatewayv2/api.js';
import type { ApiMappingArgs } from '@pulumi/aws/apigatewayv2/apiMapping.js';
import type { DomainNameArgs } from '@pulumi/aws/apigatewayv2/domainName.js';
import type { IntegrationArgs } from '@pulumi/aws/apigatewayv2/integration.js';
import type { RouteArgs } from '@pulumi/aws/apigatewayv2/route.js';
import type { StageArgs } from '@pulumi/aws/apigatewayv2/stage.js';
import { z } from 'zod';
import { argsOf, arn, emulates, notEmulated, part, region, tags } from '../schema.ts';

const ipAddressType = z.enum(['ipv4', 'dualstack']).default('ipv4');

export const apiInputs = argsOf<ApiArgs>()({
  name: z.string(),
  region,
  protocolType: emulates(['HTTP'], 'the local gateway has HTTP APIs'),
  description: z.string().optional(),
  corsConfiguration: part<ApiArgs['corsConfiguration']>().optional(),
  ipAddressType,
  tags,
});
export type ApiInputs = z.infer<typeof apiInputs>;

export const integrationInputs = argsOf<IntegrationArgs>()({
  apiId: z.string(),
  region,
  integrationType: emulates(['AWS_PROXY'], 'the local gateway calls functions'),
  integrationUri: z.string(),
  payloadFormatVersion: emulates(['2.0'], "the function's adapter reads events of version 2.0"),
  timeoutMilliseconds: z.int().default(30_000),
});
export type IntegrationInputs = z.infer<typeof integrationInputs>;

export const routeInputs = argsOf<RouteArgs>()({
  apiId: z.string(),
  region,
  routeKey: emulates(['$default'], 'the function behind it routes by method and path'),
  target: z.string().optional(),
  authorizationType: emulates(['NONE'], 'the local gateway has no authorizers').default('NONE'),
});
export type RouteInputs = z.infer<typeof routeInputs>;

export const stageInputs = argsOf<StageArgs>()({
  apiId: z.string(),
  region,
  name: z.string(),
  autoDeploy: z.boolean().default(false),
  description: z.string().optional(),
  defaultRouteSettings: part<StageArgs['defaultRouteSettings']>().optional(),
  accessLogSettings: part<StageArgs['accessLogSettings']>().optional(),
  tags,
});
export type StageInputs = z.infer<typeof stageInputs>;

export const domainNameInputs = argsOf<DomainNameArgs>()({
  // ACM's pattern of a domain name: without a certificate there is no custom domain name.
  domainName: z
    .string()
    .max(253)
    .regex(/^(\*\.)?(((?!-)[A-Za-z0-9-]{0,62}[A-Za-z0-9])\.)+((?!-)[A-Za-z0-9-]{1,62}[A-Za-z0-9])$/)
    .refine(
      (name) => !name.startsWith('*') && name === name.toLowerCase(),
      notEmulated('wildcard domain names and names in capitals', 'each host has its own, in lower case'),
    ),
  region,
  domainNameConfiguration: z.strictObject({
    certificateArn: arn,
    ...{ endpointType: z.string(), securityPolicy: z.string(), ipAddressType },
    // The provider computes both, and sends them with the inputs of an update.
    hostedZoneId: z.string().optional(),
    targetDomainName: z.string().optional(),
  }),
  routingMode: emulates(['API_MAPPING_ONLY'], 'the local gateway has no routing rules').default(
    'API_MAPPING_ONLY',
  ),
  tags,
});
export type DomainNameInputs = z.infer<typeof domainNameInputs>;

export const apiMappingInputs = argsOf<ApiMappingArgs>()({
  apiId: z.string(),
  region,
  domainName: z.string(),
  stage: z.string(),
  apiMappingKey: z.literal('', notEmulated('the mapping key of a path', 'a host has one API')).optional(),
});
export type ApiMappingInputs = z.infer<typeof apiMappingInputs>;
