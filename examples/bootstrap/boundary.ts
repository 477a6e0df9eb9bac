// The permissions boundary of an environment's roles, of the functions, CodeDeploy and AWS Backup: the most that any policy of
// theirs can permit.
// https://docs.aws.amazon.com/IAM/latest/UserGuide/access_policies_boundaries.html
import { type Place, type Statement, statement } from './policy.ts';
import { ANY, actions, type Condition, OWN_TAGS, regional } from './rights/right.ts';
import { KEYS, OF_BACKUP_KEY } from './rights/services.ts';

export const boundaryName = (project: string, stack: string): string => `${project}-${stack}-boundary`;

/**
 * Items of the stack's own tables, its functions' logs, the alias of its function, whose alarms a release reads, and backups of
 * the tables. `vaults`: ARNs of vaults in other accounts that the backups may be copied to. The deploying role cannot change
 * this policy.
 */
export function boundaryStatements(place: Place, stack: string, vaults: readonly string[] = []): Statement[] {
  const allow = (actions: readonly string[], on: readonly string[], when: Condition = {}) =>
    statement({ actions, on, when }, { ...place, stack });
  const tables = [regional('dynamodb', 'table/api-store-*')];
  const logs = ['api-function', 'checks'].map((name) => regional('logs', `log-group:${name}-logs-*`));
  const copying = actions('backup', 'CopyIntoBackupVault DescribeBackupVault');
  return [
    allow(actions('dynamodb', 'GetItem PutItem Query UpdateItem'), tables, OWN_TAGS),
    allow(
      actions('lambda', 'GetAlias GetProvisionedConcurrencyConfig UpdateAlias'),
      [regional('lambda', 'function:api-function-*')],
      OWN_TAGS,
    ),
    allow(actions('cloudwatch', 'DescribeAlarms'), [regional('cloudwatch', 'alarm:*')]),
    // Without tags: Lambda writes to log streams, and a function that cannot write its log says nothing at all.
    allow(actions('logs', 'CreateLogStream PutLogEvents'), logs),
    // petstore:tracing. X-Ray has no resources.
    allow(actions('xray', 'PutTelemetryRecords PutTraceSegments'), ANY),
    // The rest is for petstore:backup.
    allow(actions('dynamodb', 'DescribeTable ListTagsOfResource StartAwsBackupJob'), tables, OWN_TAGS),
    allow(copying, ['arn:aws:backup:*:{account}:backup-vault:api-backup-*'], OWN_TAGS),
    ...(vaults.length > 0 ? [allow(copying, vaults)] : []),
    // A new recovery point has no tags.
    allow(actions('backup', 'CopyFromBackupVault TagResource'), [
      'arn:aws:backup:*:{account}:recovery-point:*',
    ]),
    allow(actions('kms', 'CreateGrant DescribeKey'), KEYS, OF_BACKUP_KEY),
    allow(actions('tag', 'GetResources'), ANY),
  ];
}
