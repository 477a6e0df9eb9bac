// HTTP APIs as resources: the API, its integrations and its routes.
import type { CloudContext } from '../context.ts';
import { defineHandler } from '../resources/define-handler.ts';
import type { Handler } from '../resources/handler.ts';
import { ServiceError } from '../service-error.ts';
import { badRequest } from './errors.ts';
import { apiForms, integrationForms } from './form.ts';
import {
  type ApiInputs,
  apiInputs,
  type IntegrationInputs,
  integrationInputs,
  type RouteInputs,
  routeInputs,
} from './inputs.ts';
import { functionArnOf } from './integration.ts';
import { type ApiRecord, apiOf, hostOfApi, newId, type Records } from './records.ts';
import { stageHandler } from './stage.ts';
import type { Hosts } from './virtual-hosts.ts';

export function apiHandlers(context: CloudContext, records: Records, hosts: Hosts): readonly Handler[] {
  return [
    apiHandler(context, records, hosts),
    integrationHandler(records),
    routeHandler(records),
    stageHandler(context, records),
  ];
}

function apiHandler({ accountId }: CloudContext, records: Records, hosts: Hosts): Handler {
  const { apis, integrations, routes, stages, mappings } = records;
  const computedOf = (api: ApiRecord) => ({
    apiEndpoint: `https://${hostOfApi(api)}`,
    arn: `arn:aws:apigateway:${api.region}::/apis/${api.id}`,
    executionArn: `arn:aws:execute-api:${api.region}:${accountId}:${api.id}`,
  });
  return defineHandler({
    type: 'aws:apigatewayv2/api:Api',
    inputs: apiInputs,
    replaceOn: ['protocolType'],
    forms: apiForms,
    autoname: 'name',
    async create(inputs, { region }) {
      checkCors(inputs);
      const api = { id: newId(10), region, inputs };
      apis.set(api.id, api);
      hosts.attachApi(api);
      return { id: api.id, computed: computedOf(api) };
    },
    async read(id) {
      const api = apis.get(id);
      return api && { inputs: api.inputs, computed: computedOf(api) };
    },
    async update(id, inputs) {
      checkCors(inputs);
      const api = { ...apiOf(records, id), inputs };
      apis.set(id, api);
      return computedOf(api);
    },
    async delete(id) {
      const api = apis.get(id);
      if (api === undefined) return;
      if (mappings.values().some((mapping) => mapping.apiId === id)) {
        throw badRequest(
          'Please remove all API mappings related to the API in your account before deleting it.',
        );
      }
      hosts.detachApi(api);
      apis.delete(id);
      for (const owned of [integrations, routes, stages]) {
        for (const [key, { apiId }] of owned.entries()) if (apiId === id) owned.delete(key);
      }
    },
  });
}

function integrationHandler(records: Records): Handler {
  const { integrations, routes } = records;
  const check = ({ apiId, integrationUri }: IntegrationInputs) => {
    apiOf(records, apiId);
    if (functionArnOf(integrationUri) === undefined) {
      throw badRequest('Invalid lambda function ARN or integration URI specified');
    }
  };
  return defineHandler({
    type: 'aws:apigatewayv2/integration:Integration',
    inputs: integrationInputs,
    replaceOn: ['apiId', 'integrationType'],
    forms: integrationForms,
    async create(inputs) {
      check(inputs);
      const id = newId(7);
      integrations.set(id, inputs);
      return { id, computed: {} };
    },
    async read(id) {
      const inputs = integrations.get(id);
      return inputs && { inputs, computed: {} };
    },
    async update(id, inputs) {
      check(inputs);
      integrations.set(id, inputs);
      return {};
    },
    async delete(id) {
      const used = routes.entries().find(([, { target }]) => target === `integrations/${id}`);
      if (used !== undefined) {
        const by = `due to being referenced by the following routes: [${used[0]}]`;
        throw new ServiceError('ConflictException', `Cannot delete Integration '${id}' ${by}`, 409);
      }
      integrations.delete(id);
    },
  });
}

function routeHandler(records: Records): Handler {
  const { routes } = records;
  return defineHandler({
    type: 'aws:apigatewayv2/route:Route',
    inputs: routeInputs,
    replaceOn: ['apiId'],
    async create(inputs) {
      checkRoute(records, inputs);
      const id = newId(7);
      routes.set(id, inputs);
      return { id, computed: {} };
    },
    async read(id) {
      const inputs = routes.get(id);
      return inputs && { inputs, computed: {} };
    },
    async update(id, inputs) {
      checkRoute(records, inputs, id);
      routes.set(id, inputs);
      return {};
    },
    delete: async (id) => void routes.delete(id),
  });
}

const ROUTE_KEY = /^(\$default|(ANY|GET|HEAD|OPTIONS|PATCH|POST|PUT|DELETE) \/\S*)$/;

function checkRoute(records: Records, { apiId, routeKey, target }: RouteInputs, id?: string): void {
  apiOf(records, apiId);
  if (!ROUTE_KEY.test(routeKey)) {
    throw badRequest(
      'The provided route key is not formatted properly for HTTP protocol. ' +
        'Format should be "<HTTP METHOD> /<RESOURCE PATH>" or "$default"',
    );
  }
  const isSame = ([key, one]: [string, RouteInputs]) =>
    key !== id && one.apiId === apiId && one.routeKey === routeKey;
  if (records.routes.entries().some(isSame)) {
    throw new ServiceError(
      'ConflictException',
      `Route with key ${routeKey} already exists for this API`,
      409,
    );
  }
  const integration = records.integrations.get(target?.replace(/^integrations\//, '') ?? '');
  if (target !== undefined && integration?.apiId !== apiId) {
    throw badRequest(`Invalid target specified: there is no ${target} in this API`);
  }
}

function checkCors({ corsConfiguration: cors }: ApiInputs): void {
  if (cors?.allowCredentials === true && cors.allowOrigins?.includes('*') === true) {
    throw badRequest('allowCredentials is not supported with the origin *');
  }
}
