// HTTP APIs: what answers, at which route and stage.
import type { Lifecycle, Made, Scene } from '../lifecycle.ts';
import { makeFunction } from './lambda.ts';

export function makeApi(scene: Scene, name = 'api'): Promise<Made> {
  return scene.make('aws:apigatewayv2/api:Api', name, { protocolType: 'HTTP' });
}

async function integrationInputs(scene: Scene, api: Made) {
  const { invokeArn } = await makeFunction(scene);
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
          says: "does not emulate 'WEBSOCKET': the local gateway has HTTP APIs",
        },
        { patch: { disableExecuteApiEndpoint: 'yes' }, says: 'disableExecuteApiEndpoint' },
        {
          patch: { corsConfiguration: { allowCredentials: true, allowOrigins: ['*'] } },
          says: 'BadRequestException',
        },
      ],
    }),
  },
  {
    type: 'aws:apigatewayv2/integration:Integration',
    computes: [],
    async script(scene) {
      const [api, other] = [await makeApi(scene), await makeApi(scene, 'other')];
      return {
        inputs: await integrationInputs(scene, api),
        updates: [{ timeoutMilliseconds: 5000 }],
        replaces: { apiId: other.id },
        refuses: [
          { patch: { payloadFormatVersion: '1.0' }, says: "does not emulate '1.0'" },
          { patch: { apiId: 'nowhere' }, says: 'NotFoundException' },
          { patch: { integrationUri: 'https://orders.localhost' }, says: 'Invalid lambda function ARN' },
        ],
      };
    },
  },
  {
    type: 'aws:apigatewayv2/route:Route',
    computes: [],
    async script(scene) {
      const [api, other] = [await makeApi(scene), await makeApi(scene, 'other')];
      const integration = await scene.make(
        'aws:apigatewayv2/integration:Integration',
        'integration',
        await integrationInputs(scene, api),
      );
      return {
        inputs: { apiId: api.id, routeKey: '$default' },
        updates: [{ routeKey: 'GET /orders', target: `integrations/${integration.id}` }],
        replaces: { apiId: other.id, target: undefined },
        refuses: [
          { patch: { routeKey: 'FETCH /orders' }, says: 'The provided route key is not formatted properly' },
          { patch: { routeKey: 'GET /a', target: 'integrations/none' }, says: 'Invalid target specified' },
          { patch: { authorizationType: 'JWT' }, says: 'the local gateway has no authorizers' },
          { patch: {}, says: 'ConflictException: Route with key $default already exists for this API' },
        ],
      };
    },
  },
  {
    type: 'aws:apigatewayv2/stage:Stage',
    computes: ['arn', 'executionArn', 'invokeUrl'],
    async script(scene) {
      const api = await makeApi(scene);
      return {
        inputs: { apiId: api.id, name: '$default', autoDeploy: true },
        updates: [{ defaultRouteSettings: { throttlingBurstLimit: 10, throttlingRateLimit: 5 } }],
        replaces: { name: 'live' },
        refuses: [
          { patch: { name: 'no spaces' }, says: 'name' },
          { patch: {}, says: 'ConflictException: Stage already exists' },
          {
            patch: {
              accessLogSettings: { destinationArn: 'arn:aws:s3:::bucket', format: '$context.requestId' },
            },
            says: 'Invalid ARN specified in the request',
          },
        ],
      };
    },
  },
];
