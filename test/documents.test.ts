// The documents name files and headings that exist.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { OLDEST_PULUMI } from '../cli/domains/doctor/doctor.ts';

const ROOT = join(import.meta.dirname, '..');
const NESTED = '{bench,examples/*,packages/pulumi-custom-domains}/README.md';
const DOCUMENTS = globSync(['{,docs/}*.md', NESTED], { cwd: ROOT });
const TOP = 'service|infra|cli|packages|test|examples|bench|docs|\\.github';
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

test('the documents are found', () => {
  expect(DOCUMENTS.length).toBeGreaterThan(15);
});

describe.each(DOCUMENTS)('%s', (document) => {
  const text = read(document);

  test('the files and folders that it names exist', () => {
    const paths = new RegExp(`(?<![\\w/.-])(?:${TOP})/[\\w./-]*[\\w/]`, 'g');
    const named = [...text.matchAll(paths)].map(([path]) => path);
    // Commands write these.
    const written = /^(bench\/results\.json|examples\/bootstrap\/Pulumi\.(staging|production)\.yaml)$/;
    expect(named.filter((path) => !written.test(path) && !existsSync(join(ROOT, path)))).toEqual([]);
  });

  test('its links lead to files and headings that exist', () => {
    const links = [...text.matchAll(/\]\((?!https?:)([^)#]*)(?:#([\w-]+))?\)/g)];
    const broken = links.filter(([, path = '', heading]) => {
      const file = path === '' ? document : join(document, '..', path);
      return !existsSync(join(ROOT, file)) || (heading !== undefined && !headingsOf(read(file)).has(heading));
    });
    expect(broken.map(([link]) => link)).toEqual([]);
  });
});

test('each name that CONTRIBUTING.md places in a file is declared there', () => {
  const places = [...read('CONTRIBUTING.md').matchAll(/`(\w+)`(?: and `(\w+)`)? in\s`([\w./-]+\.ts)`/g)];
  expect(places.length).toBeGreaterThan(4);
  for (const [, first, second = first, file = ''] of places)
    for (const name of [first, second])
      expect(read(file), file).toMatch(new RegExp(`^(export )?(const|function) ${name}\\b`, 'm'));
});

test('a first deployment needs the Pulumi CLI that `domains doctor` asks for', () => {
  expect(read('docs/first-deployment.md')).toContain(`, ${OLDEST_PULUMI} or later`);
});

/** As GitHub links them. */
function headingsOf(text: string): Set<string> {
  const titles = [...text.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) => title.toLowerCase());
  return new Set(titles.map((title) => title.replace(/[^\w -]/g, '').replaceAll(' ', '-')));
}

test('each promise of SECURITY.md names a test with cases', () => {
  const rows = read('SECURITY.md').match(/^\| (?!what is promised).*\|$/gm) ?? [];
  expect(rows.length).toBeGreaterThan(40);
  for (const row of rows) {
    const files = [...row.matchAll(/`((?:test|packages)\/\S+\.test\.ts)`/g)].map(([, file = '']) => file);
    expect(files, row).not.toEqual([]);
    for (const file of files) expect(read(file), row).toMatch(/\b(test|it)[.(]/);
  }
});

test('each documented or printed `npx` runs what is installed: npm asks the registry for any other name', () => {
  const pattern = '{*.md,{docs,bench,examples,.github,service,cli,infra,packages}/**/*.{md,ts,js,yml}}';
  const files = globSync(pattern, { cwd: ROOT, exclude: ['**/node_modules/**', 'packages/*/test/**'] });
  const uses = files.flatMap((file) => read(file).match(/\bnpx (?=[-\w@$])[^\n]{0,20}/g) ?? []);
  expect(uses.length).toBeGreaterThan(10);
  // Of vitest. `-c` looks on the path, and `--no` downloads nothing; without the `--`, npm takes the options of what it runs.
  expect(uses.filter((use) => !/^npx (-c '|--no -- |vitest )/.test(use))).toEqual([]);
});
