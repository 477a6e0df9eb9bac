// The inputs of an alias.
import type { AliasArgs } from '@pulumi/aws/lambda/alias.js';
import { z } from 'zod';
import { argsOf, region } from '../schema/args-of.ts';
import { functionName } from './inputs.ts';

export const aliasInputs = argsOf<AliasArgs>()({
  name: z
    .string()
    .min(1)
    .max(128)
    .regex(/^(?!^[0-9]+$)([a-zA-Z0-9-_]+)$/),
  region,
  functionName,
  functionVersion: z
    .string()
    .min(1)
    .max(1024)
    .regex(/^(\$LATEST|[0-9]+)$/),
  description: z.string().max(256).optional(),
  routingConfig: z
    .strictObject({
      additionalVersionWeights: z
        .record(
          z
            .string()
            .min(1)
            .max(1024)
            .regex(/^[0-9]+$/),
          z.number().min(0).max(1),
        )
        .optional(),
    })
    .optional(),
});
export type AliasInputs = z.infer<typeof aliasInputs>;
