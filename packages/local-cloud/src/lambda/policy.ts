// The policies of functions: which service may invoke which of a function's qualifiers.
import { matchesArn } from '../iam/match.ts';
import type { Collection } from '../store.ts';
import type { PermissionInputs } from './inputs.ts';
import { policyArn } from './qualified-arn.ts';

/**
 * "If you invoke the function with a qualified ARN, Lambda uses the policy of that version or alias": one for the
 * function itself does not apply to it (https://docs.aws.amazon.com/lambda/latest/dg/access-control-resource-based.html).
 */
export function permits(
  permissions: Collection<PermissionInputs>,
  { arn, principal, sourceArn }: { arn: string; principal: string; sourceArn: string },
): boolean {
  return permissions
    .entries()
    .some(([key, one]) => key.startsWith(`${policyArn(arn)}/`) && allows(one, principal, sourceArn));
}

function allows(permission: PermissionInputs, principal: string, sourceArn: string): boolean {
  const { action, sourceAccount } = permission;
  return (
    permission.principal === principal &&
    (action === '*' || action === 'lambda:*' || action === 'lambda:InvokeFunction') &&
    (permission.sourceArn === undefined || matchesArn(permission.sourceArn, sourceArn)) &&
    (sourceAccount === undefined || sourceArn.split(':')[4] === sourceAccount)
  );
}
