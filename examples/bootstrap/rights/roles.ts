// The rights for the roles of the functions, of CodeDeploy and of AWS Backup. They are recognised by their names: iam:PassRole has no condition on
// a role's tags.
// https://docs.aws.amazon.com/IAM/latest/UserGuide/id_roles_use_passrole.html
import { type Condition, GENERATED, type Right, type Rights } from './right.ts';

const roleNamed = (name: string) => `arn:aws:iam::{account}:role/{project}-{stack}-${name}${GENERATED}`;
const FUNCTION_ROLE = [roleNamed('api-function-role'), roleNamed('checks-role')];
const RELEASE_ROLE = [roleNamed('api-release-role')];
const BACKUP_ROLE = [roleNamed('api-backup-role')];
const ROLES = [...FUNCTION_ROLE, ...RELEASE_ROLE, ...BACKUP_ROLE];

/**
 * The role has the boundary, or is given it. The key is the boundary in the request of CreateRole and
 * PutRolePermissionsBoundary, and the role's own in the others.
 */
const WITH_BOUNDARY: Condition = {
  StringEquals: { 'iam:PermissionsBoundary': 'arn:aws:iam::{account}:policy/{project}-{stack}-boundary' },
};

function passedTo(on: readonly string[], service: string): Right {
  return { on, write: ['iam:PassRole'], when: { StringEquals: { 'iam:PassedToService': service } } };
}

export const ROLE_RIGHTS: Rights = {
  'aws:iam/role:Role': [
    {
      on: ROLES,
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
      on: ROLES,
      write: ['iam:CreateRole', 'iam:PutRolePermissionsBoundary', 'iam:UpdateAssumeRolePolicy'],
      when: WITH_BOUNDARY,
    },
    passedTo(FUNCTION_ROLE, 'lambda.amazonaws.com'),
    passedTo(RELEASE_ROLE, 'codedeploy.amazonaws.com'),
    passedTo(BACKUP_ROLE, 'backup.amazonaws.com'),
  ],
  'aws:iam/rolePolicy:RolePolicy': [
    { on: ROLES, read: ['iam:GetRolePolicy'], write: ['iam:DeleteRolePolicy'] },
    { on: ROLES, write: ['iam:PutRolePolicy'], when: WITH_BOUNDARY },
  ],
};
