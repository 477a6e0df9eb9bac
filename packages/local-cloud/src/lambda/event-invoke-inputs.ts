// The inputs of a configuration of asynchronous invocations.
import type { FunctionEventInvokeConfigArgs } from '@pulumi/aws/lambda/functionEventInvokeConfig.js';
import { z } from 'zod';
import { argsOf, region } from '../schema/args-of.ts';

/** NamespacedFunctionName of the service model; the provider asks only that it is not empty. */
const functionName = z
  .string()
  .min(1)
  .max(256)
  .regex(
    /^(arn:(aws[a-zA-Z-]*)?:lambda:(eusc-)?[a-z]{2}((-gov)|(-iso([a-z]?)))?-[a-z]+-\d:\d{12}:|(((eusc-)?[a-z]{2}((-gov)|(-iso([a-z]?)))?-[a-z]+-\d:)?(\d{12}:)?))(function:)?([a-zA-Z0-9-_.]+)(:(\$LATEST(\.PUBLISHED)?|[a-zA-Z0-9-_]+))?$/,
  );

export const eventInvokeConfigInputs = argsOf<FunctionEventInvokeConfigArgs>()({
  functionName,
  region,
  qualifier: z
    .string()
    .min(1)
    .max(128)
    .regex(/^(\$(LATEST(\.PUBLISHED)?)|[a-zA-Z0-9-_$]+)$/)
    .optional(),
  maximumRetryAttempts: z.int().min(0).max(2).default(2),
  maximumEventAgeInSeconds: z.int().min(60).max(21_600).optional(),
});
export type EventInvokeConfigInputs = z.infer<typeof eventInvokeConfigInputs>;
