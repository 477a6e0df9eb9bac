// HTTP APIs and their parts: API Gateway's service model, and the provider.
import { oneOf, type TypeRules, text, whole } from './rules.ts';

function cors(headers: string[], allowMethods: string[], allowOrigins: string[]) {
  return { corsConfiguration: { allowHeaders: headers, exposeHeaders: headers, allowMethods, allowOrigins } };
}

const functionArn = 'arn:aws:lambda:eu-west-1:123456789012:function:orders';

export const gateway: readonly TypeRules[] = [
  {
    type: 'aws:apigatewayv2/api:Api',
    valid: { name: 'orders', protocolType: 'HTTP' },
    inputs: [
      ['name', { takes: [undefined, text(128)], refuses: ['', text(129)] }],
      ['protocolType', { ...oneOf('HTTP'), lacks: ['WEBSOCKET'] }],
      ['ipAddressType', oneOf('ipv4', 'dualstack')],
      ['tags', { refuses: [{ team: '' }] }],
    ],
    forms: [
      [
        'CORS headers with capitals, and all in another order',
        {
          declares: cors(['Content-Type', 'Link'], ['GET', 'POST'], ['https://a', 'https://b']),
          gives: cors(['content-type', 'link'], ['GET', 'POST'], ['https://a', 'https://b']),
          next: cors(['LINK', 'Content-type'], ['POST', 'GET'], ['https://b', 'https://a']),
        },
      ],
      [
        'an empty description, and no address type where there was one',
        { declares: { description: '', ipAddressType: 'dualstack' }, next: {} },
      ],
      ['no address type', { declares: {}, gives: { ipAddressType: 'ipv4' } }],
    ],
  },
  {
    type: 'aws:apigatewayv2/integration:Integration',
    valid: {
      ...{ apiId: 'api', integrationType: 'AWS_PROXY', integrationUri: functionArn },
      payloadFormatVersion: '2.0',
    },
    inputs: [
      ['integrationType', { ...oneOf('AWS_PROXY'), lacks: ['HTTP_PROXY'] }],
      ['payloadFormatVersion', { ...oneOf('2.0'), lacks: ['1.0', undefined] }],
      ['timeoutMilliseconds', whole(50, 30_000)],
    ],
    forms: [
      [
        'neither method nor time limit',
        { declares: {}, gives: { integrationMethod: 'POST', timeoutMilliseconds: 30_000 } },
      ],
      [
        'neither method nor time limit, where there were both',
        { declares: { integrationMethod: 'POST', timeoutMilliseconds: 5000 }, next: {} },
      ],
    ],
  },
  {
    type: 'aws:apigatewayv2/route:Route',
    valid: { apiId: 'api', routeKey: '$default' },
    inputs: [
      ['routeKey', { lacks: ['GET /orders'] }],
      ['authorizationType', { ...oneOf('NONE'), lacks: ['JWT'] }],
      ['apiKeyRequired', { takes: [false], lacks: [true] }],
    ],
    forms: [
      ['the defaults by name', { declares: { apiKeyRequired: false, authorizationType: 'NONE' }, next: {} }],
    ],
  },
  {
    type: 'aws:apigatewayv2/stage:Stage',
    valid: { apiId: 'api', name: '$default' },
    inputs: [
      ['name', { takes: [undefined, text(128)], refuses: ['', text(129), 'a b'] }],
      ['defaultRouteSettings', { refuses: [{ throttlingBurstLimit: -1 }, { throttlingRateLimit: -1 }] }],
    ],
    forms: [
      [
        'no route settings',
        {
          declares: { description: '' },
          gives: { defaultRouteSettings: { detailedMetricsEnabled: false } },
        },
      ],
    ],
  },
  {
    type: 'aws:apigatewayv2/apiMapping:ApiMapping',
    valid: { apiId: 'api', domainName: 'api.orders.test', stage: '$default' },
    inputs: [['apiMappingKey', { lacks: ['v1'] }]],
    forms: [['an empty key, then none', { declares: { apiMappingKey: '' }, next: {} }]],
  },
];
