// Metric filters of CloudWatch Logs: aws:cloudwatch/logMetricFilter:LogMetricFilter.
import type { CloudContext } from '../context.ts';
import { defineHandler } from '../resources/define-handler.ts';
import type { Handler } from '../resources/handler.ts';
import { ServiceError } from '../service-error.ts';
import type { Collection } from '../store.ts';
import { metricFilterForms } from './form.ts';
import type { LogGroupInputs } from './inputs.ts';
import { type MetricFilterInputs, metricFilterInputs } from './metric-filter-inputs.ts';

/** https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/cloudwatch_limits_cwl.html */
const MAX_FILTERS = 100;

/** The key of a log group in the store, and the start of its filters' keys: a name of a group has no colon. */
export const groupKey = (name: string, region: string): string => `${region}/${name}`;

export function metricFilterHandler(
  { store }: CloudContext,
  filters: Collection<MetricFilterInputs>,
): Handler {
  const groups = store.collection<LogGroupInputs>('logs/groups');
  const keyOf = ({ logGroupName, name }: Pick<MetricFilterInputs, 'logGroupName' | 'name'>, region: string) =>
    `${groupKey(logGroupName, region)}:${name}`;

  /** PutMetricFilter, which also replaces a filter of the same name. */
  function put(inputs: MetricFilterInputs, region: string): void {
    const { logGroupName, metricTransformation } = inputs;
    const group = groups.get(groupKey(logGroupName, region));
    if (group === undefined) {
      throw new ServiceError('ResourceNotFoundException', 'The specified log group does not exist.');
    }
    // https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/CloudWatch_Logs_Log_Classes.html: no metric filters.
    if (group.logGroupClass !== 'STANDARD') {
      throw new ServiceError(
        'InvalidOperationException',
        'The operation is not valid on the specified resource.',
      );
    }
    checkTransformation(metricTransformation);
    const key = keyOf(inputs, region);
    if (filters.get(key) === undefined && filtersOf(filters, logGroupName, region).length >= MAX_FILTERS) {
      throw new ServiceError('LimitExceededException', 'Resource limit exceeded.');
    }
    filters.set(key, inputs);
  }

  return defineHandler({
    type: 'aws:cloudwatch/logMetricFilter:LogMetricFilter',
    inputs: metricFilterInputs,
    replaceOn: ['name', 'logGroupName'],
    forms: metricFilterForms,
    autoname: 'name',
    async create(inputs, { region }) {
      put(inputs, region);
      return { id: inputs.name, computed: {} };
    },
    async read(id, { region }, known) {
      // An import names the group too: metric_filter.go, metricFilterParseImportID.
      const [group = '', name = ''] = known === undefined ? id.split(':') : [known.logGroupName, id];
      const inputs = filters.get(keyOf({ logGroupName: group, name }, region));
      return inputs && { id: name, inputs, computed: {} };
    },
    async update(_id, inputs, _old, { region }) {
      put(inputs, region);
      return {};
    },
    delete: async (_id, old, { region }) => void filters.delete(keyOf(old, region)),
  });
}

/** The entries of a log group's filters. */
export function filtersOf(
  filters: Collection<MetricFilterInputs>,
  logGroupName: string,
  region: string,
): [string, MetricFilterInputs][] {
  const start = `${groupKey(logGroupName, region)}:`;
  return filters.entries().filter(([key]) => key.startsWith(start));
}

/** PutMetricFilter's words: hashicorp/terraform-provider-aws#22105 and others quote them. */
function checkTransformation({ dimensions, defaultValue }: MetricFilterInputs['metricTransformation']): void {
  if (Object.keys(dimensions ?? {}).length > 0 && (defaultValue ?? '') !== '') {
    throw new ServiceError(
      'InvalidParameterException',
      'Invalid metric transformation: dimensions and default value are mutually exclusive properties.',
    );
  }
}
