// Log groups of CloudWatch Logs: aws:cloudwatch/logGroup:LogGroup.
import type { CloudContext } from '../context.ts';
import { defineHandler } from '../resources/define-handler.ts';
import type { Handler } from '../resources/handler.ts';
import { ServiceError } from '../service-error.ts';
import type { Collection } from '../store.ts';
import { logGroupForms } from './form.ts';
import { type LogGroupInputs, logGroupInputs } from './inputs.ts';
import { filtersOf, groupKey } from './metric-filter.ts';
import type { MetricFilterInputs } from './metric-filter-inputs.ts';

export function logGroupHandler(
  { accountId, store }: CloudContext,
  filters: Collection<MetricFilterInputs>,
): Handler {
  const groups = store.collection<LogGroupInputs>('logs/groups');
  const computedOf = (id: string, region: string) => ({
    arn: `arn:aws:logs:${region}:${accountId}:log-group:${id}`,
  });
  return defineHandler({
    type: 'aws:cloudwatch/logGroup:LogGroup',
    inputs: logGroupInputs,
    replaceOn: ['name', 'logGroupClass'],
    forms: logGroupForms,
    autoname: 'name',
    async create(inputs, { region }) {
      const { name } = inputs;
      const key = groupKey(name, region);
      if (groups.get(key) !== undefined) {
        throw new ServiceError('ResourceAlreadyExistsException', 'The specified log group already exists');
      }
      groups.set(key, inputs);
      return { id: name, computed: computedOf(name, region) };
    },
    async read(id, { region }) {
      const inputs = groups.get(groupKey(id, region));
      return inputs && { inputs, computed: computedOf(id, region) };
    },
    async update(id, inputs, _old, { region }) {
      groups.set(groupKey(id, region), inputs);
      return computedOf(id, region);
    },
    async delete(id, old, { region }) {
      if (old.skipDestroy) return;
      if (groups.get(groupKey(id, region))?.deletionProtectionEnabled === true) {
        throw new ServiceError('ValidationException', 'The log group is protected against deletion.');
      }
      groups.delete(groupKey(id, region));
      for (const [key] of filtersOf(filters, id, region)) filters.delete(key);
    },
  });
}
