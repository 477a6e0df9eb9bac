// What the deployment says where a source has a mistake.
import * as pulumi from '@pulumi/pulumi';
import { expect, test, vi } from 'vitest';
import { buildArtifacts } from '../../../infra/run/artifacts.ts';

vi.mock('../../../service/openapi-source.ts', async (original) => {
  const { readContract } = await original<typeof import('../../../service/openapi-source.ts')>();
  return { readContract: () => readContract('info:\n  title: [Pets,\npaths: {}\n') };
});

test('a syntax error in the contract: file, line and column, without a stack trace', async () => {
  const error = await buildArtifacts().catch((error) => error);
  // Pulumi shows the message alone.
  expect(pulumi.RunError.isInstance(error)).toBe(true);
  expect(error.message).toMatch(/^service\/openapi\.yaml:3:1: .+$/);
});
