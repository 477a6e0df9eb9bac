// The function's policy: exactly the actions that it uses, on exactly the tables that it uses.
import { FUNCTION_PERMISSIONS } from '../../service/tables.ts';
import { type Statement, writesLog } from '../iam/service-role.ts';

/** By table, and of the function's log group. */
export interface ResourceArns {
  readonly pets: string;
  readonly keys: string;
  readonly idempotency: string;
  readonly orders: string;
  readonly logs: string;
}

/** X-Ray has no resources: https://docs.aws.amazon.com/lambda/latest/dg/services-xray.html */
const TRACES: Statement = {
  Effect: 'Allow',
  Action: ['xray:PutTelemetryRecords', 'xray:PutTraceSegments'],
  Resource: '*',
};

/** IAM statements for the tables, and for writing to the function's own log group. */
export function permissionsOf(
  arns: ResourceArns,
  { beta, tracing }: { readonly beta: boolean; readonly tracing: boolean },
): Statement[] {
  const given = FUNCTION_PERMISSIONS.filter((permission) => beta || permission.beta !== true);
  const tables = given.map(({ table, index, actions, attributes }): Statement => {
    const resource = index === undefined ? arns[table] : `${arns[table]}/index/${index}`;
    const statement: Statement = { Effect: 'Allow', Action: actions, Resource: resource };
    if (attributes === undefined) return statement;
    return {
      ...statement,
      Condition: { 'ForAllValues:StringEquals': { 'dynamodb:Attributes': attributes } },
    };
  });
  return [...tables, writesLog(arns.logs), ...(tracing ? [TRACES] : [])];
}
