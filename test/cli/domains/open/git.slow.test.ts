// What the domains page reads from git: the day on which a host was declared, and the commands for a pull request.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { declaredDays } from '../../../../cli/domains/open/live/declared-on.ts';
import { productionFile } from '../harness.ts';
import { type OpenPage, openDomains, texts } from './harness.ts';

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
const write = (text: string) => writeFileSync(join(folder, 'Pulumi.production.yaml'), text);
function commit(text: string, day: string): void {
  write(text);
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

test('the pages: the day, the lines that differ from the last commit, and the commands while there are any', async () => {
  commit(productionFile, '2026-11-18');
  git(['remote', 'add', 'origin', 'https://git.example.test/petstore']);
  const page: OpenPage = await openDomains(folder, { resolver: '127.0.0.250:9', timeout: 0.05 });
  const host = 'new.petstore.example';
  const path = `/stacks/production/pull-request?verb=add&host=${host}`;
  const copied = (html: string) => texts(html, /<code class="copied">(.*?)<\/code>/g);
  try {
    const committed = (await page.send(path)).body;
    expect(committed).toContain('The file is as the last commit has it');
    expect(copied(committed)).toEqual([]);
    write(productionFile.replace(/- old.*/, `$&\n      - ${host}`));
    const { body } = await page.send(path);
    expect(copied(body)).toEqual([
      `git switch -c add-${host}`,
      `git commit -m &#39;Add ${host} (production)&#39; -- Pulumi.production.yaml`,
      `git push -u origin add-${host}`,
      'gh pr create --fill',
    ]);
    expect(texts(body, /class="line added">(.*?)<\/span>(?:<span class="line|<\/code>)/gs)).toEqual([
      `+ added:       - ${host}`,
    ]);
    await expect
      .poll(async () => (await page.send('/stacks/production/hosts/petstore.example')).body, {
        timeout: 10_000,
      })
      .toContain('<small>on 2026-11-18,</small>');
  } finally {
    await page.close();
  }
});
