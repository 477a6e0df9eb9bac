// An API mapping at a custom domain name: aws:apigatewayv2/apiMapping:ApiMapping.
import { defineHandler } from '../resources/define-handler.ts';
import type { Handler } from '../resources/handler.ts';
import { ServiceError } from '../service-error.ts';
import { type ApiMappingInputs, apiMappingInputs } from './domain-name-inputs.ts';
import { badRequest } from './errors.ts';
import { apiOf, domainOf, newId, type Records } from './records.ts';
import type { Hosts } from './virtual-hosts.ts';

export function apiMappingHandler(records: Records, hosts: Hosts): Handler {
  const { stages, mappings } = records;
  const check = ({ apiId, domainName, stage, apiMappingKey = '' }: ApiMappingInputs, id?: string) => {
    domainOf(records, domainName);
    apiOf(records, apiId);
    if (stages.get(`${apiId}/${stage}`) === undefined) throw badRequest('Invalid stage identifier specified');
    const taken = mappings
      .entries()
      .some(
        ([key, one]) =>
          key !== id && one.domainName === domainName && (one.apiMappingKey ?? '') === apiMappingKey,
      );
    if (taken) {
      throw new ServiceError('ConflictException', 'ApiMapping key already exists for this domain name', 409);
    }
  };
  return defineHandler({
    type: 'aws:apigatewayv2/apiMapping:ApiMapping',
    inputs: apiMappingInputs,
    replaceOn: ['apiId', 'domainName'],
    async create(inputs) {
      check(inputs);
      const id = newId(6);
      mappings.set(id, inputs);
      return { id, computed: {} };
    },
    async read(path, _context, known) {
      const id = known === undefined ? importedId(path) : path;
      const inputs = mappings.get(id);
      return inputs && { id, inputs, computed: {} };
    },
    async update(id, inputs) {
      check(inputs, id);
      mappings.set(id, inputs);
      return {};
    },
    async delete(id) {
      const mapping = mappings.get(id);
      if (mapping !== undefined) await hosts.settled(mapping.domainName);
      mappings.delete(id);
    },
  });
}

/** terraform-provider-aws, internal/service/apigatewayv2/api_mapping.go, resourceAPIMappingImport. */
function importedId(path: string): string {
  const [id, domainName, ...rest] = path.split('/');
  if (id !== undefined && domainName !== undefined && rest.length === 0) return id;
  throw new Error(`wrong format of import ID (${path}), use: 'api-mapping-id/domain-name'`);
}
