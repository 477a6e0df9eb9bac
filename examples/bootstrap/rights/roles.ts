// The rights for the roles of the functions, of CodeDeploy and of AWS Backup. They are recognised by their names, because
// iam:PassRole has no condition on a role's tags.
// https://docs.aws.amazon.com/IAM/latest/UserGuide/id_roles_use_passrole.html
import { type Condition, GENERATED, type Rights, right } from './right.ts';

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

const passedTo = (on: readonly string[], service: string) =>
  right('iam', on, { write: 'PassRole', when: { StringEquals: { 'iam:PassedToService': service } } });

export const ROLE_RIGHTS: Rights = {
  'aws:iam/role:Role': [
    right('iam', ROLES, {
      // The provider also reads policies that are declared as other resources.
      read: 'GetRole GetRolePolicy ListAttachedRolePolicies ListRolePolicies',
      write: 'DeleteRole ListInstanceProfilesForRole TagRole UntagRole UpdateRole UpdateRoleDescription',
    }),
    right('iam', ROLES, {
      write: 'CreateRole PutRolePermissionsBoundary UpdateAssumeRolePolicy',
      when: WITH_BOUNDARY,
    }),
    passedTo(FUNCTION_ROLE, 'lambda.amazonaws.com'),
    passedTo(RELEASE_ROLE, 'codedeploy.amazonaws.com'),
    passedTo(BACKUP_ROLE, 'backup.amazonaws.com'),
  ],
  'aws:iam/rolePolicy:RolePolicy': [
    right('iam', ROLES, { read: 'GetRolePolicy', write: 'DeleteRolePolicy' }),
    right('iam', ROLES, { write: 'PutRolePolicy', when: WITH_BOUNDARY }),
  ],
};
