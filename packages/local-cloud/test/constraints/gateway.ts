// HTTP APIs and their parts: API Gateway's service model, and the provider.
import { oneOf, onlyOf, type TypeRules } from './rules.ts';

const functionArn = 'arn:aws:lambda:eu-west-1:123456789012:function:orders';

export const gateway: readonly TypeRules[] = [
  {
    type: 'aws:apigatewayv2/api:Api',
    valid: { name: 'orders', protocolType: 'HTTP' },
    inputs: [
      ['protocolType', onlyOf('HTTP')],
      ['ipAddressType', oneOf('ipv4', 'dualstack')],
    ],
  },
  {
    type: 'aws:apigatewayv2/integration:Integration',
    valid: {
      ...{ apiId: 'api', integrationType: 'AWS_PROXY', integrationUri: functionArn },
      payloadFormatVersion: '2.0',
    },
    inputs: [
      ['integrationType', onlyOf('AWS_PROXY')],
      ['payloadFormatVersion', { ...onlyOf('2.0'), lacks: ['1.0'] }],
    ],
  },
  {
    type: 'aws:apigatewayv2/route:Route',
    valid: { apiId: 'api', routeKey: '$default' },
    inputs: [
      ['routeKey', { lacks: ['GET /orders'] }],
      ['authorizationType', onlyOf('NONE')],
    ],
  },
  {
    type: 'aws:apigatewayv2/stage:Stage',
    valid: { apiId: 'api', name: '$default' },
    inputs: [],
  },
  {
    type: 'aws:apigatewayv2/apiMapping:ApiMapping',
    valid: { apiId: 'api', domainName: 'api.orders.test', stage: '$default' },
    inputs: [['apiMappingKey', { lacks: ['v1'] }]],
  },
];
