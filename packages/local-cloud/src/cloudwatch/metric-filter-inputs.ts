// The inputs of a metric filter: PutMetricFilter, and the provider's own checks (internal/service/logs/metric_filter.go).
import type { LogMetricFilterArgs } from '@pulumi/aws/cloudwatch/logMetricFilter.js';
import { z } from 'zod';
import { argsOf, atMost, region } from '../schema/args-of.ts';
import { emulatesOnly, isEmulated } from '../schema/emulated.ts';
import { parseFilterPattern } from './filter-pattern.ts';
import { logGroupName } from './inputs.ts';
import { UNITS } from './units.ts';

/** internal/service/logs/validate.go, validLogMetricFilterTransformationName; the provider does not send an empty one. */
const metricName = z
  .string()
  .min(1)
  .max(255)
  .regex(/^[^:*$]*$/);

/** What Go's strconv.ParseFloat reads, in decimal; empty is none (internal/sdkv2/types/nullable/float.go). */
const nullableFloat = z
  .string()
  .regex(/^([+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?)?$/, 'cannot be parsed as a float');

const metricValue = z
  .string()
  .min(1)
  .max(100)
  .check(
    isEmulated(
      (value) => /^\d+(\.\d+)?$/.test(value),
      'a metric value other than a number',
      'it would be read from the log event',
    ),
  );

const dimensions = z
  .record(
    z.string().max(255),
    z
      .string()
      .max(255)
      .check(
        isEmulated(
          (selector) => /^\$(\.\w+)+$/.test(selector),
          'a dimension other than one property',
          'only properties such as $.apiId are read',
        ),
      ),
  )
  // "One metric filter can include as many as three dimensions": the documentation of MetricTransformation.
  .check(atMost(3));

export const metricFilterInputs = argsOf<LogMetricFilterArgs>()({
  // validLogMetricFilterName, in the same file.
  name: z
    .string()
    .min(1)
    .max(512)
    .regex(/^[^:*]+$/),
  region,
  logGroupName,
  pattern: z
    .string()
    .refine((pattern) => [...pattern].length <= 1024, {
      message: 'expected length to be in the range (0 - 1024)',
    })
    .check(
      isEmulated(
        (pattern) => parseFilterPattern(pattern) !== undefined,
        'this filter pattern',
        'only { $.property = "text" } is matched',
      ),
    ),
  metricTransformation: z.strictObject({
    name: metricName,
    namespace: metricName,
    value: metricValue,
    defaultValue: nullableFloat.optional(),
    dimensions: dimensions.optional(),
    unit: z.enum(UNITS).default('None'),
  }),
  applyOnTransformedLogs: emulatesOnly(false, 'no log group has a transformer').optional(),
});
export type MetricFilterInputs = z.infer<typeof metricFilterInputs>;
