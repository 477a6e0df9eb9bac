// Staging and production under the Pulumi CLI, against the same providers; another account; a stack file with problems.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EngineFixture, logSkipReason, pulumi } from './pulumi.ts';

logSkipReason();

/** The zone of an external host, whose owner serves something else there. */
const PARTNER = `
shop.partner.example.  300   IN  A    192.0.2.7
`;

describe.skipIf(pulumi === undefined)('the stacks of the project', { timeout: 120_000 }, () => {
  let fixture: EngineFixture;
  beforeAll(async () => {
    fixture = await EngineFixture.start();
    fixture.extendInternet(PARTNER);
  }, 60_000);
  afterAll(() => fixture?.close());

  test.each([
    ['staging', false],
    ['production', true],
  ])('a preview of %s creates everything; tables protected: %s', async (stack, isProtected) => {
    fixture.seedZones(stack);
    await fixture.run(['stack', 'init', stack]);
    const steps = await fixture.steps('--stack', stack);
    expect(new Set(steps.map(({ op }) => op))).toEqual(new Set(['create']));
    const tables = steps.filter(({ newState }) => newState?.type === 'aws:dynamodb/table:Table');
    expect(tables.map(({ newState }) => newState?.protect ?? false)).toEqual(Array(4).fill(isProtected));
    expect(fixture.operations).toEqual([]);
  });

  test.each(['local', 'staging', 'production'])(
    '%s is deployed; a preview with refresh then has no change',
    async (stack) => {
      fixture.seedZones(stack);
      if (stack === 'local') await fixture.run(['stack', 'init', stack]);
      const up = await fixture.up('--stack', stack);
      expect(up.status, up.text).toBe(0);
      const preview = await fixture.run(['preview', '--refresh', '--expect-no-changes', '--stack', stack]);
      expect(preview.status, preview.text).toBe(0);
    },
  );

  test('with credentials of another account nothing is created; with those of a declared one the preview succeeds', async () => {
    const before = fixture.operations.length;
    fixture.edit('Pulumi.staging.yaml', '["123456789012"]', '["111122223333"]');
    const up = await fixture.run(['up', '--yes', '--stack', 'staging']);
    expect(up.status).not.toBe(0);
    expect(up.text).toMatch(/AWS account ID not allowed: 123456789012/);
    expect(fixture.operations).toHaveLength(before);
    fixture.edit('Pulumi.staging.yaml', '["111122223333"]', '["111122223333", "123456789012"]');
    const preview = await fixture.run(['preview', '--stack', 'staging']);
    expect(preview.status, preview.text).toBe(0);
  });

  test('a config with problems fails with all of them, without a stack trace, and creates nothing', async () => {
    const before = fixture.operations.length;
    fixture.edit('Pulumi.staging.yaml', 'petstore:plan: pro', 'petstore:plan: gold\n  petstore:shards: 0');
    const up = await fixture.run(['up', '--yes', '--stack', 'staging']);
    expect(up.status).not.toBe(0);
    expect(up.text).toMatch(/Pulumi\.staging\.yaml has 2 problems; nothing was changed/);
    expect(up.text).not.toMatch(/\n\s+at /);
    expect(fixture.operations).toHaveLength(before);
  });
});
