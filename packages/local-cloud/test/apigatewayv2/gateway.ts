// API Gateway with a real ingress, and a function in place of Lambda's: an API in front of it.
import { createApiGateway } from '../../src/apigatewayv2/index.ts';
import type { Functions, InvocationResult } from '../../src/interfaces.ts';
import { type Ask, startedIngress } from '../support/client.ts';
import { resource, type TestContext } from '../support/cloud.ts';

export const FUNCTION = 'arn:aws:lambda:eu-west-1:123456789012:function:orders';

export type Invoke = (event: Record<string, unknown>) => InvocationResult | Promise<InvocationResult>;

/** Returns the event itself. */
const echo: Invoke = (event) => ({ kind: 'answer', value: event });

interface CloudSettings {
  readonly invoke?: Invoke;
  readonly permits?: Functions['permits'];
}

export async function gateway(
  { invoke = echo, permits = () => true }: CloudSettings = {},
  context?: TestContext,
) {
  const started = await startedIngress(context);
  const functions: Functions = { permits, invoke: async (_arn, event) => invoke({ ...event }) };
  const service = createApiGateway(started.context, { ...started, functions });
  service.start();
  const of = (kind: string, name: string) => resource(service, `aws:apigatewayv2/${kind}:${name}`);
  return {
    ...started,
    api: of('api', 'Api'),
    integration: of('integration', 'Integration'),
    route: of('route', 'Route'),
    stage: of('stage', 'Stage'),
    domainName: of('domainName', 'DomainName'),
    apiMapping: of('apiMapping', 'ApiMapping'),
  };
}

/** A custom domain name with that certificate. */
export const domainInputs = (domainName: string, certificateArn: string) => ({
  domainName,
  domainNameConfiguration: {
    ...{ certificateArn, endpointType: 'REGIONAL', securityPolicy: 'TLS_1_2', ipAddressType: 'dualstack' },
  },
});

export interface ApiSettings extends CloudSettings {
  readonly api?: object;
  readonly integration?: object;
  readonly stage?: object;
  /** Where false, the API has no route. */
  readonly routed?: boolean;
}

/** The usual API: a function behind its routes, on the `$default` stage. */
export async function gatewayWithApi(settings: ApiSettings = {}) {
  const cloud = await gateway(settings);
  const api = await cloud.api.create({ name: 'orders', protocolType: 'HTTP', ...settings.api });
  const integration = await cloud.integration.create({
    ...{ apiId: api.id, integrationType: 'AWS_PROXY', integrationUri: FUNCTION, payloadFormatVersion: '2.0' },
    ...settings.integration,
  });
  const target = `integrations/${integration.id}`;
  if (settings.routed !== false) await cloud.route.create({ apiId: api.id, routeKey: '$default', target });
  const stage = await cloud.stage.create({
    ...{ apiId: api.id, name: '$default', autoDeploy: true },
    ...settings.stage,
  });
  const host = new URL(String(api.outputs.apiEndpoint)).hostname;
  return {
    ...cloud,
    ...{ host, apiId: api.id, created: { api, integration, stage } },
    get: (path: string, options?: Ask) => cloud.ask(host, path, options),
  };
}
