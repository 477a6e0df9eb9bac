// The HTTP API before the function: every request goes to our code, throttled and logged by the stage.
import * as aws from '@pulumi/aws';
import * as pulumi from '@pulumi/pulumi';

export interface GatewayArgs {
  readonly lambda: aws.lambda.Function;
  readonly throttling: { readonly ratePerSecond: number; readonly burst: number };
  readonly logRetentionDays: number;
  /** Origins whose pages may call the API from a browser: `https://docs.petstore.example`. */
  readonly corsOrigins: pulumi.Input<pulumi.Input<string>[]>;
  readonly tags?: Readonly<Record<string, string>>;
}

/** One JSON line a request; $context variables as API Gateway documents them for HTTP APIs. */
const ACCESS_LOG = JSON.stringify({
  requestId: '$context.requestId',
  time: '$context.requestTime',
  host: '$context.domainName',
  ip: '$context.identity.sourceIp',
  method: '$context.httpMethod',
  path: '$context.path',
  status: '$context.status',
  bytes: '$context.responseLength',
  latencyMs: '$context.responseLatency',
  integrationMs: '$context.integrationLatency',
  integrationError: '$context.integrationErrorMessage',
});

export class Gateway extends pulumi.ComponentResource {
  readonly api: aws.apigatewayv2.Api;
  readonly stage: aws.apigatewayv2.Stage;
  /** What must be there before a host is attached. */
  readonly ready: readonly pulumi.Resource[];

  constructor(name: string, args: GatewayArgs, opts?: pulumi.ComponentResourceOptions) {
    super('petstore:api:Gateway', name, {}, opts);
    const parent = { parent: this };
    const tags = { ...args.tags };
    this.api = new aws.apigatewayv2.Api(name, this.#apiArgs(args), parent);
    const permission = new aws.lambda.Permission(
      `${name}-invoke`,
      {
        action: 'lambda:InvokeFunction',
        function: args.lambda.name,
        principal: 'apigateway.amazonaws.com',
        sourceArn: pulumi.interpolate`${this.api.executionArn}/*/*`,
      },
      parent,
    );
    const integration = new aws.apigatewayv2.Integration(
      `${name}-function`,
      {
        apiId: this.api.id,
        integrationType: 'AWS_PROXY',
        integrationUri: args.lambda.invokeArn,
        payloadFormatVersion: '2.0',
      },
      parent,
    );
    const route = new aws.apigatewayv2.Route(
      `${name}-default`,
      {
        apiId: this.api.id,
        routeKey: '$default',
        target: pulumi.interpolate`integrations/${integration.id}`,
      },
      parent,
    );
    const accessLog = new aws.cloudwatch.LogGroup(
      `${name}-access`,
      { retentionInDays: args.logRetentionDays, tags },
      parent,
    );
    this.stage = this.#stage(name, args, accessLog, route);
    this.ready = [this.stage, permission];
    this.registerOutputs({ address: this.api.apiEndpoint });
  }

  #apiArgs({ corsOrigins, tags }: GatewayArgs): aws.apigatewayv2.ApiArgs {
    return {
      protocolType: 'HTTP',
      ipAddressType: 'dualstack',
      corsConfiguration: {
        allowOrigins: corsOrigins,
        allowMethods: ['GET', 'POST'],
        allowHeaders: ['authorization', 'content-type'],
        exposeHeaders: ['link', 'location', 'deprecation', 'sunset', 'retry-after', 'x-request-id'],
        maxAge: 3600,
      },
      tags: { ...tags },
    };
  }

  #stage(
    name: string,
    { throttling, tags }: GatewayArgs,
    accessLog: aws.cloudwatch.LogGroup,
    route: aws.apigatewayv2.Route,
  ): aws.apigatewayv2.Stage {
    return new aws.apigatewayv2.Stage(
      `${name}-stage`,
      {
        apiId: this.api.id,
        name: '$default',
        autoDeploy: true,
        defaultRouteSettings: {
          throttlingRateLimit: throttling.ratePerSecond,
          throttlingBurstLimit: throttling.burst,
          detailedMetricsEnabled: true,
        },
        accessLogSettings: { destinationArn: accessLog.arn, format: ACCESS_LOG },
        tags: { ...tags },
      },
      { parent: this, dependsOn: [route] },
    );
  }
}
