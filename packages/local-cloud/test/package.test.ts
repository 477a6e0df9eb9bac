// Rules for the whole package: its dependencies, its independence of the program.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const sources = globSync('src/**/*.{ts,js}', { cwd: ROOT });
const tests = globSync('test/**/*.{ts,json}', { cwd: ROOT });

/** `@scope/name` or `name` of an import path. */
const packageOf = (path: string) => /^(@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? '';

it('depends on exactly what it imports', () => {
  const manifest = JSON.parse(read('package.json')) as { dependencies: Record<string, string> };
  const imported = sources
    .flatMap((file) => [...read(file).matchAll(/\bfrom '([^'.][^']*)'/g)])
    .map(([, path = '']) => path)
    .filter((path) => !path.startsWith('node:'))
    .map(packageOf);
  expect(Object.keys(manifest.dependencies).sort()).toEqual([...new Set(imported)].sort());
});

it('takes the versions that the project takes', () => {
  const own = JSON.parse(read('package.json')) as { dependencies: Record<string, string> };
  const root = JSON.parse(read('../../package.json')) as { dependencies: Record<string, string> };
  const shared = Object.keys(own.dependencies).filter((name) => name in root.dependencies);
  expect(shared.length).toBeGreaterThan(3);
  for (const name of shared) expect(own.dependencies[name], name).toBe(root.dependencies[name]);
});

it('its sources and tests name no program that uses it', () => {
  expect(sources.length).toBeGreaterThan(100);
  const naming = [...sources, ...tests].filter((file) =>
    /petstore|\.\.\/(cli|infra|service)\//i.test(read(file).replaceAll('@petstore/', '')),
  );
  expect(naming.filter((file) => file !== 'test/package.test.ts')).toEqual([]);
});
