// What the program registers for each stack, and with which options: golden files, and the rules behind them.
import { join } from 'node:path';
import * as pulumi from '@pulumi/pulumi';
import { beforeAll, describe, expect, test } from 'vitest';
import { ProblemsError } from '../../infra/config/problem.ts';
import { loadSettings } from '../../infra/config/stack-file.ts';
import { planStack } from '../../infra/plan/plan-stack.ts';
import type { StackPlan } from '../../infra/plan/types.ts';
import { declareStack } from '../../infra/program.ts';
import { readContract } from '../../service/openapi-source.ts';
import { goldenFile, goldenText } from './golden-resources.ts';
import { type Recording, record } from './recorder.ts';

const STACKS = ['local', 'staging', 'production'] as const;
function planStackFile(stack: string): StackPlan {
  const loaded = loadSettings(join(import.meta.dirname, '../..'), stack);
  if ('problems' in loaded) throw new ProblemsError(`Pulumi.${stack}.yaml`, loaded.problems);
  // No test reads the live DNS of example names; admission.test.ts has the preflight.
  return planStack({ ...loaded.settings, preflight: 'off' });
}

const recordings = new Map<string, Recording>();

beforeAll(async () => {
  for (const stack of STACKS) {
    const functionCode = new pulumi.asset.AssetArchive({ 'index.js': new pulumi.asset.StringAsset('code') });
    const plan = planStackFile(stack);
    recordings.set(
      stack,
      await record(
        () =>
          declareStack(plan, {
            functionCode,
            checksCode: new pulumi.asset.StringAsset('code'),
            openapi: JSON.parse(readContract()),
          }),
        stack,
      ),
    );
  }
});

const recorded = (stack: string): Recording => recordings.get(stack) as Recording;

describe.each(STACKS)('%s', (stack) => {
  test('registers the resources of its golden file', async () => {
    await expect(goldenText(stack, recorded(stack))).toMatchFileSnapshot(goldenFile(stack));
  });

  test('every resource that takes tags has those of the stack', () => {
    const untaggable =
      /LogMetricFilter|RolePolicy|Alias|DeploymentConfig|Permission|Integration|Route|ApiMapping|CertificateValidation|Record|DnsRecord|AccessBlock|Ownership|BucketPolicy|OriginAccess|HeadersPolicy|CachePolicy|cloudfront\/function|keyValue|Subscription|EventTarget|EventInvokeConfig|Selection|Dashboard|QueryDefinition/i;
    const untagged = recorded(stack)
      .registrations.filter(({ custom, type }) => custom && !untaggable.test(type))
      .filter(({ inputs }) => (inputs.tags as { stack?: string } | undefined)?.stack !== stack);
    expect(untagged.map(({ type, name }) => `${type} ${name}`)).toEqual([]);
  });
});

test('production protects its tables, in DynamoDB and in Pulumi; the other stacks do not', () => {
  for (const stack of STACKS) {
    const tables = recorded(stack).registrations.filter(({ type }) => type === 'aws:dynamodb/table:Table');
    expect(tables).toHaveLength(4);
    for (const { protect, inputs } of tables) {
      expect(protect).toBe(stack === 'production');
      expect(inputs.deletionProtectionEnabled).toBe(stack === 'production');
      expect(inputs.pointInTimeRecovery).toEqual({ enabled: true });
    }
  }
});

test('production refuses a removal that is not confirmed, before anything is registered', async () => {
  const plan = planStackFile('production');
  const checksCode = new pulumi.asset.StringAsset('code');
  const artifacts = { functionCode: new pulumi.asset.AssetArchive({}), checksCode, openapi: {} };
  const deployed = {
    hosts: {
      'gone.petstore.example': { certificate: 'ISSUED' },
      'never-made.petstore.example': { certificate: 'FAILED' },
      'blocked.petstore.example': { blocked: [{ code: 'conflicting-record' }] },
    },
  };
  await expect(
    record(() => declareStack(plan, artifacts), 'production', { outputs: deployed }),
  ).rejects.toThrow(/petstore:removals\s+"gone\.petstore\.example" is deployed and no longer declared/);
});
