// IAM resources: roles, their inline policies, and attachments of AWS managed ones.
import { randomBytes } from 'node:crypto';
import type { CloudContext } from '../context.ts';
import { defineHandler } from '../resources/define-handler.ts';
import type { Handler } from '../resources/handler.ts';
import { ServiceError } from '../service-error.ts';
import { roleForms, rolePolicyForms } from './form.ts';
import { attachmentInputs, type PolicyInputs, policyInputs, roleInputs } from './inputs.ts';
import { parseIdentityPolicy, parseTrustPolicy } from './policy.ts';
import { MANAGED_POLICIES, type Roles } from './roles.ts';

export function defineIamHandlers(context: CloudContext, roles: Roles): readonly Handler[] {
  return [roleHandler(context, roles), rolePolicyHandler(roles), attachmentHandler(roles)];
}

function roleHandler({ accountId }: CloudContext, { roles, inline, attached }: Roles): Handler {
  return defineHandler({
    type: 'aws:iam/role:Role',
    inputs: roleInputs,
    replaceOn: ['name', 'path'],
    forms: roleForms,
    autoname: 'name',
    async create(inputs) {
      const { name, path } = inputs;
      parseTrustPolicy(inputs.assumeRolePolicy);
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
      const { computed } = existing(roles.get(id), id);
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

function rolePolicyHandler({ roles, inline }: Roles): Handler {
  const put = (id: string, inputs: PolicyInputs) => {
    parseIdentityPolicy(inputs.policy);
    existing(roles.get(inputs.role), inputs.role);
    inline.set(id, inputs);
  };
  return defineHandler({
    type: 'aws:iam/rolePolicy:RolePolicy',
    inputs: policyInputs,
    replaceOn: ['name', 'role'],
    forms: rolePolicyForms,
    autoname: 'name',
    async create(inputs) {
      const id = `${inputs.role}:${inputs.name}`;
      put(id, inputs);
      return { id, computed: {} };
    },
    async read(id) {
      const inputs = inline.get(id);
      return inputs && { inputs, computed: {} };
    },
    async update(id, inputs) {
      put(id, inputs);
      return {};
    },
    delete: async (id) => void inline.delete(id),
  });
}

function attachmentHandler({ roles, attached }: Roles): Handler {
  return defineHandler({
    type: 'aws:iam/rolePolicyAttachment:RolePolicyAttachment',
    inputs: attachmentInputs,
    replaceOn: ['role', 'policyArn'],
    async create(inputs) {
      const { role, policyArn } = inputs;
      existing(roles.get(role), role);
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

function existing<T>(role: T | undefined, name: string): T {
  if (role === undefined) {
    throw new ServiceError('NoSuchEntity', `The role with name ${name} cannot be found.`, 404);
  }
  return role;
}
