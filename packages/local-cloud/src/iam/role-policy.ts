// Inline policies of roles: aws:iam/rolePolicy:RolePolicy.
import { defineHandler } from '../resources/define-handler.ts';
import type { Handler } from '../resources/handler.ts';
import { rolePolicyForms } from './form.ts';
import { type PolicyInputs, policyInputs } from './inputs.ts';
import { parseIdentityPolicy } from './policy.ts';
import { existingRole, type Roles } from './roles.ts';

export function rolePolicyHandler(roles: Roles): Handler {
  const { inline } = roles;
  const put = (id: string, inputs: PolicyInputs) => {
    parseIdentityPolicy(inputs.policy);
    existingRole(roles, inputs.role);
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
