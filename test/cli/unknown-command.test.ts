// A misspelled subcommand: status 2, and the one that is meant. The commands as processes.
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { nodeArguments } from '../npm-script.ts';

test.each([
  ['domains', 'statsu', 'status'],
  ['keys', 'lst', 'list'],
  ['release', 'rolback', 'rollback'],
  ['local', 'drft', 'drift'],
  ['drill', 'tabel', 'table'],
  ['drill', 'copy-itms', 'copy-items'],
] as const)('npm run %s -- %s: %s is meant', (name, given, meant) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...nodeArguments(name), given], {
    encoding: 'utf8',
    timeout: 30_000,
  });
  expect(stderr).toContain(`✗ unknown command '${given}'\n(Did you mean ${meant}?)`);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
});
