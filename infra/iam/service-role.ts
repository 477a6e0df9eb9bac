// A role of the stack that a service of AWS assumes, with its one policy; and a function of Node.js with a role and a log group of its own.
import type { Tags } from '@petstore/custom-domains';
import { LogGroup } from '@pulumi/aws/cloudwatch/logGroup.js';
import { Role } from '@pulumi/aws/iam/role.js';
import { RolePolicy } from '@pulumi/aws/iam/rolePolicy.js';
import { type FunctionArgs, Function as LambdaFunction } from '@pulumi/aws/lambda/function.js';
import * as pulumi from '@pulumi/pulumi';
import type { Settings } from '../config/settings.ts';
import { nameInStack } from '../plan/stack-name.ts';
import type { Statement } from '../rights/policy.ts';

interface ServiceRoleArgs {
  readonly service: string;
  readonly statements: pulumi.Output<Statement<string | readonly string[]>[]>;
  /** ARN of the policy that limits what any policy of the role can permit; absent: there is no limit. */
  readonly permissionsBoundary?: string;
  readonly tags: Tags;
}

/** IAM recognises it by its name (infra/rights/services.ts). What acts with the role has to wait for its policy. */
export function serviceRole(
  name: string,
  { service, statements, permissionsBoundary, tags }: ServiceRoleArgs,
  opts: pulumi.CustomResourceOptions,
) {
  const trust = { Effect: 'Allow', Principal: { Service: service }, Action: 'sts:AssumeRole' };
  const assumeRolePolicy = JSON.stringify({ Version: '2012-10-17', Statement: [trust] });
  const logical = nameInStack(pulumi.getProject(), pulumi.getStack(), `${name}-role`);
  const role = new Role(logical, { assumeRolePolicy, permissionsBoundary, tags }, opts);
  const policy = statements.apply((Statement) => JSON.stringify({ Version: '2012-10-17', Statement }));
  return { role, policy: new RolePolicy(`${name}-policy`, { role: role.name, policy }, opts) };
}

export function writesLog(logGroupArn: string): Statement<string> {
  return {
    Effect: 'Allow',
    Action: ['logs:CreateLogStream', 'logs:PutLogEvents'],
    Resource: `${logGroupArn}:*`,
  };
}

interface NodeFunctionArgs {
  readonly settings: Settings;
  readonly tags: Tags;
  readonly statementsOf: (logGroupArn: pulumi.Output<string>) => pulumi.Output<Statement<string>[]>;
  /** Its archive has `index.js`, which exports `handler`. */
  readonly function: Omit<FunctionArgs, 'role' | 'tags'>;
}

/** With exactly the rights that it is given. `opts`: the parent, and the hooks of the function. */
export function nodeFunction(
  name: string,
  { settings, tags, statementsOf, function: args }: NodeFunctionArgs,
  { parent, hooks }: { readonly parent: pulumi.Resource; readonly hooks?: pulumi.ResourceHookBinding },
) {
  const { logRetentionDays: retentionInDays, permissionsBoundary } = settings;
  const logGroup = new LogGroup(`${name}-logs`, { retentionInDays, tags }, { parent });
  const statements = statementsOf(logGroup.arn);
  const service = 'lambda.amazonaws.com';
  const { role, policy } = serviceRole(name, { service, statements, permissionsBoundary, tags }, { parent });
  const lambda = new LambdaFunction(
    name,
    {
      handler: 'index.handler',
      runtime: 'nodejs24.x',
      architectures: ['arm64'],
      role: role.arn,
      // WARN: without a start and a report line for each call, which cost as much as our own and say less.
      loggingConfig: { logFormat: 'JSON', logGroup: logGroup.name, systemLogLevel: 'WARN' },
      tags,
      ...args,
    },
    // Without the policy the first calls of the function would be refused.
    { parent, dependsOn: [policy], ...(hooks && { hooks }) },
  );
  return { lambda, logGroup };
}
