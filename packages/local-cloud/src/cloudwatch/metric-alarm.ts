// Metric alarms: aws:cloudwatch/metricAlarm:MetricAlarm. Nothing is measured here, so no alarm changes its state.
import type { CloudContext } from '../context.ts';
import { defineHandler } from '../resources/define-handler.ts';
import type { Handler } from '../resources/handler.ts';
import { ServiceError } from '../service-error.ts';
import { alarmForms } from './form.ts';
import { type AlarmInputs, alarmInputs } from './metric-alarm-inputs.ts';

export function alarmHandler({ accountId, store }: CloudContext): Handler {
  const alarms = store.collection<AlarmInputs>('cloudwatch/alarms');
  const put = (inputs: AlarmInputs, region: string) => {
    checkAlarm(inputs);
    alarms.set(`${region}/${inputs.name}`, inputs);
    return { arn: arnOf(inputs.name, region) };
  };
  const arnOf = (id: string, region: string) => `arn:aws:cloudwatch:${region}:${accountId}:alarm:${id}`;
  return defineHandler({
    type: 'aws:cloudwatch/metricAlarm:MetricAlarm',
    inputs: alarmInputs,
    replaceOn: ['name'],
    forms: alarmForms,
    autoname: 'name',
    create: async (inputs, { region }) => ({ id: inputs.name, computed: put(inputs, region) }),
    async read(id, { region }) {
      const inputs = alarms.get(`${region}/${id}`);
      return inputs && { inputs, computed: { arn: arnOf(id, region) } };
    },
    update: async (_id, inputs, _old, { region }) => put(inputs, region),
    delete: async (id, _old, { region }) => void alarms.delete(`${region}/${id}`),
  });
}

/** PutMetricAlarm's rules that concern several values. */
function checkAlarm({ period, evaluationPeriods, datapointsToAlarm }: AlarmInputs): void {
  if (period * evaluationPeriods > 7 * 24 * 3600) {
    throw new ServiceError(
      'ValidationError',
      'Metrics cannot be checked across more than 7 days (EvaluationPeriods * Period must be <= 604800).',
    );
  }
  if (datapointsToAlarm !== undefined && datapointsToAlarm > evaluationPeriods) {
    throw new ServiceError(
      'ValidationError',
      'DatapointsToAlarm must be less than or equal to EvaluationPeriods',
    );
  }
}
