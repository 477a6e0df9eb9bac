// Every code has its entry in docs/findings.md and a rule, and every entry is a code.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const docs = read('docs/findings.md');

const codes = [
  ...read('packages/custom-domains/src/preflight/finding.ts').matchAll(/^ {2}\| '([a-z-]+)'/gm),
].map(([, code]) => code);
const entries = docs.split(/^### /m).slice(1);

test('codes and entries are the same', () => {
  expect(codes.length).toBeGreaterThan(15);
  const titles = entries.map((entry) => entry.split('\n')[0]);
  expect(titles.sort(), 'the entries of docs/findings.md').toEqual([...codes].sort());
});

test('each entry has its fix, except the one of a host that is configured already', () => {
  const without = entries.filter((entry) => !entry.includes('**Fix**: '));
  expect(without.map((entry) => entry.split('\n')[0])).toEqual(['already-configured']);
});

test('each code is in a rule', () => {
  const sources = ['preflight/rules', 'preflight/renewal', 'takeover'];
  const rules = sources.map((folder) => textOf(`packages/custom-domains/src/${folder}`)).join('\n');
  expect(codes.filter((code) => !rules.includes(`'${code}'`))).toEqual([]);
});

/** The text of every file in a folder and below, the golden ones too. */
function textOf(folder: string): string {
  const files = readdirSync(join(root, folder), { recursive: true, withFileTypes: true });
  return files
    .filter((entry) => entry.isFile() && /\.(ts|txt)$/.test(entry.name))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n');
}
