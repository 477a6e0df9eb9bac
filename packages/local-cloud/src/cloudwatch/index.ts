// CloudWatch: log groups, their metric filters, and alarms. What a filter counts is measured, and what Lambda says of its
// invocations; the metrics of other AWS services are not.
import type { CloudContext } from '../context.ts';
import type { AlarmReader, LogEvents, Metrics } from '../interfaces.ts';
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
  readonly metrics: Metrics;
  readonly alarms: AlarmReader;
}

export function createCloudWatch(context: CloudContext): CloudWatch {
  const filters = context.store.collection<MetricFilterInputs>('logs/filters');
  const alarms = context.store.collection<AlarmInputs>('cloudwatch/alarms');
  const states = new AlarmStates(context);
  const metrics: Metrics = {
    put(region, datum) {
      const here = alarms.entries().filter(([key]) => key.startsWith(`${region}/`));
      for (const [key, alarm] of here) states.add(key, alarm, datum);
    },
  };
  return {
    handlers: [
      logGroupHandler(context, filters),
      metricFilterHandler(context, filters),
      alarmHandler(context, alarms, states),
    ],
    invokes: [],
    logEvents: createLogEvents({ filters, metrics }),
    metrics,
    alarms: {
      stateOf(name, region) {
        const key = `${region}/${name}`;
        return alarms.get(key) && states.stateOf(key);
      },
    },
  };
}
