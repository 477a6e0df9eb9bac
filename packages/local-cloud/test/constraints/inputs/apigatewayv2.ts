// HTTP APIs. Most of the model's lengths are in the names of its shapes (StringWithLengthBetween1And128).
import {
  type Entry,
  emptyIsUnset,
  kept,
  of,
  providerArn,
  type Rule,
  region,
  type TypeTable,
} from '../table.ts';
import { tags } from './tags.ts';

const SOURCE = 'internal/service/apigatewayv2';
const PROVIDER = `hashicorp/terraform-provider-aws ${SOURCE}`;
const required = (file: string): Rule => ({ required: true, source: `${PROVIDER}/${file}` });
const leftOut = { unspecified: { values: [''], reason: 'the provider leaves empty texts of a set out' } };
const tagsOf = (operation: string) =>
  tags({ all: `${operation}.Tags`, key: `${operation}.Tags{key}`, value: `${operation}.Tags{value}` });

/** Two sources may disagree on an empty text: here it is the identifier of something that must exist. */
const identifier = {
  unspecified: { values: [''], reason: 'an empty identifier addresses another resource' },
};

const createApi = of('CreateApi');
const cors = (member: string, name: string): Readonly<Record<string, Entry>> => ({
  [`corsConfiguration.${name}`]: createApi(`CorsConfiguration.${member}`),
  [`corsConfiguration.${name}[]`]: createApi(`CorsConfiguration.${member}[]`, leftOut),
});

const api: TypeTable = {
  type: 'aws:apigatewayv2/api:Api',
  service: 'apigatewayv2',
  valid: {
    name: 'orders',
    region: 'eu-west-1',
    protocolType: 'HTTP',
    description: 'The orders',
    corsConfiguration: {
      ...{ allowCredentials: false, allowHeaders: ['accept'], allowMethods: ['GET'], allowOrigins: ['*'] },
      ...{ exposeHeaders: ['etag'], maxAge: 60 },
    },
    ...{ disableExecuteApiEndpoint: false, ipAddressType: 'ipv4', version: '1', tags: { team: 'orders' } },
  },
  inputs: {
    name: createApi('Name'),
    region,
    protocolType: createApi('ProtocolType', {
      emulated: { only: ['HTTP'], reason: 'the local gateway has HTTP APIs' },
    }),
    description: createApi('Description'),
    corsConfiguration: createApi('CorsConfiguration'),
    'corsConfiguration.allowCredentials': createApi('CorsConfiguration.AllowCredentials'),
    ...cors('AllowHeaders', 'allowHeaders'),
    ...cors('AllowMethods', 'allowMethods'),
    ...cors('AllowOrigins', 'allowOrigins'),
    ...cors('ExposeHeaders', 'exposeHeaders'),
    'corsConfiguration.maxAge': createApi('CorsConfiguration.MaxAge'),
    disableExecuteApiEndpoint: createApi('DisableExecuteApiEndpoint'),
    ipAddressType: createApi('IpAddressType'),
    version: createApi('Version'),
    ...tagsOf('CreateApi'),
  },
};

const createIntegration = of('CreateIntegration');

const integration: TypeTable = {
  type: 'aws:apigatewayv2/integration:Integration',
  service: 'apigatewayv2',
  valid: {
    ...{ apiId: 'a1b2c3', region: 'eu-west-1', integrationType: 'AWS_PROXY', integrationMethod: 'POST' },
    ...{
      integrationUri: 'arn:aws:lambda:eu-west-1:123456789012:function:orders',
      payloadFormatVersion: '2.0',
    },
    ...{ timeoutMilliseconds: 30_000, connectionType: 'INTERNET', description: 'The orders' },
  },
  inputs: {
    apiId: createIntegration('ApiId', identifier),
    region,
    integrationType: createIntegration('IntegrationType', {
      emulated: { only: ['AWS_PROXY'], reason: 'the local gateway calls functions' },
    }),
    integrationUri: createIntegration('IntegrationUri', {
      absent: {
        verdict: 'refused',
        reason: 'apigatewayv2 CreateIntegration.IntegrationUri, its documentation',
      },
    }),
    integrationMethod: createIntegration('IntegrationMethod', {
      rules: [
        {
          source: `${PROVIDER}/validate.go validHTTPMethod`,
          enum: ['ANY', 'DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'],
        },
      ],
      emulated: { only: ['POST'], reason: 'functions are invoked by POST' },
    }),
    payloadFormatVersion: createIntegration('PayloadFormatVersion', {
      rules: [{ source: `${PROVIDER}/integration.go payload_format_version`, enum: ['1.0', '2.0'] }],
      emulated: { only: ['2.0'], reason: 'the adapter reads events of version 2.0' },
      absent: { verdict: 'not emulated', reason: `${PROVIDER}/integration.go: 1.0 where it is absent` },
    }),
    timeoutMilliseconds: createIntegration('TimeoutInMillis', {
      unspecified: { values: [0], reason: 'the provider takes 0 for none' },
    }),
    connectionType: createIntegration('ConnectionType', {
      emulated: { only: ['INTERNET'], reason: 'there are no private networks here' },
    }),
    description: createIntegration('Description'),
  },
};

