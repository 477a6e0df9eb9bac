// Roles, their inline policies and attachments.
import { allow, LAMBDA_TRUST } from '../../support/role.ts';
import type { Created, Fixture, Lifecycle } from '../lifecycle.ts';

export const BASIC_EXECUTION = 'arn:aws:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole';

export function makeRole(fixture: Fixture, name = 'role'): Promise<Created> {
  return fixture.create('aws:iam/role:Role', name, { assumeRolePolicy: LAMBDA_TRUST });
}

export const iam: readonly Lifecycle[] = [
  {
    type: 'aws:iam/role:Role',
    computes: ['arn', 'uniqueId', 'createDate'],
    script: async () => ({
      inputs: { assumeRolePolicy: LAMBDA_TRUST },
      updates: [{ description: 'runs the function' }],
      replaces: { path: '/shop/' },
      refuses: [
        { patch: { assumeRolePolicy: undefined }, message: 'assumeRolePolicy' },
        { patch: { maxSessionDuration: 60 }, message: 'maxSessionDuration' },
        { patch: { assumeRolePolicy: '{"Statement":' }, message: 'MalformedPolicyDocument' },
      ],
    }),
  },
  {
    type: 'aws:iam/rolePolicy:RolePolicy',
    computes: [],
    async script(fixture) {
      const [role, other] = [await makeRole(fixture), await makeRole(fixture, 'other')];
      return {
        inputs: { role: role.id, policy: allow(['dynamodb:GetItem'], ['*']) },
        updates: [{ policy: allow(['dynamodb:PutItem'], ['*']) }],
        replaces: { role: other.id },
        refuses: [
          { patch: { policy: undefined }, message: 'policy' },
          { patch: { policy: 'not JSON' }, message: 'MalformedPolicyDocument' },
          { patch: { role: 'nobody' }, message: 'NoSuchEntity: The role with name nobody cannot be found.' },
        ],
      };
    },
  },
  {
    type: 'aws:iam/rolePolicyAttachment:RolePolicyAttachment',
    computes: [],
    async script(fixture) {
      const [role, other] = [await makeRole(fixture), await makeRole(fixture, 'other')];
      return {
        inputs: { role: role.id, policyArn: BASIC_EXECUTION },
        updates: [],
        replaces: { role: other.id },
        refuses: [
          { patch: { role: 7 }, message: 'role' },
          {
            patch: { policyArn: 'arn:aws:iam::aws:policy/Nothing' },
            message: 'does not exist or is not attachable',
          },
        ],
      };
    },
  },
];
