// API Gateway with a real ingress and real functions: an API in front of a small function.
import { onTestFinished } from 'vitest';
import { createApiGateway } from '../../src/apigatewayv2/index.ts';
import { createIngress } from '../../src/ingress/ingress.ts';
import { testCertificates, testNames } from './certificates.ts';
import { httpsClient } from './client.ts';
import { resource, type TestContext, testContext } from './cloud.ts';
import { lambda } from './functions.ts';

/** Returns the event itself. */
export const ECHO = 'exports.handler = async (event) => event';

const API = 'aws:apigatewayv2/api:Api';

export async function gateway(context: TestContext = testContext(), certificates = testCertificates()) {
  const names = testNames();
  const ingress = createIngress(context, names);
  await ingress.start();
  const compute = await lambda(context);
  const { functions } = compute;
  const service = createApiGateway(context, { ingress, functions, certificates, names });
  await service.start();
  onTestFinished(() => ingress.close());
  const of = (kind: string, name: string) => resource(service, `aws:apigatewayv2/${kind}:${name}`);
  const resources = {
    api: resource(service, API),
    integration: of('integration', 'Integration'),
    route: of('route', 'Route'),
    stage: of('stage', 'Stage'),
    domainName: of('domainName', 'DomainName'),
    apiMapping: of('apiMapping', 'ApiMapping'),
  };
  const ask = httpsClient(ingress.httpsPort, certificates.authorityPem);
  return { ingress, names, certificates, service, ask, ...compute, ...resources };
}

export interface ApiSettings {
  readonly code?: string;
  readonly function?: object;
  readonly api?: object;
  readonly integration?: object;
  readonly stage?: object;
  readonly routeKeys?: readonly string[];
  readonly permitted?: boolean;
}

/** The usual API: a function behind its routes, on the `$default` stage. */
export async function gatewayWithApi(
  settings: ApiSettings = {},
  cloud?: Awaited<ReturnType<typeof gateway>>,
) {
  const parts = cloud ?? (await gateway());
  const arn = await parts.deploy(settings.code ?? ECHO, settings.function);
  const api = await parts.api.create({ name: 'orders', protocolType: 'HTTP', ...settings.api });
  const { executionArn, apiEndpoint } = api.outputs as unknown as {
    executionArn: string;
    apiEndpoint: string;
  };
  if (settings.permitted !== false) {
    await parts.permission.create({
      statementId: 'gateway',
      action: 'lambda:InvokeFunction',
      function: 'orders',
      principal: 'apigateway.amazonaws.com',
      sourceArn: `${executionArn}/*/*`,
    });
  }
  const integration = await parts.integration.create({
    apiId: api.id,
    integrationType: 'AWS_PROXY',
    integrationUri: arn,
    payloadFormatVersion: '2.0',
    ...settings.integration,
  });
  const target = `integrations/${integration.id}`;
  for (const routeKey of settings.routeKeys ?? ['$default']) {
    await parts.route.create({ apiId: api.id, routeKey, target });
  }
  const stageInputs = { apiId: api.id, name: '$default', autoDeploy: true, ...settings.stage };
  const createdStage = await parts.stage.create(stageInputs);
  const host = new URL(apiEndpoint).hostname;
  return {
    ...parts,
    host,
    apiId: api.id,
    integrationId: integration.id,
    created: { api, integration, stage: createdStage },
    get: (path: string, options?: Parameters<typeof parts.ask>[2]) => parts.ask(host, path, options),
  };
}
