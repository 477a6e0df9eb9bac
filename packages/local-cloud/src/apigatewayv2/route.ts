// A route of an HTTP API: aws:apigatewayv2/route:Route.
import { defineHandler } from '../resources/define-handler.ts';
import type { Handler } from '../resources/handler.ts';
import { ServiceError } from '../service-error.ts';
import { badRequest } from './errors.ts';
import { type RouteInputs, routeInputs } from './inputs.ts';
import { apiOf, newId, type Records } from './records.ts';

export function routeHandler(records: Records): Handler {
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
