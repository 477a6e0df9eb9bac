// Backups elsewhere: what a stack declares for petstore:backup, so that no copy goes where the stack or the setting goes.
import type { Registration } from '@petstore/local-cloud/engine/backend';
import { expect, test } from 'vitest';
import type { BackupSetting } from '../../infra/config/settings.ts';
import { planStack } from '../../infra/plan/plan-stack.ts';
import { settingsOf } from './config/stack.ts';
import { recordStack } from './recorder.ts';

const THEIRS = 'arn:aws:backup:eu-west-1:210987654321:backup-vault:petstore';

async function declared(backup: BackupSetting): Promise<readonly Registration[]> {
  const plan = planStack({ ...settingsOf({ 'petstore:preflight': 'off' }, 'production'), backup });
  return (await recordStack(plan)).registrations;
}

const inputsOf = (all: readonly Registration[], name: string) =>
  all.find((one) => one.name === name)?.inputs ?? {};
const vaultsOf = (all: readonly Registration[]) =>
  all
    .filter(({ type }) => type === 'aws:backup/vault:Vault')
    .map(({ name, retainOnDelete, inputs: { region, forceDestroy } }) => ({
      ...{ name, retainOnDelete, region, forceDestroy },
    }));
test('in another region: a vault here and one there, both retained, and a daily copy of exactly the four tables', async () => {
  const all = await declared({ region: 'eu-central-1', days: 90 });
  const retained = { retainOnDelete: true, forceDestroy: undefined };
  expect(vaultsOf(all)).toEqual([
    { name: 'api-backup-vault', region: undefined, ...retained },
    { name: 'api-backup-copies', region: 'eu-central-1', ...retained },
  ]);
  expect(inputsOf(all, 'api-backup-plan').rules).toEqual([
    {
      ...{ ruleName: 'daily', targetVaultName: 'api-backup-vault', schedule: 'cron(0 3 * * ? *)' },
      lifecycle: { deleteAfter: 7 },
      copyActions: [{ destinationVaultArn: 'arn:api-backup-copies', lifecycle: { deleteAfter: 90 } }],
    },
  ]);
  const tables = all.filter(({ type }) => type === 'aws:dynamodb/table:Table');
  const { resources } = inputsOf(all, 'api-backup-selection');
  expect((resources as string[]).toSorted()).toEqual(tables.map(({ name }) => `arn:${name}`).sort());
  // The role has its rights before the first backup, and one of them only to everything.
  const { Statement } = JSON.parse(String(inputsOf(all, 'api-backup-policy').policy));
  const onEverything = (Statement as { Resource: string[]; Action: string[] }[]).filter(({ Resource }) =>
    Resource.includes('*'),
  );
  expect(onEverything.flatMap(({ Action }) => Action)).toEqual(['tag:GetResources']);
  const selection = all.find(({ name }) => name === 'api-backup-selection');
  expect(selection?.dependencies.some((urn) => urn.endsWith('api-backup-policy'))).toBe(true);
});

test('in another account: copies go into the vault that is named, and the stack creates none there', async () => {
  const all = await declared({ vault: THEIRS, days: 3 });
  expect(vaultsOf(all).map(({ name }) => name)).toEqual(['api-backup-vault']);
  expect(inputsOf(all, 'api-backup-plan').rules).toMatchObject([
    {
      lifecycle: { deleteAfter: 3 },
      copyActions: [{ destinationVaultArn: THEIRS, lifecycle: { deleteAfter: 3 } }],
    },
  ]);
});
