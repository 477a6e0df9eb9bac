// The inputs of a log group.
import type { LogGroupArgs } from '@pulumi/aws/cloudwatch/logGroup.js';
import { z } from 'zod';
import { argsOf, region, tags } from '../schema/args-of.ts';

/** Days; 0 means for ever. https://docs.aws.amazon.com/AmazonCloudWatchLogs/latest/APIReference/API_PutRetentionPolicy.html */
const RETENTIONS = [
  0, 1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653,
];

export const logGroupName = z
  .string()
  .min(1)
  .max(512)
  .regex(/^[.\-_/#A-Za-z0-9]+$/);

export const logGroupInputs = argsOf<LogGroupArgs>()({
  name: logGroupName,
  region,
  retentionInDays: z
    .int()
    .refine((days) => RETENTIONS.includes(days), { message: `must be one of ${RETENTIONS.join(', ')}` })
    .default(0),
  logGroupClass: z.enum(['STANDARD', 'INFREQUENT_ACCESS', 'DELIVERY']).default('STANDARD'),
  kmsKeyId: z.string().max(256).optional(),
  deletionProtectionEnabled: z.boolean().default(false),
  skipDestroy: z.boolean().default(false),
  tags,
});
export type LogGroupInputs = z.infer<typeof logGroupInputs>;
