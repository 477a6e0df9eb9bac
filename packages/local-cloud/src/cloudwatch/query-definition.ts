// Saved queries of Logs Insights: aws:cloudwatch/queryDefinition:QueryDefinition. They are stored, and nothing runs them.
import { randomUUID } from 'node:crypto';
import type { QueryDefinitionArgs } from '@pulumi/aws/cloudwatch/queryDefinition.js';
import { z } from 'zod';
import type { CloudContext } from '../context.ts';
import { defineHandler } from '../resources/define-handler.ts';
import type { Handler } from '../resources/handler.ts';
import { argsOf, region } from '../schema/args-of.ts';
import { queryDefinitionForms } from './form.ts';
import { logGroupName } from './inputs.ts';

const queryDefinitionInputs = argsOf<QueryDefinitionArgs>()({
  // internal/service/logs/query_definition.go.
  name: z
    .string()
    .min(1)
    .max(255)
    .regex(
      /^([^:*/]+\/)*[^:*/]+$/,
      'cannot contain a colon or asterisk and cannot start or end with a slash',
    ),
  queryString: z.string().min(1).max(10_000),
  logGroupNames: z.array(logGroupName).optional(),
  region,
});
type QueryDefinitionInputs = z.infer<typeof queryDefinitionInputs>;

export function queryDefinitionHandler({ store }: CloudContext): Handler {
  const queries = store.collection<QueryDefinitionInputs>('logs/queries');
  const put = (id: string, inputs: QueryDefinitionInputs) => {
    queries.set(id, inputs);
    return { queryDefinitionId: id };
  };
  return defineHandler({
    type: 'aws:cloudwatch/queryDefinition:QueryDefinition',
    inputs: queryDefinitionInputs,
    replaceOn: [],
    forms: queryDefinitionForms,
    autoname: 'name',
    async create(inputs) {
      const id = randomUUID();
      return { id, computed: put(id, inputs) };
    },
    async read(given) {
      // An import names the ARN: resourceQueryDefinitionImport.
      const id = given.replace(/^arn:aws:logs:[^:]*:\d+:query-definition:/, '');
      const inputs = queries.get(id);
      return inputs && { id, inputs, computed: { queryDefinitionId: id } };
    },
    update: async (id, inputs) => put(id, inputs),
    delete: async (id) => void queries.delete(id),
  });
}
