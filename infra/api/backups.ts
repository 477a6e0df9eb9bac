// Backups of the tables in another region or account: AWS Backup makes one each day, and copies it there.

import type { Tags } from '@petstore/custom-domains';
import { Plan } from '@pulumi/aws/backup/plan.js';
import { Selection } from '@pulumi/aws/backup/selection.js';
import { Vault } from '@pulumi/aws/backup/vault.js';
import type { Table } from '@pulumi/aws/dynamodb/table.js';
import * as pulumi from '@pulumi/pulumi';
import type { ByTable } from '../../service/tables.ts';
import type { BackupSetting } from '../config/settings.ts';
import { serviceRole } from '../iam/service-role.ts';
import type { Statement } from '../rights/policy.ts';

interface BackupsArgs {
  readonly backup: BackupSetting;
  readonly tables: ByTable<Table>;
  readonly permissionsBoundary?: string | undefined;
  readonly tags: Tags;
  readonly parent: pulumi.Resource;
}

const SCHEDULE = 'cron(0 3 * * ? *)';
/** Of the backup beside the tables: a copy that failed can be made again from it. Recovery of the tables themselves reaches back 35 days. */
const DAYS_HERE = 7;

/** The vaults are retained: a destroyed stack leaves them with every copy until its days are over. AWS deletes no vault
 * that is not empty, and `forceDestroy`, which empties it first, is never set. */
export function declareBackups(name: string, args: BackupsArgs): void {
  const { backup, permissionsBoundary, tags } = args;
  const parent = new pulumi.ComponentResource('petstore:api:Backups', name, {}, { parent: args.parent });
  const retained = { parent, retainOnDelete: true };
  const vault = new Vault(`${name}-vault`, { tags }, retained);
  const destination =
    'vault' in backup
      ? pulumi.output(backup.vault)
      : new Vault(`${name}-copies`, { region: backup.region, tags }, retained).arn;
  const resources = Object.values(args.tables).map((table) => table.arn);
  const places = { tables: resources, vault: vault.arn, destination };
  const statements = pulumi.output(places).apply(backupPermissionsOf);
  const service = 'backup.amazonaws.com';
  const { role, policy } = serviceRole(name, { service, statements, permissionsBoundary, tags }, { parent });
  const rule = {
    ruleName: 'daily',
    targetVaultName: vault.name,
    schedule: SCHEDULE,
    lifecycle: { deleteAfter: Math.min(DAYS_HERE, backup.days) },
    copyActions: [{ destinationVaultArn: destination, lifecycle: { deleteAfter: backup.days } }],
  };
  const plan = new Plan(`${name}-plan`, { rules: [rule], tags }, { parent });
  const selection = { planId: plan.id, iamRoleArn: role.arn, resources };
  // AWS Backup tries the role when it is selected.
  new Selection(`${name}-selection`, selection, { parent, dependsOn: [policy] });
}

type Places = Readonly<{ tables: readonly string[]; vault: string; destination: string }>;

/** By ARNs: `destination` is the vault of the copies. Without dynamodb:CreateBackup: its backup, of DynamoDB's own,
 * cannot be copied. */
export function backupPermissionsOf({ tables, vault, destination }: Places): Statement[] {
  const account = vault.split(':')[4] ?? '';
  const points = `arn:aws:backup:*:${account}:recovery-point:*`;
  return [
    allow(tables, 'dynamodb:DescribeTable', 'dynamodb:ListTagsOfResource', 'dynamodb:StartAwsBackupJob'),
    allow([vault, destination], 'backup:DescribeBackupVault'),
    allow([destination], 'backup:CopyIntoBackupVault'),
    allow([points], 'backup:CopyFromBackupVault', 'backup:TagResource'),
    {
      ...allow([`arn:aws:kms:*:${account}:key/*`], 'kms:CreateGrant', 'kms:DescribeKey'),
      Condition: OWN_KEY,
    },
    // It has no resources, and AWS Backup asks for it when tables are selected.
    allow(['*'], 'tag:GetResources'),
  ];
}

function allow(Resource: readonly string[], ...Action: readonly string[]): Statement {
  return { Effect: 'Allow', Action, Resource };
}

/** Of the key that AWS Backup creates for the vaults of an account; CreateGrant, for AWS services only. */
const OWN_KEY = {
  'ForAnyValue:StringEquals': { 'kms:ResourceAliases': ['alias/aws/backup'] },
  BoolIfExists: { 'kms:GrantIsForAWSResource': ['true'] },
};
