// CloudWatch: log groups, their metric filters, and alarms. What a filter counts is measured; the metrics of AWS services,
// such as AWS/Lambda, are not.
import type { CloudContext } from '../context.ts';
import type { LogEvents } from '../interfaces.ts';
import type { ServiceHandlers } from '../resources/handler.ts';
import { AlarmStates } from './alarm-state.ts';
import { createLogEvents } from './log-events.ts';
import { logGroupHandler } from './log-group.ts';
import { alarmHandler } from './metric-alarm.ts';
import type { AlarmInputs } from './metric-alarm-inputs.ts';
import { metricFilterHandler } from './metric-filter.ts';
import type { MetricFilterInputs } from './metric-filter-inputs.ts';

export interface CloudWatch extends ServiceHandlers {
  readonly logEvents: LogEvents;
}

export function createCloudWatch(context: CloudContext): CloudWatch {
  const filters = context.store.collection<MetricFilterInputs>('logs/filters');
  const alarms = context.store.collection<AlarmInputs>('cloudwatch/alarms');
  const states = new AlarmStates(context);
  return {
    handlers: [
      logGroupHandler(context, filters),
      metricFilterHandler(context, filters),
      alarmHandler(context, alarms, states),
    ],
    invokes: [],
    logEvents: createLogEvents({ filters, alarms, states }),
  };
}
