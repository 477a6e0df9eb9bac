// What `--help` of each command says: its options with their meaning, examples and exit statuses.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { nodeArguments } from '../npm-script.ts';
import { runMain } from './domains/harness.ts';

const run = promisify(execFile);

test.each(['local', 'keys', 'domains'] as const)('npm run %s -- --help', async (command) => {
  const { stdout } = await run(process.execPath, [...nodeArguments(command), '--help']);
  await expect(stdout).toMatchFileSnapshot(`../golden/help/${command}.txt`);
});

const KEYS = ['create', 'list', 'revoke'];
test('npm run keys -- SUBCOMMAND --help', async () => {
  const pages = await Promise.all(
    KEYS.map((name) => run(process.execPath, [...nodeArguments('keys'), name, '--help'])),
  );
  const text = pages.map(({ stdout }) => stdout).join('\n');
  await expect(text).toMatchFileSnapshot('../golden/help/keys-subcommands.txt');
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
