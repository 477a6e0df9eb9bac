// The policies of functions: which service may invoke which of a function's qualifiers.
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

/** `arn:partition:service:region:account:resource`; the last may contain colons. */
const ARN_PARTS = 6;

/**
 * `ArnLike`: segment by segment, and no segment may be absent
 * (https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_condition_operators.html).
 */
function matchesArn(pattern: string, arn: string): boolean {
  const [wanted, given] = [partsOf(pattern), partsOf(arn)];
  if (wanted.length < ARN_PARTS || given.length < ARN_PARTS) return false;
  return wanted.every((part, index) => matches(part, given[index] ?? ''));
}

function partsOf(arn: string): string[] {
  const parts = arn.split(':');
  return [...parts.slice(0, ARN_PARTS - 1), parts.slice(ARN_PARTS - 1).join(':')].slice(0, parts.length);
}

/** `*` matches any characters, `?` exactly one; any other character matches itself. */
function matches(pattern: string, value: string): boolean {
  const escaped = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${escaped}$`, 's').test(value);
}
