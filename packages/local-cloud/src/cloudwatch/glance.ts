// What the dashboards show now, as figures: each metric of each widget, over the last hour, and the alarms that are raised.
import type { Collection } from '../store.ts';
import type { AlarmStates } from './alarm-state.ts';
import type { DashboardInputs } from './dashboard.ts';
import type { AlarmInputs } from './metric-alarm-inputs.ts';
import type { Metrics } from './metrics.ts';
import { statisticOf } from './statistics.ts';

export interface Figure {
  /** The metric with its dimensions and its statistic, as JSON: two figures with the same one are the same. */
  readonly id: string;
  /** Of the metric. */
  readonly name: string;
  /** As the dashboard has it; undefined: it has none. */
  readonly label: string | undefined;
  /** Undefined: there are no datapoints. */
  readonly value: number | undefined;
}

export interface Glance {
  readonly widgets: readonly { readonly title: string; readonly figures: readonly Figure[] }[];
  /** The names of the alarms in ALARM. */
  readonly raised: readonly string[];
}

interface Options {
  readonly stat?: string;
  readonly label?: string;
  readonly region?: string;
}

interface Widget {
  readonly type: string;
  readonly properties: Options & {
    readonly title?: string;
    readonly period?: number;
    readonly metrics?: readonly (readonly unknown[])[];
  };
}

const HOUR = 3600;

interface Sources {
  readonly dashboards: Collection<DashboardInputs>;
  readonly alarms: Collection<AlarmInputs>;
  readonly states: AlarmStates;
  readonly metrics: Metrics;
}

export function glanceAt({ dashboards, alarms, states, metrics }: Sources): Glance {
  const widgets = dashboards
    .values()
    .flatMap(({ dashboardBody }) => (JSON.parse(dashboardBody) as { widgets: readonly Widget[] }).widgets);
  return {
    widgets: widgets.flatMap((widget) => widgetFigures(widget, metrics)),
    raised: alarms.entries().flatMap(([key, { name }]) => (states.stateOf(key) === 'ALARM' ? [name] : [])),
  };
}

/** Searches are not evaluated; a widget of nothing else is left out. */
function widgetFigures({ type, properties }: Widget, metrics: Metrics): Glance['widgets'][number][] {
  const { title = '', metrics: named = [] } = properties;
  const figures = named.flatMap((metric) => figureOf(metric, properties, metrics) ?? []);
  return type !== 'metric' || figures.length === 0 ? [] : [{ title, figures }];
}

/** `[namespace, name, dimension, value, …, { options }]`. */
function figureOf(
  metric: readonly unknown[],
  widget: Widget['properties'],
  metrics: Metrics,
): Figure | undefined {
  const texts = metric.filter((part) => typeof part === 'string');
  const own = (metric.find((part) => typeof part === 'object') ?? {}) as Options;
  const [namespace, name, ...pairs] = texts;
  if (namespace === undefined || name === undefined) return undefined;
  const dimensions = Object.fromEntries(
    pairs.flatMap((key, index) => (index % 2 === 0 ? [[key, pairs[index + 1] ?? '']] : [])),
  );
  const region = own.region ?? widget.region ?? '';
  const identity = { region, namespace, name, dimensions };
  const stat = own.stat ?? widget.stat ?? 'Average';
  const seconds = metrics.seconds(identity, Math.max(HOUR, widget.period ?? 0));
  return {
    ...{ id: JSON.stringify([identity, stat]), name, label: own.label },
    value: statisticOf(stat, seconds),
  };
}
