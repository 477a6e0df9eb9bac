// HTTP APIs with their integrations, routes and stages: terraform-provider-aws, internal/service/apigatewayv2.
import type { CloudContext } from '../context.ts';
import { randomId } from '../random-id.ts';
import type { Handler } from '../resources/handler.ts';
import { storedHandler } from '../resources/stored.ts';
import { apiInputs, integrationInputs, routeInputs, type StageInputs, stageInputs } from './inputs.ts';
import { functionArnOf, integrationIdOf } from './invoke-function.ts';
import { apiOf, badRequest, conflict, hostOfApi, type Records } from './records.ts';
import type { Hosts } from './virtual-hosts.ts';

export function apiHandler({ accountId }: CloudContext, records: Records, hosts: Hosts): Handler {
  const { apis, integrations, routes, stages, mappings } = records;
  return storedHandler({
    type: 'aws:apigatewayv2/api:Api',
    inputs: apiInputs,
    replaceOn: ['protocolType'],
    autoname: 'name',
    stored: apis,
    newId: () => randomId(10),
    accept({ id, region, isNew }) {
      if (!isNew) apiOf(records, id);
      return {
        apiEndpoint: `https://${hostOfApi({ id, region })}`,
        arn: `arn:aws:apigateway:${region}::/apis/${id}`,
        executionArn: `arn:aws:execute-api:${region}:${accountId}:${id}`,
      };
    },
    changed: hosts.attachApi,
    removing(api) {
      if (mappings.values().some(({ inputs }) => inputs.apiId === api.id))
        throw badRequest('Please remove all API mappings related to the API before deleting it.');
      hosts.detach(hostOfApi(api));
      for (const owned of [integrations, routes, stages])
        for (const [key, { inputs }] of owned.entries()) if (inputs.apiId === api.id) owned.delete(key);
    },
  });
}

export function integrationHandler(records: Records): Handler {
  return storedHandler({
    type: 'aws:apigatewayv2/integration:Integration',
    inputs: integrationInputs,
    replaceOn: ['apiId', 'integrationType'],
    stored: records.integrations,
    newId: () => randomId(7),
    accept({ inputs: { apiId, integrationUri } }) {
      apiOf(records, apiId);
      if (functionArnOf(integrationUri) === undefined)
        throw badRequest('Invalid lambda function ARN or integration URI specified');
      return {};
    },
    removing({ id }) {
      if (records.routes.values().some(({ inputs }) => inputs.target === `integrations/${id}`))
        throw conflict(`Cannot delete Integration '${id}' due to being referenced by a route`);
    },
  });
}

export function routeHandler(records: Records): Handler {
  const { integrations, routes } = records;
  return storedHandler({
    type: 'aws:apigatewayv2/route:Route',
    inputs: routeInputs,
    replaceOn: ['apiId'],
    stored: routes,
    newId: () => randomId(7),
    accept({ id, inputs: { apiId, routeKey, target } }) {
      apiOf(records, apiId);
      if (routes.values().some((one) => one.id !== id && one.inputs.apiId === apiId))
        throw conflict(`Route with key ${routeKey} already exists for this API`);
      if (target !== undefined && integrations.get(integrationIdOf(target))?.inputs.apiId !== apiId)
        throw badRequest(`Invalid target specified: there is no ${target} in this API`);
      return {};
    },
  });
}

export function stageHandler({ accountId }: CloudContext, records: Records): Handler {
  return storedHandler({
    type: 'aws:apigatewayv2/stage:Stage',
    inputs: stageInputs,
    replaceOn: ['apiId', 'name'],
    autoname: 'name',
    stored: records.stages,
    newId: ({ name }) => name,
    key: (id, inputs) => (inputs === undefined ? id : `${inputs.apiId}/${id}`),
    accept({ inputs, isNew, before }) {
      const { apiId, name } = inputs;
      const api = apiOf(records, apiId);
      checkAccessLog(inputs);
      if (isNew && before !== undefined) throw conflict('Stage already exists');
      return {
        arn: `arn:aws:apigateway:${api.region}::/apis/${apiId}/stages/${name}`,
        executionArn: `arn:aws:execute-api:${api.region}:${accountId}:${apiId}/${name}`,
        invokeUrl: `https://${hostOfApi(api)}/${name === '$default' ? '' : name}`,
      };
    },
  });
}

function checkAccessLog({ accessLogSettings }: StageInputs): void {
  if (accessLogSettings === undefined) return;
  const { destinationArn, format } = accessLogSettings;
  if (!/^arn:aws:logs:[\w-]+:\d{12}:log-group:/.test(destinationArn))
    throw badRequest(`Invalid ARN specified in the request: ${destinationArn}`);
  if (!/\$context\.(requestId|extendedRequestId)\b/.test(format))
    throw badRequest('Access Log format must contain at least $context.requestId');
}
