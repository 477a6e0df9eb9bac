// A copy of the checkout in a temporary folder: mutants never touch the sources that a person edits.
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
/** The workspaces: their links have to lead into the copy, or every test would load the unchanged sources. */
const WORKSPACES = '@petstore';

/** What Git tracks, and new files that it does not ignore. `remove` deletes the copy. */
export function copyCheckout(): { root: string; remove(): void } {
  const root = mkdtempSync(join(realpathSync(tmpdir()), 'petstore-mutants-'));
  const list = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const files = list.split('\0').filter((file) => file !== '' && existsSync(join(ROOT, file)));
  for (const file of files) cpSync(join(ROOT, file), join(root, file));
  linkModules(join(ROOT, 'node_modules'), join(root, 'node_modules'));
  return { root, remove: () => rmSync(root, { recursive: true, force: true, maxRetries: 3 }) };
}

function linkModules(from: string, to: string): void {
  mkdirSync(to);
  // Caches (`.vite`, `.vitest-cache`) stay the copy's own.
  const shared = readdirSync(from).filter((name) => name === '.bin' || !name.startsWith('.'));
  for (const name of shared.filter((name) => name !== WORKSPACES))
    symlinkSync(join(from, name), join(to, name));
  cpSync(join(from, WORKSPACES), join(to, WORKSPACES), { recursive: true, verbatimSymlinks: true });
}
