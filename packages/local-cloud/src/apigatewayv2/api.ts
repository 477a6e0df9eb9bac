// HTTP APIs: aws:apigatewayv2/api:Api.
import type { CloudContext } from '../context.ts';
import { defineHandler } from '../resources/define-handler.ts';
import type { Handler } from '../resources/handler.ts';
import { badRequest } from './errors.ts';
import { apiForms } from './form.ts';
import { type ApiInputs, apiInputs } from './inputs.ts';
import { type ApiRecord, apiOf, hostOfApi, newId, type Records } from './records.ts';
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

function checkCors({ corsConfiguration: cors }: ApiInputs): void {
  if (cors?.allowCredentials === true && cors.allowOrigins?.includes('*') === true) {
    throw badRequest('allowCredentials is not supported with the origin *');
  }
}
