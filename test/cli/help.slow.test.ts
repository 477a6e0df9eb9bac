// What `--help` of each command says: its options with their meaning, examples and exit statuses.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { nodeArguments } from '../npm-script.ts';
import { runMain } from './domains/harness.ts';

const run = promisify(execFile);

test.each(['local', 'keys', 'domains', 'release', 'drill'] as const)(
  'npm run %s -- --help',
  async (command) => {
    const { stdout } = await run(process.execPath, [...nodeArguments(command), '--help']);
    await expect(stdout).toMatchFileSnapshot(`../golden/help/${command}.txt`);
  },
);

test.each([
  ['keys', ['create', 'list', 'revoke', 'rotate']],
  ['release', ['status', 'rollback', 'retry']],
  ['drill', ['copy-items']],
] as const)('npm run %s -- SUBCOMMAND --help', async (command, names) => {
  const pages = await Promise.all(
    names.map((name) => run(process.execPath, [...nodeArguments(command), name, '--help'])),
  );
  const text = pages.map(({ stdout }) => stdout).join('\n');
  await expect(text).toMatchFileSnapshot(`../golden/help/${command}-subcommands.txt`);
});

test('npm run domains -- SUBCOMMAND --help, of every subcommand', async () => {
  const { out } = await runMain(['--help'], '.');
  const names = [...out.matchAll(/^ {2}([a-z]+) /gm)].map(([, name = '']) => name);
  expect(names).toContain('check');
  const pages = await Promise.all(
    names.filter((name) => name !== 'help').map((name) => runMain([name, '--help'], '.')),
  );
  const text = pages.map(({ out }) => out).join('\n');
  await expect(text).toMatchFileSnapshot('../golden/help/domains-subcommands.txt');
});

test('an example whose output is read by a program has no heading of npm in it', async () => {
  const { out } = await runMain(['--help'], '.');
  const names = [...out.matchAll(/^ {2}([a-z]+) /gm)].map(([, name = '']) => name);
  const pages = await Promise.all(names.map((name) => runMain([name, '--help'], '.')));
  const piped = pages.flatMap(
    ({ out: page }) => page.match(/^ {2}npm run .*(--format (json|zone)|>).*$/gm) ?? [],
  );
  expect(piped.length).toBeGreaterThan(3);
  for (const example of piped) expect(example).toMatch(/^ {2}npm run --silent /);
});
