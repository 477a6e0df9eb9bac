// What commander refuses is quoted in its refusal: neither a terminal nor a log of GitHub obeys it. The commands as processes.
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { nodeArguments } from '../npm-script.ts';

const HOSTILE = '\u001b]0;x\u0007\u001b[2J\n::error::owned\r##[error]x\u202e';

const run = (name: 'local' | 'keys' | 'domains', ...args: string[]) =>
  spawnSync(process.execPath, [...nodeArguments(name), ...args], { encoding: 'utf8', timeout: 30_000 });

test.each([
  ['keys', [`--${HOSTILE}`], '✗ unknown option'],
  ['keys', [HOSTILE], '✗ unknown command'],
  ['keys', ['create', '--name', 'ci', HOSTILE], '✗ too many arguments'],
  ['local', [`--${HOSTILE}`], '✗ unknown option'],
  ['local', ['--port', HOSTILE], 'A port is a whole number'],
  ['domains', [`--${HOSTILE}`], '✗ unknown option'],
  ['domains', ['add', 'shop.petstore.example', '--site', HOSTILE], 'Allowed choices are'],
] as const)('npm run %s -- %j', (name, args, message) => {
  const { status, stdout, stderr } = run(name, ...args);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toContain(message);
  expect(stderr).toContain('(--help shows the options)');
  expect(stderr).not.toMatch(/(?!\n)\p{Cc}|\u202e|^\s*::|##\[/mu);
});

test.each(['keys', 'local', 'domains'] as const)('the help of npm run %s is on standard output', (name) => {
  const { status, stdout, stderr } = run(name, '--help');
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toMatch(new RegExp(`^Usage: npm run ${name} -- `));
  expect(stdout).toMatch(/[^\n]\n$/);
});
