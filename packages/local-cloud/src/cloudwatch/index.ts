// CloudWatch: log groups, their metric filters, metrics, and alarms.
import type { CloudContext } from '../context.ts';
import type { AlarmReader, LogEvents, MetricSink, Topics } from '../interfaces.ts';
import type { ServiceHandlers } from '../resources/handler.ts';
import { AlarmStates } from './alarm-state.ts';
import { TurnableClock } from './clock.ts';
import { type DashboardInputs, dashboardHandler } from './dashboard.ts';
import { type Glance, glanceAt } from './glance.ts';
import { createLogEvents } from './log-events.ts';
import { logGroupHandler } from './log-group.ts';
import { alarmHandler } from './metric-alarm.ts';
import type { AlarmInputs } from './metric-alarm-inputs.ts';
import { metricFilterHandler } from './metric-filter.ts';
import type { MetricFilterInputs } from './metric-filter-inputs.ts';
import { type Metric, Metrics } from './metrics.ts';
import { notify } from './notification.ts';
import { queryDefinitionHandler } from './query-definition.ts';

export interface CloudWatch extends ServiceHandlers, MetricSink {
  readonly logEvents: LogEvents;
  readonly alarms: AlarmReader;
  /** Adds metrics that are read, not sent: `collect` is called at the start, and then once an hour. */
  collectHourly(collect: (now: number) => void): void;
  /** The figures of the stored dashboards now. */
  glance(): Glance;
  /** Every metric that has datapoints. */
  metrics(): Metric[];
  /** Turns CloudWatch's clock forward: periods end, and alarms are evaluated. For tests. */
  turnClock(ms: number): void;
  start(): Promise<void>;
  close(): void;
}

const HOUR_MS = 3_600_000;

export function createCloudWatch(context: CloudContext, topics: Topics = NO_TOPICS): CloudWatch {
  const filters = context.store.collection<MetricFilterInputs>('logs/filters');
  const alarms = context.store.collection<AlarmInputs>('cloudwatch/alarms');
  const dashboards = context.store.collection<DashboardInputs>('cloudwatch/dashboards');
  const clock = new TurnableClock();
  const metrics = new Metrics(clock);
  const onTransition = (transition: Parameters<typeof notify>[2]) => notify(context, topics, transition);
  const states = new AlarmStates({ log: context.log, alarms, metrics, onTransition });
  const collectors: ((now: number) => void)[] = [];
  const collectAll = () => {
    for (const collect of collectors) collect(clock.now());
  };
  let timer: NodeJS.Timeout | undefined;
  return {
    handlers: [
      logGroupHandler(context, filters),
      metricFilterHandler(context, filters),
      alarmHandler(context, alarms, states),
      dashboardHandler(context),
      queryDefinitionHandler(context),
    ],
    invokes: [],
    logEvents: createLogEvents({ filters, metrics }),
    alarms: {
      stateOf(name, region) {
        const key = `${region}/${name}`;
        return alarms.get(key) && states.stateOf(key);
      },
    },
    publish: (...points) => metrics.publish(...points),
    collectHourly: (collect) => void collectors.push(collect),
    glance: () => glanceAt({ dashboards, alarms, states, metrics }),
    metrics: () => metrics.metrics(),
    turnClock(ms) {
      clock.turn(ms);
      collectAll();
      states.evaluateAll();
    },
    async start() {
      states.start();
      collectAll();
      timer = setInterval(collectAll, HOUR_MS).unref();
    },
    close() {
      clearInterval(timer);
      states.stop();
    },
  };
}

const NO_TOPICS: Topics = { publish: () => false };
