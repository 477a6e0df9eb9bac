// A stage of an HTTP API, deployed as it changes: aws:apigatewayv2/stage:Stage.
import type { CloudContext } from '../context.ts';
import { defineHandler } from '../resources/define-handler.ts';
import type { Handler } from '../resources/handler.ts';
import { ServiceError } from '../service-error.ts';
import { badRequest } from './errors.ts';
import { stageForms } from './form.ts';
import { type StageInputs, stageInputs } from './inputs.ts';
import { apiOf, hostOfApi, type Records } from './records.ts';

export function stageHandler({ accountId }: CloudContext, records: Records): Handler {
  const { stages } = records;
  const computedOf = ({ apiId, name }: StageInputs) => {
    const api = apiOf(records, apiId);
    return {
      arn: `arn:aws:apigateway:${api.region}::/apis/${apiId}/stages/${name}`,
      executionArn: `arn:aws:execute-api:${api.region}:${accountId}:${apiId}/${name}`,
      invokeUrl: `https://${hostOfApi(api)}/${name === '$default' ? '' : name}`,
    };
  };
  return defineHandler({
    type: 'aws:apigatewayv2/stage:Stage',
    inputs: stageInputs,
    replaceOn: ['apiId', 'name'],
    forms: stageForms,
    autoname: 'name',
    async create(inputs) {
      const computed = computedOf(inputs);
      checkAccessLog(inputs);
      const key = keyOf(inputs);
      if (stages.get(key) !== undefined) {
        throw new ServiceError('ConflictException', 'Stage already exists', 409);
      }
      stages.set(key, inputs);
      return { id: inputs.name, computed };
    },
    // An id is unique only within its API: an import without one finds the first of the name.
    async read(id, _context, known) {
      const inputs =
        known === undefined ? stages.values().find(({ name }) => name === id) : stages.get(keyOf(known));
      return inputs && { inputs, computed: computedOf(inputs) };
    },
    async update(_id, inputs) {
      checkAccessLog(inputs);
      stages.set(keyOf(inputs), inputs);
      return computedOf(inputs);
    },
    delete: async (_id, old) => void stages.delete(keyOf(old)),
  });
}

function keyOf({ apiId, name }: Pick<StageInputs, 'apiId' | 'name'>): string {
  return `${apiId}/${name}`;
}

function checkAccessLog({ accessLogSettings }: StageInputs): void {
  if (accessLogSettings === undefined) return;
  const { destinationArn, format } = accessLogSettings;
  if (!/^arn:aws:(logs:[\w-]+:\d{12}:log-group:|firehose:)/.test(destinationArn)) {
    throw badRequest(`Invalid ARN specified in the request: ${destinationArn}`);
  }
  if (!/\$context\.(requestId|extendedRequestId)\b/.test(format)) {
    throw badRequest(
      'Access Log format must contain at least $context.requestId or $context.extendedRequestId',
    );
  }
}
