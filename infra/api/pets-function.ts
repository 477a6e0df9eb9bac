// The function: its code, a role with exactly the rights that it needs, and its log group.
import { LogGroup } from '@pulumi/aws/cloudwatch/logGroup.js';
import { Function as LambdaFunction } from '@pulumi/aws/lambda/function.js';
import * as pulumi from '@pulumi/pulumi';
import { FUNCTION_PERMISSIONS } from '../../service/tables.ts';
import { type Statement, serviceRole, writesLog } from '../iam/service-role.ts';
import type { PetsStore } from './pets-store.ts';

export interface PetsFunctionArgs {
  readonly store: PetsStore;
  /** Whether it has the rights of the beta operations. */
  readonly beta: boolean;
  /** `index.js`, which exports `handler`, and its source map. */
  readonly code: pulumi.asset.Archive;
  readonly memoryMb: number;
  readonly timeoutSeconds: number;
  readonly reservedConcurrency?: number;
  /** Whether X-Ray traces its calls. */
  readonly tracing: boolean;
  readonly logRetentionDays: number;
  /** ARN of the policy that limits what any policy of the role can permit; absent: there is no limit. */
  readonly permissionsBoundary?: string;
  readonly environment: Readonly<Record<string, pulumi.Input<string>>>;
  /** Runs before each update of the function. */
  readonly beforeUpdate?: pulumi.ResourceHook;
  readonly tags?: Readonly<Record<string, string>>;
}

export class PetsFunction extends pulumi.ComponentResource {
  readonly lambda: LambdaFunction;
  readonly logGroup: LogGroup;

  constructor(name: string, args: PetsFunctionArgs, opts?: pulumi.ComponentResourceOptions) {
    super('petstore:api:PetsFunction', name, {}, opts);
    const tags = { ...args.tags };
    this.logGroup = new LogGroup(
      `${name}-logs`,
      { retentionInDays: args.logRetentionDays, tags },
      { parent: this },
    );
    const { store, beta, tracing, permissionsBoundary } = args;
    const statements = pulumi
      .output({
        pets: store.pets.arn,
        keys: store.keys.arn,
        idempotency: store.idempotency.arn,
        orders: store.orders.arn,
        logs: this.logGroup.arn,
      })
      .apply((arns) => permissionsOf(arns, { beta, tracing }));
    const service = 'lambda.amazonaws.com';
    const { role, policy } = serviceRole(
      name,
      { service, statements, permissionsBoundary, tags },
      { parent: this },
    );
    this.lambda = new LambdaFunction(
      name,
      {
        code: args.code,
        handler: 'index.handler',
        runtime: 'nodejs24.x',
        architectures: ['arm64'],
        role: role.arn,
        memorySize: args.memoryMb,
        timeout: args.timeoutSeconds,
        reservedConcurrentExecutions: args.reservedConcurrency,
        environment: { variables: { ...args.environment } },
        // WARN: without a start and a report line for each call, which cost as much as our own and say less.
        loggingConfig: { logFormat: 'JSON', logGroup: this.logGroup.name, systemLogLevel: 'WARN' },
        // Each change of code or configuration is a version, which never changes: the alias routes to versions.
        publish: true,
        tracingConfig: { mode: tracing ? 'Active' : 'PassThrough' },
        tags,
      },
      {
        parent: this,
        // Without the policy DynamoDB would refuse the first calls.
        dependsOn: [policy],
        ...(args.beforeUpdate && { hooks: { beforeUpdate: [args.beforeUpdate] } }),
      },
    );
    this.registerOutputs({ lambda: this.lambda.name });
  }
}

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
