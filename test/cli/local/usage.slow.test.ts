// A wrong command of `npm run local`: status 2 and how to see the options, before anything starts.
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { nodeArguments } from '../../npm-script.ts';

const run = (...args: string[]) =>
  spawnSync(process.execPath, [...nodeArguments('local'), ...args], { encoding: 'utf8', timeout: 20_000 });

test.each([
  [['--prot', '1'], "unknown option '--prot'"],
  [['--port', '65536'], 'A port is a whole number from 1 to 65535'],
  [['--dns-port', '-1'], 'A port is a whole number'],
  [['start', '--fresh'], "unknown command 'start'\n(--help"],
  [['--http-port', '8o80'], 'A port is a whole number'],
])('%j has status 2', (args, message) => {
  const { status, stderr } = run(...args);
  expect(stderr).toContain(message);
  expect(stderr).toContain('(--help shows the options)');
  expect(status).toBe(2);
});

test('--help has status 0', () => {
  const { status, stdout } = run('--help');
  expect(stdout).toContain('npm run local -- --fresh');
  expect(status).toBe(0);
});
