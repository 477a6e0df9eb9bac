// A role of the stack that a service of AWS assumes, with its one policy.
import type { Tags } from '@petstore/custom-domains';
import { Role } from '@pulumi/aws/iam/role.js';
import { RolePolicy } from '@pulumi/aws/iam/rolePolicy.js';
import * as pulumi from '@pulumi/pulumi';
import { nameInStack } from '../plan/stack-name.ts';

export interface ServiceRoleArgs {
  /** The service's principal, such as `lambda.amazonaws.com`. */
  readonly service: string;
  /** Of its policy. */
  readonly statements: pulumi.Output<object[]>;
  /** ARN of the policy that limits what any policy of the role can permit; absent: there is no limit. */
  readonly permissionsBoundary?: string;
  readonly tags: Tags;
}

/**
 * Its name begins with the project and the stack, by which IAM recognises it (examples/bootstrap/rights/services.ts). What acts with
 * the role has to wait for its policy.
 */
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

export interface Statement<Resource = string> {
  readonly Effect: 'Allow';
  readonly Action: readonly string[];
  readonly Resource: Resource;
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
}

/** For a function's own log group, which the stack creates. */
export function writesLog(logGroupArn: string): Statement {
  return {
    Effect: 'Allow',
    Action: ['logs:CreateLogStream', 'logs:PutLogEvents'],
    Resource: `${logGroupArn}:*`,
  };
}
