// The permissions boundary of an environment's roles, of the functions, CodeDeploy and AWS Backup: the most that any policy of
// theirs can permit.
// https://docs.aws.amazon.com/IAM/latest/UserGuide/access_policies_boundaries.html
import { fillAll, fillCondition, type Place, type Statement, type Values } from './policy.ts';
import { KEYS, OF_BACKUP_KEY } from './rights/backups.ts';
import { OWN_TAGS, regional } from './rights/right.ts';

export const boundaryName = (project: string, stack: string): string => `${project}-${stack}-boundary`;

/**
 * Items of the stack's own tables, its functions' logs, the alias of its function, whose alarms a release reads, and backups of
 * the tables. `vaults`: ARNs of vaults in other accounts that the backups may be copied to. The deploying role cannot change
 * this policy.
 */
export function boundaryStatements(place: Place, stack: string, vaults: readonly string[] = []): Statement[] {
  const values = { ...place, stack };
  const tables = [regional('dynamodb', 'table/api-store-*')];
  const logs = ['api-function', 'checks'].map((name) => regional('logs', `log-group:${name}-logs-*`));
  return [
    {
      Effect: 'Allow',
      Action: ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:Query', 'dynamodb:UpdateItem'],
      Resource: fillAll(tables, values),
      Condition: fillCondition(OWN_TAGS, values),
    },
    {
      Effect: 'Allow',
      Action: ['lambda:GetAlias', 'lambda:GetProvisionedConcurrencyConfig', 'lambda:UpdateAlias'],
      Resource: fillAll([regional('lambda', 'function:api-function-*')], values),
      Condition: fillCondition(OWN_TAGS, values),
    },
    {
      Effect: 'Allow',
      Action: ['cloudwatch:DescribeAlarms'],
      Resource: fillAll([regional('cloudwatch', 'alarm:*')], values),
    },
    {
      Effect: 'Allow',
      // Without tags: Lambda writes to log streams, and a function that cannot write its log says nothing at all.
      Action: ['logs:CreateLogStream', 'logs:PutLogEvents'],
      Resource: fillAll(logs, values),
    },
    // petstore:tracing. X-Ray has no resources.
    { Effect: 'Allow', Action: ['xray:PutTelemetryRecords', 'xray:PutTraceSegments'], Resource: ['*'] },
    ...backupStatements(tables, vaults, values),
  ];
}

/** petstore:backup. */
function backupStatements(tables: readonly string[], vaults: readonly string[], values: Values): Statement[] {
  const own = fillCondition(OWN_TAGS, values);
  const ownVaults = fillAll(['arn:aws:backup:*:{account}:backup-vault:api-backup-*'], values);
  const vaultActions = ['backup:CopyIntoBackupVault', 'backup:DescribeBackupVault'];
  return [
    {
      Effect: 'Allow',
      Action: ['dynamodb:DescribeTable', 'dynamodb:ListTagsOfResource', 'dynamodb:StartAwsBackupJob'],
      Resource: fillAll(tables, values),
      Condition: own,
    },
    { Effect: 'Allow', Action: vaultActions, Resource: ownVaults, Condition: own },
    ...(vaults.length > 0 ? [{ Effect: 'Allow' as const, Action: vaultActions, Resource: vaults }] : []),
    {
      Effect: 'Allow',
      // A new recovery point has no tags.
      Action: ['backup:CopyFromBackupVault', 'backup:TagResource'],
      Resource: fillAll(['arn:aws:backup:*:{account}:recovery-point:*'], values),
    },
    {
      Effect: 'Allow',
      Action: ['kms:CreateGrant', 'kms:DescribeKey'],
      Resource: fillAll(KEYS, values),
      Condition: OF_BACKUP_KEY,
    },
    { Effect: 'Allow', Action: ['tag:GetResources'], Resource: ['*'] },
  ];
}
