// Roles and what they may do.
import { allow, LAMBDA_TRUST } from '../../support/role.ts';
import type { Lifecycle, Made, Scene } from '../lifecycle.ts';

export const BASIC_EXECUTION = 'arn:aws:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole';

export function makeRole(scene: Scene, name = 'role'): Promise<Made> {
  return scene.make('aws:iam/role:Role', name, { assumeRolePolicy: LAMBDA_TRUST });
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
        { patch: { assumeRolePolicy: undefined }, says: 'assumeRolePolicy' },
        { patch: { maxSessionDuration: 60 }, says: 'maxSessionDuration' },
        { patch: { assumeRolePolicy: '{"Statement":' }, says: 'MalformedPolicyDocument' },
      ],
    }),
  },
  {
    type: 'aws:iam/rolePolicy:RolePolicy',
    computes: [],
    async script(scene) {
      const [role, other] = [await makeRole(scene), await makeRole(scene, 'other')];
      return {
        inputs: { role: role.id, policy: allow(['dynamodb:GetItem'], ['*']) },
        updates: [{ policy: allow(['dynamodb:PutItem'], ['*']) }],
        replaces: { role: other.id },
        refuses: [
          { patch: { policy: undefined }, says: 'policy' },
          { patch: { policy: 'not JSON' }, says: 'MalformedPolicyDocument' },
          { patch: { role: 'nobody' }, says: 'NoSuchEntity: The role with name nobody cannot be found.' },
        ],
      };
    },
  },
  {
    type: 'aws:iam/rolePolicyAttachment:RolePolicyAttachment',
    computes: [],
    async script(scene) {
      const [role, other] = [await makeRole(scene), await makeRole(scene, 'other')];
      return {
        inputs: { role: role.id, policyArn: BASIC_EXECUTION },
        updates: [],
        replaces: { role: other.id },
        refuses: [
          { patch: { role: 7 }, says: 'role' },
          {
            patch: { policyArn: 'arn:aws:iam::aws:policy/Nothing' },
            says: 'does not exist or is not attachable',
          },
        ],
      };
    },
  },
];
