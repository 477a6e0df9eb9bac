// Attachments of AWS managed policies to roles: aws:iam/rolePolicyAttachment:RolePolicyAttachment.
import { defineHandler } from '../resources/define-handler.ts';
import type { Handler } from '../resources/handler.ts';
import { ServiceError } from '../service-error.ts';
import { attachmentInputs } from './inputs.ts';
import { existingRole, MANAGED_POLICIES, type Roles } from './roles.ts';

export function attachmentHandler(roles: Roles): Handler {
  const { attached } = roles;
  return defineHandler({
    type: 'aws:iam/rolePolicyAttachment:RolePolicyAttachment',
    inputs: attachmentInputs,
    replaceOn: ['role', 'policyArn'],
    async create(inputs) {
      const { role, policyArn } = inputs;
      existingRole(roles, role);
      if (!Object.hasOwn(MANAGED_POLICIES, policyArn)) {
        throw new ServiceError(
          'NoSuchEntity',
          `Policy ${policyArn} does not exist or is not attachable.`,
          404,
        );
      }
      const id = `${role}/${policyArn}`;
      attached.set(id, inputs);
      return { id, computed: {} };
    },
    async read(id) {
      const inputs = attached.get(id);
      return inputs && { inputs, computed: {} };
    },
    // Every input replaces.
    update: async () => ({}),
    delete: async (id) => void attached.delete(id),
  });
}
