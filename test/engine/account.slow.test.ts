// With credentials of an account that the stack's file does not name, nothing is deployed.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EngineFixture, logSkipReason, pulumi } from './pulumi.ts';

logSkipReason();

describe.skipIf(pulumi === undefined)('aws:allowedAccountIds', { timeout: 120_000 }, () => {
  let fixture: EngineFixture;
  beforeAll(async () => {
    fixture = await EngineFixture.start('staging');
  }, 60_000);
  afterAll(() => fixture?.close());

  test('credentials of another account: nothing is created', async () => {
    fixture.edit('Pulumi.staging.yaml', '["123456789012"]', '["111122223333"]');
    for (const args of [['preview'], ['up', '--yes']]) {
      const result = await fixture.run([...args, '--stack', 'staging']);
      expect(result.status).not.toBe(0);
      expect(result.text).toMatch(/AWS account ID not allowed: 123456789012/);
    }
    expect(fixture.operations).toEqual([]);
  });

  test('credentials of a declared account: the preview succeeds', async () => {
    fixture.edit('Pulumi.staging.yaml', '["111122223333"]', '["111122223333", "123456789012"]');
    const preview = await fixture.run(['preview', '--stack', 'staging']);
    expect(preview.status, preview.text).toBe(0);
  });
});
