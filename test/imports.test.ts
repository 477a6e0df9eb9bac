// Who may import whom: the rules that keep each room to its one concern, read from the code's own imports.
import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

interface Import {
  readonly file: string;
  /** A path from the root for our own files, else the package's or Node module's name. */
  readonly target: string;
  readonly typeOnly: boolean;
}

const IMPORT =
  /^\s*(?:import|export)\s(type\s)?[^;'"]*?(?:from\s*)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/gm;

function importsOf(pattern: string): Import[] {
  return globSync(pattern, { cwd: ROOT }).flatMap((file) => {
    const text = readFileSync(join(ROOT, file), 'utf8');
    return [...text.matchAll(IMPORT)].map(([, type, from, dynamic]) => {
      const target = from ?? dynamic ?? '';
      const own = target.startsWith('.') ? relative(ROOT, join(ROOT, file, '..', target)) : target;
      return { file, target: own, typeOnly: type !== undefined };
    });
  });
}

const violations = (pattern: string, forbidden: (one: Import) => boolean): string[] =>
  importsOf(pattern)
    .filter(forbidden)
    .map(({ file, target }) => `${file} imports ${target}`);

const NETWORK = /^(node:)?(net|dgram|dns|http|https|http2|tls)(\/|$)/;
const PULUMI = /^@pulumi\//;

describe('the plan is pure', () => {
  test.each(['infra/plan/**/*.ts', 'packages/custom-domains/src/preflight/rules/**/*.ts'])(
    '%s: no Pulumi, no network, no files',
    (room) => {
      expect(importsOf(room)).not.toEqual([]);
      expect(
        violations(room, ({ target }) => PULUMI.test(target) || NETWORK.test(target) || target === 'node:fs'),
      ).toEqual([]);
    },
  );
});

test('the service knows no infrastructure', () => {
  expect(importsOf('service/**/*.ts')).not.toEqual([]);
  expect(
    violations('service/**/*.ts', ({ target }) => target.startsWith('infra') || PULUMI.test(target)),
  ).toEqual([]);
});

test("only the config reader touches the engine's config", () => {
  const files = globSync('infra/**/*.ts', { cwd: ROOT }).filter((file) =>
    /new\s+(pulumi\.)?Config\(|\ballConfig\(/.test(readFileSync(join(ROOT, file), 'utf8')),
  );
  expect(files).toEqual(['infra/config/pulumi-config.ts']);
});

test('only the preflight reader and the local DNS server speak DNS', () => {
  const speakers = importsOf('infra/**/*.ts').filter(
    ({ target, typeOnly }) => target === 'dns-packet' && !typeOnly,
  );
  expect(speakers.length).toBeGreaterThan(0);
  const elsewhere = speakers.filter(({ file }) => !/^infra\/(preflight\/reader|local\/dns)\//.test(file));
  expect(elsewhere.map(({ file }) => file)).toEqual([]);
});

test('only the command line prints or exits', () => {
  const speaks = /\bconsole\.\w+\(|\bprocess\.(exit|exitCode|stdout|stderr)\b/;
  const speakers = globSync('infra/**/*.ts', { cwd: ROOT })
    // What the documentation site holds runs in a reader's browser, or is shown there.
    .filter((file) => !/^infra\/(cli|docs\/site)\//.test(file))
    .filter((file) => speaks.test(readFileSync(join(ROOT, file), 'utf8')));
  expect(speakers).toEqual([]);
});

test('nobody imports the command line, and the program knows nothing of the local cloud', () => {
  expect(
    violations(
      '{infra,service}/**/*.ts',
      ({ file, target }) => target.startsWith('infra/cli') && !file.startsWith('infra/cli'),
    ),
  ).toEqual([]);
  const program = 'infra/{api,docs,domains,dns,config,plan,preflight}/**/*.ts';
  expect(violations(program, ({ target }) => target.startsWith('infra/local'))).toEqual([]);
});

test("the program loads the resources that it declares, not the providers' packages whole", () => {
  // The indices of the two load hundreds of modules: a sixth of a preview's time.
  const whole = ({ target, typeOnly }: Import) => /^@pulumi\/(aws|cloudflare)$/.test(target) && !typeOnly;
  expect(violations('infra/**/*.ts', whole)).toEqual([]);
});