const createRoute = of('CreateRoute');

const route: TypeTable = {
  type: 'aws:apigatewayv2/route:Route',
  service: 'apigatewayv2',
  valid: {
    ...{ apiId: 'a1b2c3', region: 'eu-west-1', routeKey: 'GET /orders', target: 'integrations/a1b2c3' },
    ...{ authorizationType: 'NONE', operationName: 'listOrders', apiKeyRequired: false },
  },
  inputs: {
    apiId: createRoute('ApiId', identifier),
    region,
    routeKey: createRoute('RouteKey'),
    target: createRoute('Target'),
    authorizationType: createRoute('AuthorizationType', {
      emulated: { only: ['NONE'], reason: 'the local gateway has no authorizers' },
    }),
    operationName: createRoute('OperationName'),
    apiKeyRequired: createRoute('ApiKeyRequired', {
      emulated: { only: [false], reason: 'keys are for WebSocket APIs' },
    }),
  },
};

const createStage = of('CreateStage');
const VARIABLES = 'apigatewayv2 CreateStage.StageVariables, its documentation';
const settings = (member: string) =>
  createStage(`DefaultRouteSettings.${member}`, {
    unspecified: { values: [-1], reason: 'no source defines what a limit below 0 does' },
  });

const stage: TypeTable = {
  type: 'aws:apigatewayv2/stage:Stage',
  service: 'apigatewayv2',
  valid: {
    ...{ apiId: 'a1b2c3', region: 'eu-west-1', name: 'live', autoDeploy: true, description: 'The orders' },
    defaultRouteSettings: { detailedMetricsEnabled: true, throttlingBurstLimit: 10, throttlingRateLimit: 10 },
    accessLogSettings: {
      destinationArn: 'arn:aws:logs:eu-west-1:123456789012:log-group:orders',
      format: '$context.requestId',
    },
    ...{ stageVariables: { table: 'orders' }, tags: { team: 'orders' } },
  },
  inputs: {
    apiId: createStage('ApiId', identifier),
    region,
    name: createStage('StageName', {
      rules: [
        {
          source:
            'https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-known-issues.html',
          pattern: String.raw`\$default|[A-Za-z0-9_\-]+`,
        },
      ],
      probes: ['$default', '$other'],
    }),
    autoDeploy: createStage('AutoDeploy'),
    description: createStage('Description'),
    defaultRouteSettings: createStage('DefaultRouteSettings'),
    'defaultRouteSettings.detailedMetricsEnabled': createStage('DefaultRouteSettings.DetailedMetricsEnabled'),
    'defaultRouteSettings.throttlingBurstLimit': settings('ThrottlingBurstLimit'),
    'defaultRouteSettings.throttlingRateLimit': settings('ThrottlingRateLimit'),
    accessLogSettings: createStage('AccessLogSettings'),
    'accessLogSettings.destinationArn': createStage('AccessLogSettings.DestinationArn', {
      rules: [required('stage.go destination_arn'), providerArn],
      unspecified: { values: [''], reason: 'the provider leaves an empty one out' },
    }),
    'accessLogSettings.format': createStage('AccessLogSettings.Format', {
      rules: [required('stage.go format')],
    }),
    stageVariables: createStage('StageVariables'),
    'stageVariables{key}': createStage('StageVariables{key}', {
      rules: [{ source: VARIABLES, pattern: String.raw`\w+` }],
    }),
    'stageVariables{value}': createStage('StageVariables{value}', {
      rules: [{ source: VARIABLES, pattern: String.raw`[A-Za-z0-9\-._~:/?#&=,]+` }],
      unspecified: { values: [''], reason: 'by the pattern it is refused, by the shape it is not' },
    }),
    ...tagsOf('CreateStage'),
  },
};

