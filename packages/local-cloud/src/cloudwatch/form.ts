// Log groups and alarms: terraform-provider-aws, internal/service/logs and internal/service/cloudwatch.
import { isDeepStrictEqual } from 'node:util';
import type { Forms, Properties, Sides } from '../forms/form.ts';
import { orElse, sameSet, text } from '../forms/values.ts';

/** logs/group.go. The class DELIVERY keeps events for two days, whatever is declared, and the provider suppresses the difference. */
export const logGroupForms: Forms = {
  rules: [
    { path: 'logGroupClass', computed: true, served: orElse('STANDARD') },
    { path: 'retentionInDays', served: retention, same: isDelivery },
  ],
};

function retention(days: unknown, { logGroupClass }: Properties): unknown {
  return logGroupClass === 'DELIVERY' ? 2 : days;
}

function isDelivery(_served: unknown, _declared: unknown, { served, declared }: Sides): boolean {
  const declaredClass = declared.logGroupClass ?? served.logGroupClass;
  return declaredClass === 'DELIVERY' && served.logGroupClass === 'DELIVERY';
}

/**
 * logs/metric_filter.go: the pattern is trimmed (TrimSpaceSchemaStateFunc), and the default value is read back as Go
 * formats it (flex.Float64ToStringValue).
 */
export const metricFilterForms: Forms = {
  rules: [
    { path: 'pattern', served: text((pattern) => pattern.trim()), same: sameTrimmed },
    { path: 'metricTransformation.defaultValue', served: formatFloat },
    { path: 'applyOnTransformedLogs', computed: true, served: orElse(false) },
  ],
};

function sameTrimmed(served: unknown, declared: unknown): boolean {
  return typeof declared === 'string' && served === declared.trim();
}

function formatFloat(value: unknown): unknown {
  if (value === '') return undefined;
  return typeof value === 'string' ? String(Number(value)) : value;
}

/** cloudwatch/metric_alarm.go: actions are sets. */
export const alarmForms: Forms = {
  rules: [
    { path: 'evaluateLowSampleCountPercentiles', computed: true },
    { path: 'alarmActions', same: sameSet },
    { path: 'okActions', same: sameSet },
    { path: 'insufficientDataActions', same: sameSet },
  ],
};

/** cloudwatch/dashboard.go: SuppressEquivalentJSONDiffs, and the StateFunc of dashboard_body. */
export const dashboardForms: Forms = { rules: [{ path: 'dashboardBody', same: sameJson }] };

function sameJson(served: unknown, declared: unknown): boolean {
  return isDeepStrictEqual(JSON.parse(String(served)), JSON.parse(String(declared)));
}

/** logs/query_definition.go: what is declared is stored as it is. */
export const queryDefinitionForms: Forms = { rules: [] };
