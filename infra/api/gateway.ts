// The HTTP API in front of the function: it passes every request to our code; its stage throttles and logs.
import type { Tags } from '@petstore/custom-domains';
import { Api } from '@pulumi/aws/apigatewayv2/api.js';
import { Integration } from '@pulumi/aws/apigatewayv2/integration.js';
import { Route } from '@pulumi/aws/apigatewayv2/route.js';
import { Stage } from '@pulumi/aws/apigatewayv2/stage.js';
import { LogGroup } from '@pulumi/aws/cloudwatch/logGroup.js';
import type { Function as LambdaFunction } from '@pulumi/aws/lambda/function.js';
import { Permission } from '@pulumi/aws/lambda/permission.js';
import * as pulumi from '@pulumi/pulumi';
import type { Settings } from '../config/settings.ts';
import { LIVE } from '../release/access.ts';

interface GatewayArgs {
  readonly lambda: LambdaFunction;
  readonly aliasReady: readonly pulumi.Resource[];
  readonly settings: Settings;
  readonly corsOrigins: pulumi.Input<pulumi.Input<string>[]>;
  readonly tags: Tags;
  readonly parent: pulumi.Resource;
}

/** One JSON line for each request. Without `$context.path`, which may contain an API key: the function's line has it,
 * with keys redacted. https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-logging-variables.html */
const ACCESS_LOG = JSON.stringify({
  requestId: '$context.requestId',
  apiId: '$context.apiId',
  time: '$context.requestTime',
  host: '$context.domainName',
  ip: '$context.identity.sourceIp',
  method: '$context.httpMethod',
  status: '$context.status',
  bytes: '$context.responseLength',
  latencyMs: '$context.responseLatency',
  integrationMs: '$context.integrationLatency',
  integrationError: '$context.integrationErrorMessage',
});

const CORS = {
  allowMethods: ['GET', 'POST'],
  allowHeaders: ['authorization', 'content-type', 'idempotency-key'],
  exposeHeaders: [
    ...['link', 'next-cursor', 'location', 'deprecation', 'sunset', 'retry-after', 'x-request-id'],
    ...['idempotency-replayed', 'x-stability'],
  ],
  maxAge: 3600,
};

/** Log groups with other names each make the account's one resource policy longer, until its 5,120 characters are used up
 * and a stage is refused. https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/AWS-logs-infrastructure-CWL.html */
const VENDED = '/aws/vendedlogs/';

/** `ready`: what must exist before a host is attached. */
export function declareGateway(name: string, args: GatewayArgs) {
  const { lambda, settings, tags } = args;
  const parent = new pulumi.ComponentResource('petstore:api:Gateway', name, {}, { parent: args.parent });
  const corsConfiguration = { allowOrigins: args.corsOrigins, ...CORS };
  const http = { protocolType: 'HTTP', ipAddressType: 'dualstack', corsConfiguration, tags };
  const api = new Api(name, http, { parent });
  const apiId = api.id;
  const permission = new Permission(
    `${name}-invoke`,
    {
      action: 'lambda:InvokeFunction',
      function: lambda.name,
      qualifier: LIVE,
      principal: 'apigateway.amazonaws.com',
      sourceArn: pulumi.interpolate`${api.executionArn}/*/*`,
    },
    { parent, dependsOn: [...args.aliasReady] },
  );
  const integration = new Integration(
    `${name}-function`,
    {
      apiId,
      integrationType: 'AWS_PROXY',
      integrationUri: lambda.invokeArn.apply(ofAlias),
      payloadFormatVersion: '2.0',
    },
    // Where it is another one than before, the gateway may invoke it already when it does.
    { parent, dependsOn: [permission] },
  );
  const target = pulumi.interpolate`integrations/${integration.id}`;
  const route = new Route(`${name}-default`, { apiId, routeKey: '$default', target }, { parent });
  const { throttling, logRetentionDays: retentionInDays } = settings;
  const accessLog = new LogGroup(`${VENDED}${name}-access`, { retentionInDays, tags }, { parent });
  const { ratePerSecond, burst } = throttling;
  const stage = new Stage(
    `${name}-stage`,
    {
      apiId,
      name: '$default',
      autoDeploy: true,
      defaultRouteSettings: { throttlingRateLimit: ratePerSecond, throttlingBurstLimit: burst },
      accessLogSettings: { destinationArn: accessLog.arn, format: ACCESS_LOG },
      tags,
    },
    { parent, dependsOn: [route] },
  );
  return { api, stage, accessLog, ready: [stage, permission] };
}

function ofAlias(invokeArn: string): string {
  return invokeArn.replace(/\/invocations$/, `:${LIVE}/invocations`);
}
