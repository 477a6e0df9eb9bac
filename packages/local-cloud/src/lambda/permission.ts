// Permissions to invoke a function: aws:lambda/permission:Permission.
import type { CloudContext } from '../context.ts';
import type { Handler } from '../resources/handler.ts';
import { type Stored, storedHandler } from '../resources/stored.ts';
import { refuseIf } from '../service-error.ts';
import type { Collection } from '../store.ts';
import { type PermissionInputs, permissionInputs } from './inputs.ts';
import { arnOfFunction, isVersion, policyArn, splitArn } from './records.ts';
import type { FunctionService } from './service.ts';

export function permissionHandler(
  { accountId }: CloudContext,
  { recordOf, aliases, permissions }: FunctionService,
): Handler {
  const arnOf = ({ function: name, qualifier }: PermissionInputs, region: string) => {
    const arn = arnOfFunction(name, region, accountId);
    return policyArn(qualifier === undefined ? arn : `${arn}:${qualifier}`);
  };
  const find = (arn: string) => {
    const { functionArn, qualifier } = splitArn(arn);
    return isVersion(qualifier) ? recordOf(functionArn, qualifier) : aliases.get(arn);
  };
  return storedHandler<PermissionInputs, object>({
    type: 'aws:lambda/permission:Permission',
    inputs: permissionInputs,
    replaceOn: ['statementId', 'action', 'function', 'principal', 'qualifier', 'sourceArn', 'sourceAccount'],
    autoname: 'statementId',
    stored: permissions,
    newId: ({ statementId }) => statementId,
    key: (id, inputs, region) => (inputs === undefined ? id : `${arnOf(inputs, region)}/${id}`),
    accept({ inputs, region, isNew, before }) {
      // Every input replaces.
      if (!isNew) return {};
      const arn = arnOf(inputs, region);
      refuseIf(!find(arn), 'ResourceNotFoundException', `Function not found: ${arn}`, 404);
      const message = `The statement id (${inputs.statementId}) provided already exists.`;
      refuseIf(before !== undefined, 'ResourceConflictException', message, 409);
      return {};
    },
  });
}

// A qualified ARN has the policy of its version or alias alone: https://docs.aws.amazon.com/lambda/latest/dg/access-control-resource-based.html
export function createPermits(permissions: Collection<Stored<PermissionInputs>>) {
  return (arn: string, principal: string, sourceArn: string): boolean =>
    permissions
      .entries()
      .some(
        ([key, { inputs }]) => key.startsWith(`${policyArn(arn)}/`) && allows(inputs, principal, sourceArn),
      );
}

function allows(permission: PermissionInputs, principal: string, sourceArn: string): boolean {
  const { action, sourceAccount, sourceArn: pattern = '*' } = permission;
  return (
    permission.principal === principal &&
    action === 'lambda:InvokeFunction' &&
    (pattern === '*' || matchesArn(pattern, sourceArn)) &&
    (sourceAccount === undefined || sourceArn.split(':')[4] === sourceAccount)
  );
}

/** `ArnLike`, where no pattern has a wildcard for several segments: `*` stands for characters but a colon. */
function matchesArn(pattern: string, arn: string): boolean {
  const escaped = pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '[^:]*');
  return new RegExp(`^${escaped}$`).test(arn);
}
