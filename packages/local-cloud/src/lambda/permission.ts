// Permissions to invoke a function: aws:lambda/permission:Permission.
import type { CloudContext } from '../context.ts';
import type { Handler } from '../resources/handler.ts';
import { type Stored, storedHandler } from '../resources/stored.ts';
import { ServiceError } from '../service-error.ts';
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
      if (find(arn) === undefined)
        throw new ServiceError('ResourceNotFoundException', `Function not found: ${arn}`, 404);
      if (before !== undefined)
        throw new ServiceError(
          'ResourceConflictException',
          `The statement id (${inputs.statementId}) provided already exists. ` +
            'Please provide a new statement id, or remove the existing statement.',
          409,
        );
      return {};
    },
  });
}

/**
 * Whether the policy of the function, or of the version or alias that the ARN names, lets a service (`apigateway.amazonaws.com`) invoke
 * it for a source. "If you invoke the function with a qualified ARN, Lambda uses the policy of that version or alias": one for the
 * function itself does not apply to it (https://docs.aws.amazon.com/lambda/latest/dg/access-control-resource-based.html).
 */
export function createPermits(permissions: Collection<Stored<PermissionInputs>>) {
  return (arn: string, principal: string, sourceArn: string): boolean =>
    permissions
      .entries()
      .some(
        ([key, { inputs }]) => key.startsWith(`${policyArn(arn)}/`) && allows(inputs, principal, sourceArn),
      );
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

/** `ArnLike`, where no pattern has a wildcard for several segments: `*` and `?` stand for characters but a colon. */
function matchesArn(pattern: string, arn: string): boolean {
  const escaped = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '[^:]*')
    .replaceAll('?', '[^:]');
  return new RegExp(`^${escaped}$`).test(arn);
}
