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
      inputs: { protocolType: 'HTTP', corsConfiguration: { allowHeaders: ['Link', 'ETag'] } },
      updates: [{ description: 'orders' }],
      replaces: { region: 'eu-central-1' },
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
      };
    },
  },
];
