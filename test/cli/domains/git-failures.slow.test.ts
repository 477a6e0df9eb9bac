// What --base says where git cannot read the revision: git's own reason, and not that the revision is missing.
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type DomainsFixture, openFixture, productionFile } from './harness.ts';

let fixture: DomainsFixture;
beforeEach(() => {
  fixture = openFixture();
  fixture.write('Pulumi.production.yaml', productionFile);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await fixture.close();
});

const COMMANDS = [
  ['report', '--base', 'HEAD'],
  ['check', '--base', 'HEAD', '--stack', 'production'],
];

test.each(COMMANDS)('%s in a folder that is no repository', async (...args) => {
  const { status, err } = await fixture.run(...args);
  expect(status).toBe(2);
  expect(err.replace(/\s+/g, ' ')).toContain(`${fixture.folder} is not in a git repository`);
  expect(err).not.toContain('no revision');
});

test.each(COMMANDS)("%s in another user's clone, as git refuses it", async (...args) => {
  fixture.commit();
  // Git's own switch for its tests of this refusal (git, t/t0033-safe-directory.sh).
  vi.stubEnv('GIT_TEST_ASSUME_DIFFERENT_OWNER', '1');
  const { status, err } = await fixture.run(...args);
  expect(status).toBe(2);
  const text = err.replace(/\s+/g, ' ');
  expect(text).toContain('detected dubious ownership in repository');
  expect(text).toContain('git config --global --add safe.directory');
  expect(text).not.toContain('no revision');
});

test('git is asked in English, whatever the language of the user is', async () => {
  const german = "echo 'Schwerwiegend: Kein Git-Repository' >&2";
  const english = "echo 'fatal: not a git repository' >&2";
  fixture.write('git', `#!/bin/sh\nif [ "$LC_ALL" = C ]; then ${english}; else ${german}; fi\nexit 128\n`);
  chmodSync(join(fixture.folder, 'git'), 0o755);
  vi.stubEnv('PATH', `${fixture.folder}:${process.env.PATH}`);
  vi.stubEnv('LC_ALL', 'de_DE.UTF-8');
  const { err } = await fixture.run('check', '--base', 'HEAD', '--stack', 'production');
  expect(err.replace(/\s+/g, ' ')).toContain('is not in a git repository');
});

test.each(['origin/main', '--output=x'])('a revision that is not there, as before: %s', async (base) => {
  fixture.commit();
  const { status, out, err } = await fixture.run('check', `--base=${base}`, '--stack', 'production');
  expect([status, out]).toEqual([2, '']);
  expect(err).toContain(`Git has no revision "${base}" here.`);
});
