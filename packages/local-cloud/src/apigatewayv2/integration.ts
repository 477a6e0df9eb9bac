// The integration of an HTTP API with a function: aws:apigatewayv2/integration:Integration.
import { defineHandler } from '../resources/define-handler.ts';
import type { Handler } from '../resources/handler.ts';
import { ServiceError } from '../service-error.ts';
import { badRequest } from './errors.ts';
import { integrationForms } from './form.ts';
import { type IntegrationInputs, integrationInputs } from './inputs.ts';
import { functionArnOf } from './invoke-function.ts';
import { apiOf, newId, type Records } from './records.ts';

export function integrationHandler(records: Records): Handler {
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
