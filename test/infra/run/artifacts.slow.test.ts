// The builds of the function's code under `.local`: another run may still read an earlier one.
import { existsSync, mkdirSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { buildArtifacts } from '../../../infra/run/artifacts.ts';

const BUILDS = join(import.meta.dirname, '../../../.local/build');
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const folders: string[] = [];

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function builtBefore(ms: number): string {
  const folder = join(BUILDS, `test-${process.pid}-${ms}`);
  const at = new Date(Date.now() - ms);
  mkdirSync(folder, { recursive: true });
  utimesSync(folder, at, at);
  folders.push(folder);
  return folder;
}

test('a build is kept for a day, and then removed by the next one', async () => {
  const kept = builtBefore(DAY_MS - MINUTE_MS);
  const old = builtBefore(DAY_MS + MINUTE_MS);
  const { bundle } = await buildArtifacts();
  expect(existsSync(kept)).toBe(true);
  expect(existsSync(old)).toBe(false);
  expect(existsSync(join(BUILDS, bundle.sha256.slice(0, 16), 'index.js'))).toBe(true);
});