const createDomain = of('CreateDomainName');
const configuration = (member: string, more = {}) =>
  createDomain(`DomainNameConfigurations[].${member}`, more);
const hostOf = (length: number) =>
  `${'a'.repeat(60)}.`
    .repeat(9)
    .slice(0, Math.max(0, length - 5))
    .replace(/\.$/, 'b') + '.test'.slice(-length);

const domainName: TypeTable = {
  type: 'aws:apigatewayv2/domainName:DomainName',
  service: 'apigatewayv2',
  valid: {
    ...{
      domainName: 'api.orders.test',
      region: 'eu-west-1',
      routingMode: 'API_MAPPING_ONLY',
      tags: { team: 'orders' },
    },
    domainNameConfiguration: {
      certificateArn: 'arn:aws:acm:eu-west-1:123456789012:certificate/0f1e2d3c',
      ...{ endpointType: 'REGIONAL', securityPolicy: 'TLS_1_2', ipAddressType: 'ipv4' },
      ...{ hostedZoneId: 'Z1', targetDomainName: 'd-1.execute-api.eu-west-1.amazonaws.com' },
    },
  },
  inputs: {
    domainName: createDomain('DomainName', {
      rules: [
        {
          source:
            'a certificate covers it, so it is a host name as ACM takes one: acm RequestCertificate.DomainName',
          max: 253,
          pattern: String.raw`(\*\.)?(((?!-)[A-Za-z0-9-]{0,62}[A-Za-z0-9])\.)+((?!-)[A-Za-z0-9-]{1,62}[A-Za-z0-9])`,
        },
      ],
      emulated: {
        only: (name: string) => !name.startsWith('*') && name === name.toLowerCase(),
        reason: 'wildcards, and names in capitals, whose returned form no source defines',
      },
      stretch: hostOf,
      probes: ['*.orders.test', 'API.orders.test'],
    }),
    region,
    domainNameConfiguration: createDomain('DomainNameConfigurations', {
      rules: [required('domain_name.go domain_name_configuration')],
    }),
    'domainNameConfiguration.certificateArn': configuration('CertificateArn', {
      rules: [
        required('domain_name.go certificate_arn'),
        providerArn,
        { ...required('domain_name.go'), min: 1 },
      ],
    }),
    'domainNameConfiguration.endpointType': configuration('EndpointType', {
      rules: [{ ...required('domain_name.go endpoint_type'), enum: ['REGIONAL'] }],
    }),
    'domainNameConfiguration.securityPolicy': configuration('SecurityPolicy', {
      rules: [{ ...required('domain_name.go security_policy'), enum: ['TLS_1_2'] }],
    }),
    'domainNameConfiguration.ipAddressType': configuration('IpAddressType'),
    'domainNameConfiguration.hostedZoneId': kept('the service computes it', `${PROVIDER}/domain_name.go`),
    'domainNameConfiguration.targetDomainName': kept('the service computes it', `${PROVIDER}/domain_name.go`),
    routingMode: createDomain('RoutingMode', {
      emulated: { only: ['API_MAPPING_ONLY'], reason: 'the local gateway has no routing rules' },
    }),
    ...tagsOf('CreateDomainName'),
  },
};

const createMapping = of('CreateApiMapping');

const apiMapping: TypeTable = {
  type: 'aws:apigatewayv2/apiMapping:ApiMapping',
  service: 'apigatewayv2',
  valid: {
    ...{ apiId: 'a1b2c3', region: 'eu-west-1', domainName: 'api.orders.test', stage: 'live' },
    apiMappingKey: 'v1',
  },
  inputs: {
    apiId: createMapping('ApiId', identifier),
    region,
    domainName: createMapping('DomainName', identifier),
    stage: createMapping('Stage'),
    apiMappingKey: createMapping('ApiMappingKey', {
      rules: [
        {
          source:
            'https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-mappings.html (restrictions)',
          max: 300,
          pattern: String.raw`[\w$.+!*'()\-]+(/[\w$.+!*'()\-]+)*`,
        },
      ],
      ...emptyIsUnset(`${SOURCE}/api_mapping.go`),
    }),
  },
};

export const apigatewayv2: readonly TypeTable[] = [api, integration, route, stage, domainName, apiMapping];
