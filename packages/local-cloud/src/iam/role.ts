// Roles: aws:iam/role:Role.
import { randomBytes } from 'node:crypto';
import type { CloudContext } from '../context.ts';
import { defineHandler } from '../resources/define-handler.ts';
import type { Handler } from '../resources/handler.ts';
import { ServiceError } from '../service-error.ts';
import { roleForms } from './form.ts';
import { roleInputs } from './inputs.ts';
import { parseTrustPolicy } from './policy.ts';
import { checkBoundary, existingRole, type Roles } from './roles.ts';

export function roleHandler({ accountId }: CloudContext, all: Roles): Handler {
  const { roles, inline, attached } = all;
  return defineHandler({
    type: 'aws:iam/role:Role',
    inputs: roleInputs,
    replaceOn: ['name', 'path'],
    forms: roleForms,
    autoname: 'name',
    async create(inputs) {
      const { name, path } = inputs;
      parseTrustPolicy(inputs.assumeRolePolicy);
      checkBoundary(inputs.permissionsBoundary);
      if (roles.get(name) !== undefined) {
        throw new ServiceError('EntityAlreadyExists', `Role with name ${name} already exists.`, 409);
      }
      const computed = {
        arn: `arn:aws:iam::${accountId}:role${path}${name}`,
        uniqueId: `AROA${randomBytes(9).toString('hex').slice(0, 17).toUpperCase()}`,
        createDate: new Date().toISOString(),
      };
      roles.set(name, { inputs, computed });
      return { id: name, computed };
    },
    read: async (id) => roles.get(id),
    async update(id, inputs) {
      parseTrustPolicy(inputs.assumeRolePolicy);
      checkBoundary(inputs.permissionsBoundary);
      const { computed } = existingRole(all, id);
      roles.set(id, { inputs, computed });
      return computed;
    },
    async delete(id, old) {
      const keys = (entries: [string, { role: string }][]) =>
        entries.flatMap(([key, one]) => (one.role === id ? [key] : []));
      const held = { inline: keys(inline.entries()), attached: keys(attached.entries()) };
      if (old.forceDetachPolicies) {
        for (const key of held.inline) inline.delete(key);
        for (const key of held.attached) attached.delete(key);
      } else if (held.inline.length > 0) {
        throw new ServiceError('DeleteConflict', 'Cannot delete entity, must delete policies first.', 409);
      } else if (held.attached.length > 0) {
        throw new ServiceError(
          'DeleteConflict',
          'Cannot delete entity, must detach all policies first.',
          409,
        );
      }
      roles.delete(id);
    },
  });
}
