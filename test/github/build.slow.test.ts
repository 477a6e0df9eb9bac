// The script of the build job: the file that a deployment takes, and the digest by which it takes it.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readPrebuilt } from '../../infra/run/prebuilt.ts';
import { newFolder, runScript } from './scripts.ts';

test('writes the build, and its digest as the output of the step', async () => {
  const folder = newFolder();
  const file = join(folder, 'build/function.json');
  const environment = { GITHUB_OUTPUT: join(folder, 'output') };
  const { status, output } = await runScript('build.ts', ['build/function.json'], folder, environment);
  expect({ status, output }).toMatchObject({ status: 0 });
  const [, sha256 = ''] =
    /^sha256=([0-9a-f]{64})\n$/.exec(readFileSync(environment.GITHUB_OUTPUT, 'utf8')) ?? [];
  expect(output).toBe(`build/function.json has the SHA-256 ${sha256}\n`);
  expect(readPrebuilt({ PETSTORE_BUILD: file, PETSTORE_BUILD_SHA256: sha256 })?.code).toContain('handler');
  rmSync(folder, { recursive: true });
});
