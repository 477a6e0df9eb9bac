// A function of Node.js with a log group of its own, and a role with exactly the rights that it is given.

import type { Tags } from '@petstore/custom-domains';
import { LogGroup } from '@pulumi/aws/cloudwatch/logGroup.js';
import { type FunctionArgs, Function as LambdaFunction } from '@pulumi/aws/lambda/function.js';
import type * as pulumi from '@pulumi/pulumi';
import type { Settings } from '../config/settings.ts';
import { type Statement, serviceRole } from './service-role.ts';

export interface NodeFunctionArgs {
  readonly settings: Settings;
  readonly tags: Tags;
  /** Of the role's policy. */
  readonly statementsOf: (logGroupArn: pulumi.Output<string>) => pulumi.Output<Statement[]>;
  /** Its archive has `index.js`, which exports `handler`. */
  readonly function: Omit<FunctionArgs, 'role' | 'tags'>;
}

/** `opts`: the parent, and the hooks of the function. */
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
