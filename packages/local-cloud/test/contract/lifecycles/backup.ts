// AWS Backup: vaults, plans and selections.
import { allow } from '../../support/role.ts';
import type { Created, Fixture, Lifecycle } from '../lifecycle.ts';

const TABLE = 'arn:aws:dynamodb:eu-west-1:123456789012:table/orders';

const makeVault = (fixture: Fixture): Promise<Created> =>
  fixture.create('aws:backup/vault:Vault', 'vault', {});

const dailyTo = (vault: unknown, more: object = {}) => [
  { ruleName: 'daily', targetVaultName: vault, schedule: 'cron(0 5 * * ? *)', ...more },
];

const makePlan = async (fixture: Fixture): Promise<Created> =>
  fixture.create('aws:backup/plan:Plan', 'plan', { rules: dailyTo((await makeVault(fixture)).name) });

async function makeRole(
  fixture: Fixture,
  name: string,
  service: string,
  actions: string[],
): Promise<Created> {
  const role = await fixture.create('aws:iam/role:Role', name, {
    assumeRolePolicy: JSON.stringify({
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Principal: { Service: service }, Action: 'sts:AssumeRole' }],
    }),
  });
  await fixture.create('aws:iam/rolePolicy:RolePolicy', `${name}-policy`, {
    role: role.id,
    policy: allow(actions, ['*']),
  });
  return role;
}

export const backup: readonly Lifecycle[] = [
  {
    type: 'aws:backup/vault:Vault',
    computes: ['arn', 'kmsKeyArn', 'recoveryPoints'],
    script: async () => ({
      inputs: { name: 'orders' },
      updates: [{ tags: { team: 'orders' } }, { forceDestroy: true }],
      replaces: { name: 'renamed' },
      refuses: [
        { patch: { name: 'the orders' }, message: 'Member must satisfy regular expression pattern' },
        { patch: {}, message: 'AlreadyExistsException: Backup vault with the same name already exists' },
      ],
    }),
  },
  {
    type: 'aws:backup/plan:Plan',
    computes: ['arn', 'version'],
    async script(fixture) {
      const { name: vault } = await makeVault(fixture);
      const { arn } = await fixture.create('aws:backup/vault:Vault', 'copies', { region: 'eu-central-1' });
      const copyActions = [{ destinationVaultArn: arn, lifecycle: { deleteAfter: 35 } }];
      const refusal = (more: object, message: string) => ({
        patch: { rules: dailyTo(vault, more) },
        message,
      });
      return {
        inputs: { name: 'orders', rules: dailyTo(vault) },
        updates: [
          { rules: dailyTo(vault, { lifecycle: { deleteAfter: 7 } }) },
          { rules: dailyTo(vault, { copyActions }) },
          { tags: { team: 'orders' } },
        ],
        replaces: { name: 'renamed' },
        refuses: [
          { patch: {}, message: 'AlreadyExistsException' },
          { patch: { name: 'other', rules: dailyTo('none') }, message: 'Error in rule daily : Backup vault' },
          refusal(
            { lifecycle: { deleteAfter: 36_501 } },
            'DeleteAfterDays cannot be less than 1 or more than',
          ),
          refusal({ schedule: 'cron(0 5 ? * MON *)' }, 'does not emulate this schedule'),
          refusal({ startWindow: 30 }, 'startWindow'),
          refusal({ copyActions: [{ destinationVaultArn: 'copies' }] }, 'is an invalid ARN'),
        ],
      };
    },
  },
  {
    type: 'aws:backup/selection:Selection',
    computes: [],
    async script(fixture) {
      const { id: planId } = await makePlan(fixture);
      const BACKUP = 'backup.amazonaws.com';
      const role = await makeRole(fixture, 'backing-up', BACKUP, ['tag:GetResources']);
      const blind = await makeRole(fixture, 'blind', BACKUP, ['dynamodb:*']);
      const foreign = await makeRole(fixture, 'foreign', 'lambda.amazonaws.com', ['tag:GetResources']);
      return {
        inputs: { planId, iamRoleArn: role.arn, resources: [TABLE] },
        updates: [],
        replaces: { resources: [TABLE, `${TABLE}-archive`] },
        refuses: [
          { patch: { iamRoleArn: foreign.arn }, message: 'cannot be assumed by AWS Backup' },
          { patch: { iamRoleArn: blind.arn }, message: 'is not authorized to call tag:GetResources' },
          { patch: { planId: 'none' }, message: 'Cannot find Backup plan with ID none' },
          { patch: { resources: ['*'] }, message: 'does not emulate this resource' },
          { patch: { resources: undefined }, message: 'does not emulate a selection without resources' },
        ],
      };
    },
  },
];
