// The day on which a host was declared, from the commits of the stack's file.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { declaredDays } from '../../../../cli/domains/open/live/declared-on.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'petstore-git-'));
  git(['init', '--quiet', '-b', 'main']);
});
afterEach(() => rmSync(folder, { recursive: true }));

const git = (args: readonly string[], env = {}) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
    ...{ cwd: folder, env: { ...process.env, ...env }, stdio: 'pipe' },
  });
function commit(text: string, day: string): void {
  writeFileSync(join(folder, 'Pulumi.production.yaml'), text);
  git(['add', '.']);
  const date = `${day}T12:00:00Z`;
  git(['commit', '--quiet', '-m', day], { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date });
}

test('the day of the commit that brought the host; none before it is committed; looked up once', async () => {
  commit('a.example', '2026-11-01');
  commit('a.example b.example', '2026-11-18');
  const dayOf = declaredDays(folder);
  expect(await dayOf('production', 'a.example')).toBe('2026-11-01');
  expect(await dayOf('production', 'b.example')).toBe('2026-11-18');
  expect(await dayOf('production', 'c.example')).toBeUndefined();
  commit('a.example b.example c.example', '2026-11-19');
  expect(await dayOf('production', 'c.example')).toBe('2026-11-19');
  rmSync(join(folder, '.git'), { recursive: true });
  expect(await dayOf('production', 'a.example')).toBe('2026-11-01');
  expect(await dayOf('staging', 'a.example')).toBeUndefined();
  // Another stack and another host, whose names are the same letters one after the other.
  expect(await dayOf('productiona', '.example')).toBeUndefined();
});
