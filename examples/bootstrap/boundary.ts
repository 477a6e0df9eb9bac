// The permissions boundary of an environment's roles, the function's and CodeDeploy's: the most that any policy of theirs can
// permit.
// https://docs.aws.amazon.com/IAM/latest/UserGuide/access_policies_boundaries.html
import { fillAll, fillCondition } from './placeholders.ts';
import type { Place, Statement } from './policy.ts';
import { OWN_TAGS, regional } from './rights/right.ts';

export const boundaryName = (project: string, stack: string): string => `${project}-${stack}-boundary`;

/** Items of the stack's own tables, its function's log, and the alias of its function, whose alarms a release reads. The deploying role cannot change this policy. */
export function boundaryStatements(place: Place, stack: string): Statement[] {
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
  ];
}
