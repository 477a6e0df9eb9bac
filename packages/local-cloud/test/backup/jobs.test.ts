// Backup plans at work: what is backed up when, what is copied where, with which rights, and for how long it is kept.
import { afterEach, expect, it, vi } from 'vitest';
import { createBackup } from '../../src/backup/index.ts';
import { createIam } from '../../src/iam/index.ts';
import type { Handler } from '../../src/resources/handler.ts';
import { operation, resource, testContext } from '../support/cloud.ts';

afterEach(() => void vi.useRealTimers());

const HOME = 'arn:aws:backup:eu-west-1:123456789012';
const AWAY = 'arn:aws:backup:eu-central-1:123456789012';
const TABLE = 'arn:aws:dynamodb:eu-west-1:123456789012:table/orders';
const DAY = 86_400_000;

const RIGHTS: Readonly<Record<string, string>> = {
  'dynamodb:DescribeTable': TABLE,
  'dynamodb:ListTagsOfResource': TABLE,
  'dynamodb:StartAwsBackupJob': TABLE,
  'backup:DescribeBackupVault': `${HOME}:backup-vault:orders`,
  'backup:CopyFromBackupVault': `${HOME}:recovery-point:*`,
  'backup:CopyIntoBackupVault': `${AWAY}:backup-vault:copies`,
  'backup:TagResource': 'arn:aws:backup:*:123456789012:recovery-point:*',
  'tag:GetResources': '*',
};

/** `without`: a right that the role lacks. */
async function planned({ without = '', destination = `${AWAY}:backup-vault:copies` } = {}) {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 22, 4, 0) });
  const context = testContext();
  const identity = createIam(context);
  const tables = new Map([[TABLE, ['Milo']]]);
  const backup = createBackup(context, {
    identity,
    tables: {
      snapshot: async (arn) =>
        tables.has(arn) ? { table: { name: 'orders' }, items: tables.get(arn) as never } : undefined,
      restore: () => Promise.reject(new Error('nothing is restored here')),
    },
  });
  const vault = resource(backup, 'aws:backup/vault:Vault');
  await vault.create({ name: 'orders' });
  const handler = backup.handlers.find(({ type }) => type.endsWith(':Vault')) as unknown as Handler<object>;
  await handler.create({ name: 'copies', forceDestroy: false }, operation('eu-central-1'));
  const role = await resource(identity, 'aws:iam/role:Role').create({
    name: 'backup',
    assumeRolePolicy: JSON.stringify({
      Version: '2012-10-17',
      Statement: [
        { Effect: 'Allow', Principal: { Service: 'backup.amazonaws.com' }, Action: 'sts:AssumeRole' },
      ],
    }),
  });
  const policy = resource(identity, 'aws:iam/rolePolicy:RolePolicy');
  const statements = Object.entries(RIGHTS).map(([Action, Resource]) => ({
    Effect: 'Allow',
    Action,
    Resource,
  }));
  const policyOf = (lacking: string) => ({
    ...{ name: 'backup', role: 'backup' },
    policy: JSON.stringify({
      Version: '2012-10-17',
      Statement: statements.filter(({ Action }) => Action !== lacking),
    }),
  });
  const inline = await policy.create(policyOf(''));
  const plan = resource(backup, 'aws:backup/plan:Plan');
  const { id: planId } = await plan.create({
    name: 'orders',
    rules: [
      {
        ...{ ruleName: 'daily', targetVaultName: 'orders', schedule: 'cron(30 4 * * ? *)' },
        lifecycle: { deleteAfter: 2 },
        copyActions: [{ destinationVaultArn: destination, lifecycle: { deleteAfter: 35 } }],
      },
    ],
  });
  const selection = resource(backup, 'aws:backup/selection:Selection');
  await selection.create({ name: 'orders', planId, iamRoleArn: role.outputs.arn, resources: [TABLE] });
  await policy.update(inline.id, policyOf(without), inline.inputs);
  const kept = () =>
    backup
      .recoveryPoints()
      .map(({ vaultArn }) => vaultArn.split(':').at(-1))
      .sort();
  return { context, backup, vault, kept, tables };
}

it('backs up at the time of the rule, and keeps the copies longer', async () => {
  const { backup, kept, context } = await planned();
  await vi.advanceTimersByTimeAsync(29 * 60_000);
  expect(kept()).toEqual([]);
  await vi.advanceTimersByTimeAsync(2 * 60_000);
  expect(kept()).toEqual(['copies', 'orders']);
  expect(context.lines).toEqual([
    `backup: ${TABLE} is backed up in ${HOME}:backup-vault:orders`,
    `backup: ${TABLE} is copied to ${AWAY}:backup-vault:copies`,
  ]);
  await vi.advanceTimersByTimeAsync(4 * DAY);
  expect(kept().filter((name) => name === 'copies')).toHaveLength(5);
  expect(kept().filter((name) => name === 'orders').length).toBeLessThanOrEqual(3);
  await backup.close();
  await vi.advanceTimersByTimeAsync(2 * DAY);
  expect(kept().filter((name) => name === 'copies')).toHaveLength(5);
});

it.each(Object.keys(RIGHTS).filter((right) => right !== 'tag:GetResources'))(
  'makes no copy where the role lacks %s',
  async (without) => {
    const { backup, kept, context } = await planned({ without });
    await backup.runAll();
    expect(kept()).not.toContain('copies');
    expect(context.lines.at(-1)).toContain(`does not have sufficient permissions: ${without} on`);
  },
);

it('does not delete a vault with recovery points, unless it is to be emptied first', async () => {
  const { backup, vault, kept } = await planned();
  await backup.runAll();
  const inputs = { name: 'orders' };
  await expect(vault.delete('orders', inputs)).rejects.toThrow(
    'InvalidRequestException: Backup vault cannot be deleted because it contains recovery points.',
  );
  expect(await vault.read('orders')).toMatchObject({ computed: { recoveryPoints: 1 } });
  await vault.delete('orders', { ...inputs, forceDestroy: true });
  expect(await vault.read('orders')).toBeUndefined();
  expect(kept()).toEqual(['copies']);
});

it('says of a vault in another account that it is not emulated, and of a table that was deleted that it is', async () => {
  const { backup, context, tables, kept } = await planned({
    destination: 'arn:aws:backup:eu-west-1:210987654321:backup-vault:theirs',
  });
  await backup.runAll();
  expect(context.lines.at(-1)).toContain('the local cloud does not emulate vaults of another account');
  expect(kept()).toEqual(['orders']);
  tables.clear();
  await backup.runAll();
  expect(context.lines.at(-1)).toContain(`ResourceNotFoundException: Cannot find ${TABLE}`);
});
