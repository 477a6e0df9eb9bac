// Vaults, plans and selections of AWS Backup.
import { emptyIsUnset, kept, of, providerArn, type Rule, region, type TypeTable } from '../table.ts';
import { tags } from './tags.ts';

const VAULT = 'hashicorp/terraform-provider-aws internal/service/backup/vault.go';
const PLAN = 'hashicorp/terraform-provider-aws internal/service/backup/plan.go';
const SELECTION = 'hashicorp/terraform-provider-aws internal/service/backup/selection.go';
const TABLE = 'arn:aws:dynamodb:eu-west-1:123456789012:table/orders';

const createVault = of('CreateBackupVault');
const plan = (member: string, more = {}) => of('CreateBackupPlan')(`BackupPlan.${member}`, more);
const rule = (member: string, more = {}) => plan(`Rules[].${member}`, more);
const selection = (member: string, more = {}) =>
  of('CreateBackupSelection')(`BackupSelection.${member}`, more);

const shortName = (source: string): Rule => ({ pattern: '[a-zA-Z0-9\\-_.]{1,50}', source });

const vault: TypeTable = {
  type: 'aws:backup/vault:Vault',
  service: 'backup',
  valid: {
    ...{ name: 'orders', region: 'eu-west-1', forceDestroy: false, tags: { team: 'orders' } },
    kmsKeyArn: 'arn:aws:kms:eu-west-1:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab',
  },
  inputs: {
    name: createVault('BackupVaultName', { probes: ['a', 'ab', 'a'.repeat(50), 'a'.repeat(51)] }),
    region,
    kmsKeyArn: createVault('EncryptionKeyArn', {
      rules: [providerArn],
      ...emptyIsUnset('internal/service/backup/vault.go'),
    }),
    forceDestroy: kept('the provider is to delete the recovery points first', VAULT),
    ...tags({
      key: 'CreateBackupVault.BackupVaultTags{key}',
      value: 'CreateBackupVault.BackupVaultTags{value}',
    }),
  },
};

const days: Rule = {
  source:
    'backup CreateBackupPlan: Invalid lifecycle. DeleteAfterDays cannot be less than 1 or more than 36500 days',
  min: 1,
  max: 36_500,
};
const unsetDays = { values: [0], source: `${PLAN} expandLifecycle` };

const backupPlan: TypeTable = {
  type: 'aws:backup/plan:Plan',
  service: 'backup',
  valid: {
    ...{ name: 'orders', region: 'eu-west-1', tags: { team: 'orders' } },
    rules: [
      {
        ...{ ruleName: 'daily', targetVaultName: 'orders', schedule: 'cron(0 5 * * ? *)' },
        ...{ scheduleExpressionTimezone: 'Etc/UTC', startWindow: 60, completionWindow: 180 },
        lifecycle: { deleteAfter: 7 },
        copyActions: [
          {
            destinationVaultArn: 'arn:aws:backup:eu-central-1:123456789012:backup-vault:copies',
            lifecycle: { deleteAfter: 35 },
          },
        ],
      },
    ],
  },
  inputs: {
    name: plan('BackupPlanName', {
      rules: [shortName('https://docs.aws.amazon.com/aws-backup/latest/devguide/API_BackupPlanInput.html')],
    }),
    region,
    rules: plan('Rules', { rules: [{ min: 1, source: `${PLAN} rule is Required` }] }),
    'rules[]': plan('Rules[]'),
    'rules[].ruleName': rule('RuleName'),
    'rules[].targetVaultName': rule('TargetBackupVaultName'),
    'rules[].schedule': rule('ScheduleExpression', {
      emulated: {
        only: (schedule: string) => /^(cron\([0-5]?\d ([01]?\d|2[0-3]) \* \* \? \*\))?$/.test(schedule),
        reason: 'only daily schedules are followed',
      },
    }),
    'rules[].scheduleExpressionTimezone': rule('ScheduleExpressionTimezone', {
      emulated: { only: ['Etc/UTC'], reason: 'backups are made by UTC' },
    }),
    'rules[].startWindow': rule('StartWindowMinutes', {
      rules: [
        { min: 60, max: 52_560_000, source: 'backup BackupRuleInput.StartWindowMinutes, its documentation' },
      ],
    }),
    'rules[].completionWindow': rule('CompletionWindowMinutes'),
    'rules[].lifecycle': rule('Lifecycle'),
    'rules[].lifecycle.deleteAfter': rule('Lifecycle.DeleteAfterDays', { rules: [days], unset: unsetDays }),
    'rules[].copyActions': rule('CopyActions'),
    'rules[].copyActions[]': rule('CopyActions[]'),
    'rules[].copyActions[].destinationVaultArn': rule('CopyActions[].DestinationBackupVaultArn', {
      rules: [
        providerArn,
        {
          pattern: 'arn:aws(-[a-z]+)*:backup:[a-z0-9-]+:\\d{12}:backup-vault:[a-zA-Z0-9\\-_]{2,50}',
          source: 'backup CopyAction.DestinationBackupVaultArn, its documentation, with BackupVaultName',
        },
      ],
    }),
    'rules[].copyActions[].lifecycle': rule('CopyActions[].Lifecycle'),
    'rules[].copyActions[].lifecycle.deleteAfter': rule('CopyActions[].Lifecycle.DeleteAfterDays', {
      ...{ rules: [days], unset: unsetDays },
    }),
    ...tags({ key: 'CreateBackupPlan.BackupPlanTags{key}', value: 'CreateBackupPlan.BackupPlanTags{value}' }),
  },
};

const backupSelection: TypeTable = {
  type: 'aws:backup/selection:Selection',
  service: 'backup',
  valid: {
    ...{ name: 'orders', region: 'eu-west-1', planId: '1cd6c7b6-5a2f-4d5e-9c3d-000000000000' },
    ...{ iamRoleArn: 'arn:aws:iam::123456789012:role/backup', resources: [TABLE] },
  },
  inputs: {
    name: selection('SelectionName'),
    region,
    planId: of('CreateBackupSelection')('BackupPlanId'),
    iamRoleArn: selection('IamRoleArn', {
      rules: [providerArn, { min: 1, source: `${SELECTION} iam_role_arn is Required` }],
    }),
    resources: selection('Resources', {
      rules: [{ max: 500, source: 'backup BackupSelection.Resources, its documentation' }],
      emulated: { only: (all: readonly unknown[]) => all.length > 0, reason: 'it would select everything' },
      absent: { verdict: 'not emulated', reason: 'AWS Backup would back up all that it supports' },
    }),
    'resources[]': selection('Resources[]', {
      emulated: {
        only: (arn: string) => /^arn:aws:dynamodb:[a-z0-9-]+:\d{12}:table\/[\w.-]+$/.test(arn),
        reason: 'only tables of DynamoDB, by their whole ARN, are backed up',
      },
    }),
  },
};

export const backup: readonly TypeTable[] = [vault, backupPlan, backupSelection];
