// A figure of the dashboard in words: what it is of, its value, and its unit for one or for many.
import type { Figure } from '@petstore/local-cloud/cloud';

/** By metric: those of the stack's dashboard (infra/monitoring/dashboard-body.ts). */
const UNITS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  Count: ['call', 'calls'],
  '4xx': ['response 4xx', 'responses 4xx'],
  '5xx': ['response 5xx', 'responses 5xx'],
  Latency: ['ms', 'ms'],
  Duration: ['ms', 'ms'],
  DaysToExpiry: ['day', 'days'],
  Requests: ['request', 'requests'],
  '5xxErrorRate': ['%', '%'],
  ConsumedReadCapacityUnits: ['read unit', 'read units'],
  ConsumedWriteCapacityUnits: ['write unit', 'write units'],
  ReadThrottleEvents: ['throttled', 'throttled'],
  WriteThrottleEvents: ['throttled', 'throttled'],
  IncomingBytes: ['byte', 'bytes'],
};

/** `pets 3 read units`. A label that only repeats the unit, as a graph needs it, is left out. */
export function figureWords({ name, label, value }: Figure & { readonly value: number }): string {
  const units = UNITS[name];
  if (units === undefined) return `${label ?? name} ${rounded(value)}`;
  const counted = countOf(value, ...units);
  return label === undefined || units.includes(label) ? counted : `${label} ${counted}`;
}

/** `1 call`, `2 calls`, `1,204.5 ms`. */
export function countOf(value: number, one: string, many: string): string {
  const text = rounded(value);
  return `${text} ${text === '1' ? one : many}`;
}

export function rounded(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: 1 });
}

/** A graph has its unit in the title; here each figure has it. */
export function withoutUnit(title: string): string {
  return title.replace(/, (ms|%)$/, '');
}
