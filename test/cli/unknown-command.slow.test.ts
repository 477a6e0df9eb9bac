// A misspelled subcommand: status 2, and the one that is meant. The commands as processes.
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { nodeArguments } from '../npm-script.ts';

function run(name: Parameters<typeof nodeArguments>[0], ...args: string[]) {
  const options = { encoding: 'utf8', timeout: 30_000 } as const;
  return spawnSync(process.execPath, [...nodeArguments(name), ...args], options);
}

test.each([
  ['domains', 'statsu', 'status'],
  ['keys', 'lst', 'list'],
  ['release', 'rolback', 'rollback'],
  ['local', 'drft', 'drift'],
  ['drill', 'tabel', 'table'],
  ['drill', 'copy-itms', 'copy-items'],
  ['domains', 'chek', 'check', 'help'],
  ['drill', 'tabel', 'table', 'help'],
  ['local', 'drft', 'drift', 'help'],
] as const)('npm run %s -- %s: %s is meant', (name, given, meant, ...before) => {
  const { status, stdout, stderr } = run(name, ...before, given);
  expect(stderr).toContain(`✗ unknown command '${given}'\n(Did you mean ${meant}?)`);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
});

test.each([
  ['domains', 'check'],
  ['domains', 'help'],
  ['drill', 'table'],
  ['drill', 'copy-items'],
  ['local', 'drift'],
] as const)('npm run %s -- help %s is help', (name, given) => {
  const { status, stdout, stderr } = run(name, 'help', given);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toContain(`Usage: npm run ${name} -- `);
});

test('npm run drill -- table foo: what is there besides is no drill', () => {
  const { status, stderr } = run('drill', 'table', 'foo');
  expect(status).toBe(2);
  expect(stderr).toContain("✗ there is no drill 'foo'\n  the drills are table, stack, state, zone");
});
