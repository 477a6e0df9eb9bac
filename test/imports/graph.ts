// The imports of the project's sources, read from the files, and the questions that the rules ask of them.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, matchesGlob, posix, relative } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** Everything that is deployed, run or packed: no tests, no benches, no examples. */
export const SOURCES = '{service,cli,infra,packages/*/src}/**/*.{ts,js}';

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

const all: readonly Import[] = filesOf(SOURCES).flatMap((file) => {
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

/** The imports of the source files that the pattern matches. */
export function importsOf(pattern: string): Import[] {
  return all.filter(({ file }) => matchesGlob(file, pattern));
}

/** `FILE imports TARGET` for each import that the rule forbids. */
export function violations(pattern: string, forbidden: (one: Import) => boolean): string[] {
  return importsOf(pattern)
    .filter(forbidden)
    .map(({ file, target }) => `${file} imports ${target}`);
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
  if (typeof pattern === 'string') return posix.join(folder, pattern.replace('*', path ?? ''));
  throw new Error(`${specifier} is not exported by ${folder}/package.json`);
}

/** A file of the project, tests and benches included, and not an installed package. */
export const isOwn = ({ specifier }: Import): boolean => /^(\.|@petstore\/)/.test(specifier);

export const isWithin = (target: string, place: string): boolean =>
  target === place || target.startsWith(`${place}/`);

/** The name to install: `@pulumi/aws` of `@pulumi/aws/s3/bucket.js`; undefined for Node's own and our files. */
export function packageOf({ specifier }: Import): string | undefined {
  if (specifier.startsWith('.') || specifier.startsWith('node:')) return undefined;
  return /^(@[^/]+\/)?[^/]+/.exec(specifier)?.[0];
}

/** What a program loads at once that imports these files: every target that static value imports reach. */
export function loadedBy(pattern: string): string[] {
  const loaded = new Set<string>();
  const visit = (file: string): void => {
    for (const one of importsOf(file)) {
      if (one.typeOnly || one.lazy || loaded.has(one.target)) continue;
      loaded.add(one.target);
      if (isOwn(one)) visit(one.target);
    }
  };
  for (const file of filesOf(pattern)) visit(file);
  return [...loaded];
}

/** Each circle once, as `a → b → a`. */
export function circles(edges: Iterable<readonly [from: string, to: string]>): string[] {
  const next = new Map<string, Set<string>>();
  for (const [from, to] of edges) next.set(from, (next.get(from) ?? new Set()).add(to));
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (node: string, path: readonly string[]): void => {
    if (path.includes(node)) return void found.push([...path.slice(path.indexOf(node)), node].join(' → '));
    if (done.has(node)) return;
    for (const target of next.get(node) ?? []) visit(target, [...path, node]);
    done.add(node);
  };
  for (const node of next.keys()) visit(node, []);
  return found;
}
