// The whole pets API: its store, its function, with exactly the rights that it needs, the gateway in front of it, and its alarms.
import type { Tags } from '@petstore/custom-domains';
import { Table, type TableArgs } from '@pulumi/aws/dynamodb/table.js';
import * as pulumi from '@pulumi/pulumi';
import {
  type ByTable,
  byTable,
  FUNCTION_PERMISSIONS,
  TABLES,
  type TableDefinition,
  toEnvironment,
} from '../../service/tables.ts';
import { nodeFunction, writesLog } from '../iam/service-role.ts';
import type { AlarmActions } from '../monitoring/alarm.ts';
import type { StackPlan } from '../plan/types.ts';
import type { CloudAccess } from '../release/access.ts';
import type { Statement } from '../rights/policy.ts';
import { declareAlarms } from './alarms.ts';
import { declareBackups } from './backups.ts';
import { declareGateway } from './gateway.ts';
import { declareRelease, releaseHooksOf } from './release.ts';

/** The logical names of the function and its alias in the stack's own state, for the API named `api`. */
export const FUNCTION = 'api-function';
export const LIVE_ALIAS = 'api-release-live';

interface PetsApiArgs {
  readonly plan: StackPlan;
  /** `index.js`, which exports `handler`. Another `sourceCodeHash` deploys it again and publishes it. */
  readonly code: { readonly code: pulumi.asset.Archive; readonly sourceCodeHash: string | undefined };
  readonly alarmActions: AlarmActions;
  readonly corsOrigins: pulumi.Input<pulumi.Input<string>[]>;
  readonly access: CloudAccess;
  readonly isReleased: boolean;
}

/** `names`: what the resources are called, for the dashboard; `address`: the host name of the default address. */
export function declareApi(name: string, args: PetsApiArgs) {
  const { settings, tags } = args.plan;
  const parent = new pulumi.ComponentResource('petstore:api:PetsApi', name);
  const common = { settings, tags, parent };
  const tables = declareStore(`${name}-store`, settings.protect, tags, parent);
  const { backup, permissionsBoundary } = settings;
  if (backup !== undefined)
    declareBackups(`${name}-backup`, { backup, tables, permissionsBoundary, tags, parent });
  const hooks = releaseHooksOf(settings.release, args.access);
  const { lambda, logGroup } = declareFunction(`${name}-function`, args, tables, parent, hooks?.ofFunction);
  const logGroupName = logGroup.name;
  const alias = declareRelease(`${name}-release`, { ...common, lambda, logGroupName, hooks });
  // Once the alias exists, nothing waits for it: a release takes minutes, and one that goes back fails alone.
  const aliasReady = args.isReleased ? [] : [alias];
  const { corsOrigins } = args;
  const gateway = declareGateway(`${name}-gateway`, { ...common, corsOrigins, lambda, aliasReady });
  const measured = {
    apiId: gateway.api.id,
    accessLog: gateway.accessLog.name,
    functionName: lambda.name,
    tables: byTable((table) => tables[table].name),
  };
  const alarmArns = declareAlarms(`${name}-alarm`, { ...common, ...measured, actions: args.alarmActions });
  const address = gateway.api.apiEndpoint.apply((url) => new URL(url).hostname);
  return { gateway, alias, address, names: { ...measured, functionLog: logGroupName, alarmArns } };
}

/** The orders' table stays without beta operations too: to switch them off deletes no order. */
function declareStore(name: string, protect: boolean, tags: Tags, parent: pulumi.Resource): ByTable<Table> {
  const store = new pulumi.ComponentResource('petstore:api:PetsStore', name, {}, { parent });
  const common = {
    billingMode: 'PAY_PER_REQUEST',
    pointInTimeRecovery: { enabled: true },
    deletionProtectionEnabled: protect,
    tags,
  };
  const opts = { parent: store, protect };
  return byTable((table) => new Table(`${name}-${table}`, { ...common, ...tableArgs(TABLES[table]) }, opts));
}

function tableArgs({ attributes, partitionKey, index, ttlAttribute }: TableDefinition): TableArgs {
  return {
    attributes: Object.entries(attributes).map(([name, type]) => ({ name, type })),
    hashKey: partitionKey,
    // An index that was declared with `hashKey` and `rangeKey` does not change: the provider returns both forms and compares one.
    globalSecondaryIndexes: index && [
      {
        name: index.name,
        keySchemas: [
          { attributeName: index.partitionKey, keyType: 'HASH' },
          { attributeName: index.sortKey, keyType: 'RANGE' },
        ],
        projectionType: 'ALL',
      },
    ],
    ttl: ttlAttribute === undefined ? undefined : { attributeName: ttlAttribute, enabled: true },
  };
}

function declareFunction(
  name: string,
  { plan: { settings, tags, production }, code }: PetsApiArgs,
  tables: ByTable<Table>,
  parentOfAll: pulumi.Resource,
  beforeUpdate: pulumi.ResourceHook | undefined,
) {
  const parent = new pulumi.ComponentResource('petstore:api:PetsFunction', name, {}, { parent: parentOfAll });
  const { memoryMb, timeoutSeconds, reservedConcurrency } = settings.function;
  const variables = toEnvironment({
    tables: byTable((table) => tables[table].name),
    shards: settings.shards,
    keyPrefix: production ? 'pets_live_' : 'pets_test_',
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

/** X-Ray has no resources: https://docs.aws.amazon.com/lambda/latest/dg/services-xray.html */
const TRACES: Statement<string> = {
  Effect: 'Allow',
  Action: ['xray:PutTelemetryRecords', 'xray:PutTraceSegments'],
  Resource: '*',
};

export function permissionsOf(
  arns: ByTable<string> & { readonly logs: string },
  { beta, tracing }: { readonly beta: boolean; readonly tracing: boolean },
): Statement<string>[] {
  const given = FUNCTION_PERMISSIONS.filter((permission) => beta || permission.beta !== true);
  const tables = given.map(({ table, index, actions, attributes }): Statement<string> => {
    const resource = index === undefined ? arns[table] : `${arns[table]}/index/${index}`;
    const Condition = attributes && { 'ForAllValues:StringEquals': { 'dynamodb:Attributes': attributes } };
    return { Effect: 'Allow', Action: actions, Resource: resource, ...(Condition && { Condition }) };
  });
  return [...tables, writesLog(arns.logs), ...(tracing ? [TRACES] : [])];
}
