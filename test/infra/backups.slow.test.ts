// Backups elsewhere: what a stack declares for petstore:backup, and what stays where the stack or the setting goes.
import type { Registration } from '@petstore/local-cloud/engine/backend';
import * as pulumi from '@pulumi/pulumi';
import { describe, expect, onTestFinished, test } from 'vitest';
import { Stage } from '../../cli/drill/stage.ts';
import type { BackupSetting } from '../../infra/config/settings.ts';
import { planStack } from '../../infra/plan/plan-stack.ts';
import { declareStack } from '../../infra/program.ts';
import { settingsOf } from './config/stack.ts';
import { record } from './recorder.ts';

const THEIRS = 'arn:aws:backup:eu-west-1:210987654321:backup-vault:petstore';

async function declared(backup: BackupSetting | undefined): Promise<readonly Registration[]> {
  const settings = settingsOf({ 'petstore:preflight': 'off' }, 'production');
  const plan = planStack({ ...settings, ...(backup && { backup }) });
  const functionCode = new pulumi.asset.AssetArchive({ 'index.js': new pulumi.asset.StringAsset('code') });
  const checksCode = new pulumi.asset.StringAsset('code');
  const artifacts = { functionCode, checksCode, openapi: { paths: {} } };
  return (await record(() => declareStack(plan, artifacts), 'production')).registrations;
}

const named = (all: readonly Registration[], name: string) => all.find((one) => one.name === name);
const ofBackup = (all: readonly Registration[]) => all.filter(({ type }) => type.startsWith('aws:backup/'));

test('a stack without the setting has none of it', async () => {
  const all = await declared(undefined);
  expect(all.length).toBeGreaterThan(50);
  expect(all.filter(({ name }) => name.includes('backup'))).toEqual([]);
});

describe('in another region', () => {
  const inRegion = () => declared({ region: 'eu-central-1', days: 90 });

  test('a vault here and one there, both retained, and neither emptied when it is deleted', async () => {
    const vaults = ofBackup(await inRegion()).filter(({ type }) => type === 'aws:backup/vault:Vault');
    expect(vaults.map(({ name, inputs }) => [name, inputs.region])).toEqual([
      ['api-backup-vault', undefined],
      ['api-backup-copies', 'eu-central-1'],
    ]);
    expect(vaults.map(({ retainOnDelete }) => retainOnDelete)).toEqual([true, true]);
    expect(vaults.filter(({ inputs }) => inputs.forceDestroy !== undefined)).toEqual([]);
  });

  test('each day a backup of exactly the four tables, kept for a week here and as long as is set there', async () => {
    const all = await inRegion();
    expect(named(all, 'api-backup-plan')?.inputs.rules).toEqual([
      {
        ...{ ruleName: 'daily', targetVaultName: 'api-backup-vault', schedule: 'cron(0 3 * * ? *)' },
        lifecycle: { deleteAfter: 7 },
        copyActions: [{ destinationVaultArn: 'arn:api-backup-copies', lifecycle: { deleteAfter: 90 } }],
      },
    ]);
    const tables = all.filter(({ type }) => type === 'aws:dynamodb/table:Table');
    const selected = named(all, 'api-backup-selection')?.inputs.resources as string[];
    expect(selected.toSorted()).toEqual(tables.map(({ name }) => `arn:${name}`).sort());
  });

  test('a role that only AWS Backup assumes, with rights to these tables and vaults', async () => {
    const all = await inRegion();
    const role = named(all, 'petstore-production-api-backup-role');
    expect(JSON.parse(String(role?.inputs.assumeRolePolicy)).Statement).toEqual([
      { Effect: 'Allow', Principal: { Service: 'backup.amazonaws.com' }, Action: 'sts:AssumeRole' },
    ]);
    const { Statement } = JSON.parse(String(named(all, 'api-backup-policy')?.inputs.policy));
    const onEverything = (Statement as { Resource: string[]; Action: string[] }[])
      .filter(({ Resource }) => Resource.includes('*'))
      .flatMap(({ Action }) => Action);
    expect(onEverything).toEqual(['tag:GetResources']);
    expect(Statement).toContainEqual({
      ...{ Effect: 'Allow', Action: ['backup:CopyIntoBackupVault'], Resource: ['arn:api-backup-copies'] },
    });
    const selection = named(all, 'api-backup-selection');
    expect(selection?.dependencies.some((urn) => urn.endsWith('api-backup-policy'))).toBe(true);
  });
});

test('in another account: copies go into the vault that is named, and the stack creates none there', async () => {
  const all = await declared({ vault: THEIRS, days: 3 });
  const types = ofBackup(all).map(({ type, name }) => `${type.split(':').at(-1)} ${name}`);
  expect(types.sort()).toEqual([
    'Plan api-backup-plan',
    'Selection api-backup-selection',
    'Vault api-backup-vault',
  ]);
  const [rule] = (named(all, 'api-backup-plan') as Registration).inputs.rules as [object];
  expect(rule).toMatchObject({
    lifecycle: { deleteAfter: 3 },
    copyActions: [{ destinationVaultArn: THEIRS, lifecycle: { deleteAfter: 3 } }],
  });
});

test('deployed, a second run changes nothing; another region or no backup leaves every vault where it is', async () => {
  const stage = await Stage.open({ backup: { region: 'eu-central-1', days: 35 } });
  onTestFinished(() => stage.close());
  const { plan } = stage;
  const { backup: _first, ...settings } = plan.settings;
  const withBackup = (backup: BackupSetting | undefined) => ({
    ...plan,
    settings: { ...settings, ...(backup && { backup }) },
  });
  await stage.up();
  expect(await stage.up()).toEqual([]);
  expect(await stage.up({ refresh: true })).toEqual([]);
  stage.plan = withBackup({ region: 'eu-north-1', days: 35 });
  const moved = (await stage.up()).filter((change) => change.includes('api-backup'));
  expect(moved.sort()).toEqual([
    'replace api-backup-copies',
    'update api-backup-plan',
    'update api-backup-policy',
  ]);

  const vaults = stage.resources.filter(({ name }) => name === 'api-backup-vault').map(({ id = '' }) => id);
  stage.plan = withBackup(undefined);
  await stage.up();
  expect(stage.resources.filter(({ name }) => name.includes('api-backup'))).toEqual([]);
  const vault = stage.cloud.registry.handler('aws:backup/vault:Vault');
  const [own] = vaults;
  expect(own).toMatch(/^api-backup-vault-[0-9a-f]{7}$/);
  const context = { region: plan.region, signal: stage.signal };
  expect(await vault.read(own ?? '', context)).toMatchObject({ id: own });
});
