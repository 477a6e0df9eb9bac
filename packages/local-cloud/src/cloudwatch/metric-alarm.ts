// Metric alarms: aws:cloudwatch/metricAlarm:MetricAlarm.
import type { CloudContext } from '../context.ts';
import { defineHandler } from '../resources/define-handler.ts';
import type { Handler } from '../resources/handler.ts';
import { ServiceError } from '../service-error.ts';
import type { Collection } from '../store.ts';
import type { AlarmStates } from './alarm-state.ts';
import { alarmForms } from './form.ts';
import { type AlarmInputs, alarmInputs } from './metric-alarm-inputs.ts';

export function alarmHandler(
  { accountId }: CloudContext,
  alarms: Collection<AlarmInputs>,
  states: AlarmStates,
): Handler {
  const put = (inputs: AlarmInputs, region: string) => {
    checkAlarm(inputs);
    const key = `${region}/${inputs.name}`;
    alarms.set(key, inputs);
    return { arn: arnOf(inputs.name, region) };
  };
  const arnOf = (id: string, region: string) => `arn:aws:cloudwatch:${region}:${accountId}:alarm:${id}`;
  return defineHandler({
    type: 'aws:cloudwatch/metricAlarm:MetricAlarm',
    inputs: alarmInputs,
    replaceOn: ['name'],
    forms: alarmForms,
    autoname: 'name',
    // "When you update an existing alarm, its state is left unchanged": the API reference of PutMetricAlarm.
    create: async (inputs, { region }) => ({ id: inputs.name, computed: put(inputs, region) }),
    async read(id, { region }) {
      const inputs = alarms.get(`${region}/${id}`);
      return inputs && { inputs, computed: { arn: arnOf(id, region) } };
    },
    update: async (_id, inputs, _old, { region }) => put(inputs, region),
    async delete(id, _old, { region }) {
      alarms.delete(`${region}/${id}`);
      states.forget(`${region}/${id}`);
    },
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
