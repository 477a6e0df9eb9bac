// The rights for the roles of the functions, of CodeDeploy and of AWS Backup. They are recognised by their names, because
// iam:PassRole has no condition on a role's tags.
// https://docs.aws.amazon.com/IAM/latest/UserGuide/id_roles_use_passrole.html
import { actions, type Condition, GENERATED, type Right, type Rights } from './right.ts';

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
  const when = { StringEquals: { 'iam:PassedToService': service } };
  return { on, write: actions('iam', 'PassRole'), when };
}

export const ROLE_RIGHTS: Rights = {
  'aws:iam/role:Role': [
    {
      on: ROLES,
      // The provider also reads policies that are declared as other resources.
      read: actions('iam', 'GetRole GetRolePolicy ListAttachedRolePolicies ListRolePolicies'),
      write: actions(
        'iam',
        `DeleteRole ListInstanceProfilesForRole TagRole UntagRole UpdateRole UpdateRoleDescription`,
      ),
    },
    {
      on: ROLES,
      write: actions('iam', 'CreateRole PutRolePermissionsBoundary UpdateAssumeRolePolicy'),
      when: WITH_BOUNDARY,
    },
    passedTo(FUNCTION_ROLE, 'lambda.amazonaws.com'),
    passedTo(RELEASE_ROLE, 'codedeploy.amazonaws.com'),
    passedTo(BACKUP_ROLE, 'backup.amazonaws.com'),
  ],
  'aws:iam/rolePolicy:RolePolicy': [
    { on: ROLES, read: actions('iam', 'GetRolePolicy'), write: actions('iam', 'DeleteRolePolicy') },
    { on: ROLES, write: actions('iam', 'PutRolePolicy'), when: WITH_BOUNDARY },
  ],
};
