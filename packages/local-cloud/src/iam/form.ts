// Roles and their policies: terraform-provider-aws, internal/service/iam.
import type { Forms } from '../forms/form.ts';
import { equivalentPolicies, normalizedJson, normalizedPolicy } from './policy-form.ts';

/** role.go: StateFunc and SuppressEquivalentPolicyDiffs of `assume_role_policy`. */
export const roleForms: Forms = {
  rules: [{ path: 'assumeRolePolicy', served: normalizedJson, same: equivalentPolicies }],
};

/** role_policy.go. */
export const rolePolicyForms: Forms = {
  rules: [{ path: 'policy', served: normalizedPolicy, same: equivalentPolicies }],
};
