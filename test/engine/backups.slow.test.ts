// Backups elsewhere with the real engine: no change twice, and copies that outlive the setting.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EngineFixture, logSkipReason, pulumi, STACK_FILE } from './pulumi.ts';

logSkipReason();
const LIMIT_MS = 240_000;
const PLAN = '  petstore:plan: pro';
const BACKUP = '\n  petstore:backup: { region: eu-central-1 }';

describe.skipIf(pulumi === undefined)('a stack with backups in another region', () => {
  let engine: EngineFixture;
  beforeAll(async () => {
    engine = await EngineFixture.start('local');
    engine.edit(STACK_FILE, PLAN, PLAN + BACKUP);
    expect((await engine.up()).status).toBe(0);
  }, LIMIT_MS);
  afterAll(() => engine.close());

  test('previews without a change, twice, also after a backup', { timeout: LIMIT_MS }, async () => {
    const preview = ['preview', '--expect-no-changes', '--refresh'];
    const first = await engine.run(preview);
    expect(first.status, first.text).toBe(0);
    await engine.cloud.backups.runAll();
    expect(engine.cloud.backups.recoveryPoints()).toHaveLength(8);
    const second = await engine.run(preview);
    expect(second.status, second.text).toBe(0);
  });

  test('without the setting, the plan is deleted and every copy stays', { timeout: LIMIT_MS }, async () => {
    engine.edit(STACK_FILE, PLAN + BACKUP, PLAN);
    engine.operations.length = 0;
    expect((await engine.up()).status).toBe(0);
    const deleted = engine.operations.filter(({ kind }) => kind === 'delete').map(({ type }) => type);
    expect(deleted.sort()).toEqual([
      'aws:backup/plan:Plan',
      'aws:backup/selection:Selection',
      'aws:iam/role:Role',
      'aws:iam/rolePolicy:RolePolicy',
    ]);
    expect((await engine.state()).filter(({ type }) => type === 'aws:backup/vault:Vault')).toEqual([]);
    expect(engine.cloud.backups.recoveryPoints()).toHaveLength(8);
  });
});
