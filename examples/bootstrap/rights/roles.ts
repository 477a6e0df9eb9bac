// The rights for the functions' roles. Each is recognised by its name: iam:PassRole has no condition on a role's tags.
// https://docs.aws.amazon.com/IAM/latest/UserGuide/id_roles_use_passrole.html
import { type Condition, GENERATED, type Rights } from './right.ts';

const FUNCTION_ROLE = ['api-function-role', 'checks-role'].map(
  (name) => `arn:aws:iam::{account}:role/{project}-{stack}-${name}${GENERATED}`,
);

/**
 * The role has the boundary, or is given it. The key is the boundary in the request of CreateRole and
 * PutRolePermissionsBoundary, and the role's own in the others.
 */
const WITH_BOUNDARY: Condition = {
  StringEquals: { 'iam:PermissionsBoundary': 'arn:aws:iam::{account}:policy/{project}-{stack}-boundary' },
};

export const ROLE_RIGHTS: Rights = {
  'aws:iam/role:Role': [
    {
      on: FUNCTION_ROLE,
      // The provider also reads policies that are declared as other resources.
      read: ['iam:GetRole', 'iam:GetRolePolicy', 'iam:ListAttachedRolePolicies', 'iam:ListRolePolicies'],
      write: [
        'iam:DeleteRole',
        'iam:ListInstanceProfilesForRole',
        'iam:TagRole',
        'iam:UntagRole',
        'iam:UpdateRole',
        'iam:UpdateRoleDescription',
      ],
    },
    {
      on: FUNCTION_ROLE,
      write: ['iam:CreateRole', 'iam:PutRolePermissionsBoundary', 'iam:UpdateAssumeRolePolicy'],
      when: WITH_BOUNDARY,
    },
    {
      on: FUNCTION_ROLE,
      write: ['iam:PassRole'],
      when: { StringEquals: { 'iam:PassedToService': 'lambda.amazonaws.com' } },
    },
  ],
  'aws:iam/rolePolicy:RolePolicy': [
    { on: FUNCTION_ROLE, read: ['iam:GetRolePolicy'], write: ['iam:DeleteRolePolicy'] },
    { on: FUNCTION_ROLE, write: ['iam:PutRolePolicy'], when: WITH_BOUNDARY },
  ],
};
