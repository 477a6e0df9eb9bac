// Before `npm ci`, each command says that it is missing, in one line and with status 2, in any Node.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { nodeArguments } from '../npm-script.ts';

const ROOT = join(import.meta.dirname, '../..');

test.each(['local', 'keys', 'domains'] as const)('npm run %s', (name) => {
  const folder = mkdtempSync(join(tmpdir(), 'petstore-not-installed-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(join(ROOT, 'cli'), join(folder, 'cli'), { recursive: true });
  const { status, stderr } = spawnSync(process.execPath, nodeArguments(name, folder), {
    cwd: folder,
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: 'The dependencies of the project are not installed.\n  install them: npm ci\n',
  });
});
