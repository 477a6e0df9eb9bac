// The inputs of a vault, a plan and a selection of AWS Backup.
import type { PlanArgs } from '@pulumi/aws/backup/plan.js';
import type { SelectionArgs } from '@pulumi/aws/backup/selection.js';
import type { VaultArgs } from '@pulumi/aws/backup/vault.js';
import { z } from 'zod';
import { argsOf, arn, optionalArn, region, tags } from '../schema/args-of.ts';
import { isEmulated, needed } from '../schema/emulated.ts';

/** BackupVaultName of the service model. */
const vaultName = z.string().regex(/^[a-zA-Z0-9\-_]{2,50}$/);

export const vaultInputs = argsOf<VaultArgs>()({
  name: vaultName,
  region,
  kmsKeyArn: optionalArn,
  forceDestroy: z.boolean().default(false),
  tags,
});
export type VaultInputs = z.infer<typeof vaultInputs>;

/** internal/service/backup/plan.go, expandLifecycle: 0 is not sent. */
const lifecycle = z
  .strictObject({
    deleteAfter: z
      .int()
      .refine((days) => days === 0 || (days >= 1 && days <= 36_500), {
        message: 'Invalid lifecycle. DeleteAfterDays cannot be less than 1 or more than 36500 days',
      })
      .optional(),
  })
  .optional();

const VAULT_ARN = /^arn:aws(-[a-z]+)*:backup:[a-z0-9-]+:\d{12}:backup-vault:[a-zA-Z0-9\-_]{2,50}$/;

const rule = z.strictObject({
  ruleName: z.string().regex(/^[a-zA-Z0-9\-_.]{1,50}$/),
  targetVaultName: vaultName,
  schedule: z
    .string()
    .check(
      isEmulated(
        (schedule) => schedule === '' || dailyAt(schedule) !== undefined,
        'this schedule',
        'only daily ones, such as cron(0 5 * * ? *), are followed',
      ),
    )
    .optional(),
  scheduleExpressionTimezone: z
    .string()
    .check(isEmulated((zone) => zone === 'Etc/UTC', 'time zones', 'backups are made by UTC'))
    .default('Etc/UTC'),
  // "it must be at least 60 minutes", "a maximum value of 100 years": StartWindowMinutes of the service model.
  startWindow: z.int().min(60).max(52_560_000).default(60),
  completionWindow: z.int().default(180),
  lifecycle,
  copyActions: z.array(z.strictObject({ destinationVaultArn: arn.regex(VAULT_ARN), lifecycle })).optional(),
});

export const planInputs = argsOf<PlanArgs>()({
  // BackupPlanName, its documentation: "1 to 50 alphanumeric or '-_.' characters".
  name: z.string().regex(/^[a-zA-Z0-9\-_.]{1,50}$/),
  region,
  rules: z.array(rule).min(1),
  tags,
});
export type PlanInputs = z.infer<typeof planInputs>;
export type PlanRule = z.infer<typeof rule>;

export const selectionInputs = argsOf<SelectionArgs>()({
  name: z.string().regex(/^[a-zA-Z0-9\-_.]{1,50}$/),
  region,
  planId: z.string(),
  iamRoleArn: arn,
  resources: z
    .array(
      emulatedResource(),
      needed('a selection without resources', 'AWS Backup would back up all that it supports'),
    )
    .min(
      1,
      'the local cloud does not emulate an empty selection: AWS Backup would back up all that it supports',
    )
    // "The maximum number of ARNs is 500 without wildcards": Resources of the service model.
    .max(500),
});
export type SelectionInputs = z.infer<typeof selectionInputs>;

function emulatedResource() {
  return z
    .string()
    .check(
      isEmulated(
        (resource) => /^arn:aws:dynamodb:[a-z0-9-]+:\d{12}:table\/[\w.-]+$/.test(resource),
        'this resource',
        'only tables of DynamoDB, by their whole ARN, are backed up',
      ),
    );
}

/** The hour and minute, by UTC, of a daily schedule: https://docs.aws.amazon.com/aws-backup/latest/devguide/creating-a-backup-plan.html */
export function dailyAt(schedule: string): { readonly hour: number; readonly minute: number } | undefined {
  const [, minute, hour] =
    /^cron\(([0-5]?\d) ([01]?\d|2[0-3]) (?:\* \* \?|\? \* \*) \*\)$/.exec(schedule) ?? [];
  return minute === undefined ? undefined : { hour: Number(hour), minute: Number(minute) };
}
