// HTTP APIs with their integrations, routes and stages: terraform-provider-aws, internal/service/apigatewayv2.
import type { CloudContext } from '../context.ts';
import { randomId } from '../random-id.ts';
import { defineHandler, type Handler } from '../resources/handler.ts';
import type { Collection } from '../store.ts';
import {
  apiInputs,
  integrationInputs,
  type RouteInputs,
  routeInputs,
  type StageInputs,
  stageInputs,
} from './inputs.ts';
import { functionArnOf, integrationIdOf } from './invoke-function.ts';
import { type ApiRecord, apiOf, badRequest, conflict, hostOfApi, type Records } from './records.ts';
import type { Hosts } from './virtual-hosts.ts';

export function apiHandler({ accountId }: CloudContext, records: Records, hosts: Hosts): Handler {
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
    autoname: 'name',
    async create(inputs, { region }) {
      const api = { id: randomId(10), region, inputs };
      apis.set(api.id, api);
      hosts.attachApi(api);
      return { id: api.id, computed: computedOf(api) };
    },
    async read(id) {
      const api = apis.get(id);
      return api && { inputs: api.inputs, computed: computedOf(api) };
    },
    async update(id, inputs) {
      const api = { ...apiOf(records, id), inputs };
      apis.set(id, api);
      return computedOf(api);
    },
    async delete(id) {
      const api = apis.get(id);
      if (api === undefined) return;
      if (mappings.values().some((mapping) => mapping.apiId === id))
        throw badRequest(
          'Please remove all API mappings related to the API in your account before deleting it.',
        );
      hosts.detach(hostOfApi(api));
      apis.delete(id);
      for (const owned of [integrations, routes, stages])
        for (const [key, { apiId }] of owned.entries()) if (apiId === id) owned.delete(key);
    },
  });
}

/** The operations of a type that is its inputs alone, by a generated id. `check` throws the service's refusals. */
export function storedInputs<Inputs>(
  collection: Collection<Inputs>,
  idLength: number,
  check: (inputs: Inputs, id: string) => void,
) {
  const put = (id: string, inputs: Inputs) => {
    check(inputs, id);
    collection.set(id, inputs);
    return { id, computed: {} };
  };
  return {
    create: async (inputs: Inputs) => put(randomId(idLength), inputs),
    async read(id: string) {
      const inputs = collection.get(id);
      return inputs && { id, inputs, computed: {} };
    },
    update: async (id: string, inputs: Inputs) => put(id, inputs).computed,
    delete: async (id: string) => void collection.delete(id),
  };
}

export function integrationHandler(records: Records): Handler {
  const { integrations, routes } = records;
  return defineHandler({
    type: 'aws:apigatewayv2/integration:Integration',
    inputs: integrationInputs,
    replaceOn: ['apiId', 'integrationType'],
    ...storedInputs(integrations, 7, ({ apiId, integrationUri }) => {
      apiOf(records, apiId);
      if (functionArnOf(integrationUri) === undefined)
        throw badRequest('Invalid lambda function ARN or integration URI specified');
    }),
    async delete(id) {
      const used = routes.entries().find(([, { target }]) => target === `integrations/${id}`);
      if (used !== undefined)
        throw conflict(
          `Cannot delete Integration '${id}' due to being referenced by the following routes: [${used[0]}]`,
        );
      integrations.delete(id);
    },
  });
}

export function routeHandler(records: Records): Handler {
  return defineHandler({
    type: 'aws:apigatewayv2/route:Route',
    inputs: routeInputs,
    replaceOn: ['apiId'],
    ...storedInputs(records.routes, 7, (inputs, id) => checkRoute(records, inputs, id)),
  });
}

function checkRoute(records: Records, { apiId, routeKey, target }: RouteInputs, id: string): void {
  apiOf(records, apiId);
  const isSame = ([key, one]: [string, RouteInputs]) => key !== id && one.apiId === apiId;
  if (records.routes.entries().some(isSame))
    throw conflict(`Route with key ${routeKey} already exists for this API`);
  if (target !== undefined && records.integrations.get(integrationIdOf(target))?.apiId !== apiId)
    throw badRequest(`Invalid target specified: there is no ${target} in this API`);
}

export function stageHandler({ accountId }: CloudContext, records: Records): Handler {
  const { stages } = records;
  const put = (inputs: StageInputs, isNew: boolean) => {
    const { region } = apiOf(records, inputs.apiId);
    checkAccessLog(inputs);
    if (isNew && stages.get(keyOf(inputs)) !== undefined) throw conflict('Stage already exists');
    stages.set(keyOf(inputs), inputs);
    return computedOf(inputs, region);
  };
  const computedOf = ({ apiId, name }: StageInputs, region: string) => ({
    arn: `arn:aws:apigateway:${region}::/apis/${apiId}/stages/${name}`,
    executionArn: `arn:aws:execute-api:${region}:${accountId}:${apiId}/${name}`,
    invokeUrl: `https://${hostOfApi(apiOf(records, apiId))}/${name === '$default' ? '' : name}`,
  });
  return defineHandler({
    type: 'aws:apigatewayv2/stage:Stage',
    inputs: stageInputs,
    replaceOn: ['apiId', 'name'],
    autoname: 'name',
    create: async (inputs) => ({ id: inputs.name, computed: put(inputs, true) }),
    // An id is unique only within its API: an import without one finds the first of the name.
    async read(id, _context, known) {
      const inputs =
        known === undefined ? stages.values().find(({ name }) => name === id) : stages.get(keyOf(known));
      return inputs && { inputs, computed: computedOf(inputs, apiOf(records, inputs.apiId).region) };
    },
    update: async (_id, inputs) => put(inputs, false),
    delete: async (_id, old) => void stages.delete(keyOf(old)),
  });
}

function keyOf({ apiId, name }: StageInputs): string {
  return `${apiId}/${name}`;
}

function checkAccessLog({ accessLogSettings }: StageInputs): void {
  if (accessLogSettings === undefined) return;
  const { destinationArn, format } = accessLogSettings;
  if (!/^arn:aws:(logs:[\w-]+:\d{12}:log-group:|firehose:)/.test(destinationArn))
    throw badRequest(`Invalid ARN specified in the request: ${destinationArn}`);
  if (!/\$context\.(requestId|extendedRequestId)\b/.test(format))
    throw badRequest(
      'Access Log format must contain at least $context.requestId or $context.extendedRequestId',
    );
}
