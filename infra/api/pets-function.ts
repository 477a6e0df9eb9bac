// The function, with exactly the rights that it needs: the actions that it uses, on the tables that it uses.
import type { Tags } from '@petstore/custom-domains';
import type { Table } from '@pulumi/aws/dynamodb/table.js';
import * as pulumi from '@pulumi/pulumi';
import {
  type ByTable,
  byTable,
  FUNCTION_PERMISSIONS,
  type KeyPrefix,
  toEnvironment,
} from '../../service/tables.ts';
import type { Settings } from '../config/settings.ts';
import { nodeFunction, type Statement, writesLog } from '../iam/service-role.ts';

export interface FunctionCode {
  readonly code: pulumi.asset.Archive;
  /** Another value deploys the code again and publishes it. */
  readonly sourceCodeHash: string | undefined;
}

interface PetsFunctionArgs {
  readonly settings: Settings;
  readonly tables: ByTable<Table>;
  readonly code: FunctionCode;
  readonly keyPrefix: KeyPrefix;
  readonly beforeUpdate?: pulumi.ResourceHook;
  readonly tags: Tags;
  readonly parent: pulumi.Resource;
}

export function declareFunction(name: string, args: PetsFunctionArgs) {
  const { settings, tables, code, keyPrefix, beforeUpdate, tags } = args;
  const parent = new pulumi.ComponentResource('petstore:api:PetsFunction', name, {}, { parent: args.parent });
  const { memoryMb, timeoutSeconds, reservedConcurrency } = settings.function;
  const variables = toEnvironment({
    tables: byTable((table) => tables[table].name),
    shards: settings.shards,
    keyPrefix,
    beta: settings.beta,
  });
  const arns = byTable((table) => tables[table].arn);
  return nodeFunction(
    name,
    {
      settings,
      tags,
      statementsOf: (logs) => pulumi.output({ ...arns, logs }).apply((all) => permissionsOf(all, settings)),
      function: {
        ...code,
        memorySize: memoryMb,
        timeout: timeoutSeconds,
        reservedConcurrentExecutions: reservedConcurrency,
        environment: { variables },
        // Each change of code or configuration is a version, which never changes: the alias routes to versions.
        publish: true,
        tracingConfig: { mode: settings.tracing ? 'Active' : 'PassThrough' },
      },
    },
    { parent, hooks: beforeUpdate && { beforeUpdate: [beforeUpdate] } },
  );
}

type ResourceArns = ByTable<string> & { readonly logs: string };

/** X-Ray has no resources: https://docs.aws.amazon.com/lambda/latest/dg/services-xray.html */
const TRACES: Statement = {
  Effect: 'Allow',
  Action: ['xray:PutTelemetryRecords', 'xray:PutTraceSegments'],
  Resource: '*',
};

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
