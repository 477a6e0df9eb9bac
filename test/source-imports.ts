// What each file of the project imports: the graph that the rules on imports, and on who reviews what, are about.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, matchesGlob, posix, relative } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

/** Everything that is deployed, run or packed: no tests, no benches, no examples. */
export const SOURCES = '{service,cli,infra,packages/*/src}/**/*.{ts,js}';
/** What runs with credentials besides. */
const SCRIPTS = '{.github/scripts,examples/bootstrap}/**/*.ts';

export interface Import {
  readonly file: string;
  /** As it is written. */
  readonly specifier: string;
  /** A path from the root for the project's own files, else the package's or Node module's name. */
  readonly target: string;
  /** `import type`, which is erased: the module is not loaded. */
  readonly typeOnly: boolean;
  /** `import()`: the module is loaded only where the program asks for it. */
  readonly lazy: boolean;
}

interface Manifest {
  readonly exports?: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

const STATIC = /^\s*(?:import|export)\b(?:\s+(type)\b)?(?:[^;'"]*?\bfrom)?\s*['"]([^'"]+)['"]/gm;
const DYNAMIC = /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;

export function read(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}

export function filesOf(pattern: string): string[] {
  return globSync(pattern, { cwd: ROOT }).sort();
}

export function manifestOf(folder: string): Manifest {
  return JSON.parse(read(join(folder, 'package.json')));
}

const all: readonly Import[] = [SOURCES, SCRIPTS].flatMap(filesOf).flatMap((file) => {
  const text = read(file);
  const entry = (specifier: string, how: Pick<Import, 'typeOnly' | 'lazy'>): Import => {
    const target = specifier.startsWith('.')
      ? relative(ROOT, join(ROOT, dirname(file), specifier))
      : entryOf(specifier);
    return { file, specifier, target, ...how };
  };
  return [
    ...[...text.matchAll(STATIC)].map(([, type, from = '']) =>
      entry(from, { typeOnly: type !== undefined, lazy: false }),
    ),
    ...[...text.matchAll(DYNAMIC)].map(([, from = '']) => entry(from, { typeOnly: false, lazy: true })),
  ];
});

export const byFile = Map.groupBy(all, ({ file }) => file);

/** The imports of the source files that the pattern matches. */
export function importsOf(pattern: string): Import[] {
  return all.filter(({ file }) => matchesGlob(file, pattern));
}

/** The source file behind an entry of one of the two packages; any other name stays as it is. */
function entryOf(specifier: string): string {
  const [, name, path] = /^@petstore\/([\w-]+)(?:\/(.+))?$/.exec(specifier) ?? [];
  if (name === undefined) return specifier;
  const folder = `packages/${name}`;
  const { exports = {} } = manifestOf(folder);
  const subpath = path === undefined ? '.' : `./${path}`;
  const exported = exports[subpath];
  if (typeof exported === 'object') return posix.join(folder, exported['@petstore/source'] ?? '');
  const pattern = exports['./*'];
  if (typeof pattern === 'object')
    return posix.join(folder, pattern['@petstore/source']?.replace('*', path ?? '') ?? '');
  throw new Error(`${specifier} is not exported by ${folder}/package.json`);
}

/** A file of the project, tests and benches included, and not an installed package. */
export const isOwn = ({ specifier }: Import): boolean => /^(\.|@petstore\/)/.test(specifier);

/** What a program loads at once that imports these files: every target that static value imports reach. `lazy`: or later. */
export function loadedBy(files: readonly string[], { lazy = false } = {}): string[] {
  const loaded = new Set<string>();
  const visit = (file: string): void => {
    for (const one of byFile.get(file) ?? []) {
      if (one.typeOnly || (one.lazy && !lazy) || loaded.has(one.target)) continue;
      loaded.add(one.target);
      if (isOwn(one)) visit(one.target);
    }
  };
  for (const file of files) visit(file);
  return [...loaded];
}
