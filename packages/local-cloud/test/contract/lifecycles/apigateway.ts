// HTTP APIs, their integrations, routes and stages.
import type { Created, Fixture, Lifecycle } from '../lifecycle.ts';
import { makeFunction } from './lambda.ts';

export function makeApi(fixture: Fixture, name = 'api'): Promise<Created> {
  return fixture.create('aws:apigatewayv2/api:Api', name, { protocolType: 'HTTP' });
}

async function integrationInputs(fixture: Fixture, api: Created) {
  const { invokeArn } = await makeFunction(fixture);
  return {
    ...{ apiId: api.id, integrationType: 'AWS_PROXY', integrationUri: invokeArn },
    payloadFormatVersion: '2.0',
  };
}

export const apigateway: readonly Lifecycle[] = [
  {
    type: 'aws:apigatewayv2/api:Api',
    computes: ['apiEndpoint', 'arn', 'executionArn'],
    script: async () => ({
      inputs: { protocolType: 'HTTP' },
      updates: [{ description: 'orders' }],
      replaces: { region: 'eu-central-1' },
      refuses: [
        {
          patch: { protocolType: 'WEBSOCKET' },
          message: "does not emulate 'WEBSOCKET': the local gateway has HTTP APIs",
        },
        {
          patch: { corsConfiguration: { allowCredentials: true, allowOrigins: ['*'] } },
          message: 'BadRequestException',
        },
      ],
    }),
  },
  {
    type: 'aws:apigatewayv2/integration:Integration',
    computes: [],
    async script(fixture) {
      const [api, other] = [await makeApi(fixture), await makeApi(fixture, 'other')];
      return {
        inputs: await integrationInputs(fixture, api),
        updates: [{ timeoutMilliseconds: 5000 }],
        replaces: { apiId: other.id },
        refuses: [
          { patch: { payloadFormatVersion: '1.0' }, message: "does not emulate '1.0'" },
          { patch: { apiId: 'nowhere' }, message: 'NotFoundException' },
          { patch: { integrationUri: 'https://orders.localhost' }, message: 'Invalid lambda function ARN' },
        ],
      };
    },
  },
  {
    type: 'aws:apigatewayv2/route:Route',
    computes: [],
    async script(fixture) {
      const [api, other] = [await makeApi(fixture), await makeApi(fixture, 'other')];
      const integration = await fixture.create(
        'aws:apigatewayv2/integration:Integration',
        'integration',
        await integrationInputs(fixture, api),
      );
      return {
        inputs: { apiId: api.id, routeKey: '$default' },
        updates: [{ target: `integrations/${integration.id}` }],
        replaces: { apiId: other.id, target: undefined },
        refuses: [
          { patch: { routeKey: 'GET /orders' }, message: 'does not emulate routes by method and path' },
          { patch: { authorizationType: 'JWT' }, message: 'the local gateway has no authorizers' },
          { patch: {}, message: 'ConflictException: Route with key $default already exists for this API' },
        ],
      };
    },
  },
  {
    type: 'aws:apigatewayv2/stage:Stage',
    computes: ['arn', 'executionArn', 'invokeUrl'],
    async script(fixture) {
      const api = await makeApi(fixture);
      return {
        inputs: { apiId: api.id, name: '$default', autoDeploy: true },
        updates: [{ defaultRouteSettings: { throttlingBurstLimit: 10, throttlingRateLimit: 5 } }],
        replaces: { name: 'live' },
        refuses: [
          { patch: {}, message: 'ConflictException: Stage already exists' },
          {
            patch: {
              accessLogSettings: { destinationArn: 'arn:aws:s3:::bucket', format: '$context.requestId' },
            },
            message: 'Invalid ARN specified in the request',
          },
        ],
      };
    },
  },
];
