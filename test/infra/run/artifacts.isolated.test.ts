// What the deployment says where a source has a mistake.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import * as pulumi from '@pulumi/pulumi';
import { expect, test, vi } from 'vitest';
import { buildArtifacts } from '../../../infra/run/artifacts.ts';

test('a syntax error in the contract: file, line and column, without a stack trace', async () => {
  const { readFileSync } = fs;
  vi.spyOn(fs, 'readFileSync').mockImplementation((file, options) =>
    String(file).endsWith('openapi.yaml')
      ? 'info:\n  title: [Pets,\npaths: {}\n'
      : readFileSync(file, options),
  );
  syncBuiltinESMExports();
  const error = await buildArtifacts().catch((error) => error);
  // Pulumi shows the message alone.
  expect(pulumi.RunError.isInstance(error)).toBe(true);
  expect(error.message).toMatch(/^service\/openapi\.yaml:3:1: .+$/);
});
