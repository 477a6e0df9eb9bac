// Which file may import which: the arrows of the architecture point down, and there is no circle.
import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  byFile,
  filesOf,
  type Import,
  importsOf,
  isOwn,
  loadedBy,
  manifestOf,
  read,
  SOURCES,
} from './source-imports.ts';

/** `FILE imports TARGET` for each import that the rule forbids. */
function violations(pattern: string, forbidden: (one: Import) => boolean): string[] {
  return importsOf(pattern)
    .filter(forbidden)
    .map(({ file, target }) => `${file} imports ${target}`);
}

const isWithin = (target: string, place: string): boolean =>
  target === place || target.startsWith(`${place}/`);

/** The name to install: `@pulumi/aws` of `@pulumi/aws/s3/bucket.js`; undefined for Node's own and our files. */
function packageOf({ specifier }: Import): string | undefined {
  if (specifier.startsWith('.') || specifier.startsWith('node:')) return undefined;
  return /^(@[^/]+\/)?[^/]+/.exec(specifier)?.[0];
}

const DOMAINS = 'packages/custom-domains/src';
const CLOUD = 'packages/local-cloud/src';
const CLIENT = 'packages/client/src';
const PROVIDER = 'packages/pulumi-custom-domains/src';

const within = (folder: string, ...names: readonly string[]) => names.map((name) => `${folder}/${name}`);

/** The parts of the project that a folder may import, besides itself. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  service: [`${DOMAINS}/preflight/reader/global-address.ts`],
  [CLIENT]: [],
  [`${DOMAINS}/names`]: [],
  [`${DOMAINS}/authorities`]: [],
  [`${DOMAINS}/dns-hosts`]: within(DOMAINS, 'names', 'authorities', 'output'),
  [`${DOMAINS}/dnssec`]: [`${DOMAINS}/names`],
  [`${DOMAINS}/output`]: [],
  [`${DOMAINS}/preflight`]: within(DOMAINS, 'names', 'authorities', 'dns-hosts', 'dnssec', 'output'),
  [`${DOMAINS}/takeover`]: within(DOMAINS, 'names', 'dns-hosts', 'preflight'),
  [`${DOMAINS}/cli`]: within(DOMAINS, 'names', 'authorities', 'dns-hosts', 'output', 'preflight', 'takeover'),
  [`${DOMAINS}/components`]: within(DOMAINS, 'names', 'dns-hosts', 'output', 'preflight'),
  [PROVIDER]: [DOMAINS, `${CLOUD}/provider/own-connections.ts`],
  [CLOUD]: [`${DOMAINS}/names`],
  'infra/config': [DOMAINS, 'service/tables.ts'],
  'infra/plan': [DOMAINS, 'infra/config'],
  'infra/rights': [],
  'infra/release': [DOMAINS, 'infra/plan'],
  'infra/iam': [DOMAINS, 'infra/plan', 'infra/config', 'infra/rights'],
  'infra/monitoring': [DOMAINS, 'infra/iam', 'infra/plan', 'infra/config', 'service/checks/check.ts'],
  'infra/api': [
    ...[DOMAINS, ...within('infra', 'iam', 'monitoring', 'release', 'plan', 'config', 'rights')],
    'service/tables.ts',
  ],
  'infra/docs': [DOMAINS, 'infra/plan', 'infra/config'],
  'infra/hosts': [DOMAINS, 'infra/monitoring', 'infra/plan', 'infra/config'],
  infra: [DOMAINS, ...within('service', 'build.ts', 'checks/check.ts', 'stability.ts', 'tables.ts')],
  cli: [DOMAINS, CLOUD, 'infra', 'service'],
};

describe('imports point down', () => {
  test.each(Object.entries(MAY_IMPORT))('%s', (folder, allowed) => {
    const isAllowed = (target: string) => [folder, ...allowed].some((place) => isWithin(target, place));
    expect(filesOf(`${folder}/**`)).not.toEqual([]);
    expect(violations(`${folder}/**`, (one) => isOwn(one) && !isAllowed(one.target))).toEqual([]);
  });

  test('every source file has a rule, but for the entries of custom-domains', () => {
    const hasRule = (file: string) => Object.keys(MAY_IMPORT).some((folder) => isWithin(file, folder));
    expect(filesOf(SOURCES).filter((file) => !hasRule(file))).toEqual([
      `${DOMAINS}/index.ts`,
      `${DOMAINS}/many-hosts.ts`,
      `${DOMAINS}/state.ts`,
    ]);
  });
});

test('there is no circle', () => {
  expect(byFile.size).toBeGreaterThan(300);
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) expect.unreachable([...path, file].join(' → '));
    if (done.has(file)) return;
    for (const one of byFile.get(file) ?? []) if (isOwn(one)) visit(one.target, [...path, file]);
    done.add(file);
  };
  for (const file of byFile.keys()) visit(file, []);
});

test('the local stack and the commands about domains do not import each other', () => {
  expect(violations('cli/local/**', ({ target }) => isWithin(target, 'cli/domains'))).toEqual([]);
  expect(violations('cli/domains/**', ({ target }) => isWithin(target, 'cli/local'))).toEqual([]);
});

describe('the borders of the packages', () => {
  const packages = [DOMAINS, CLOUD].map((source) => posix.dirname(source));

  test.each(packages)('%s is imported by its name, never by a path', (border) => {
    const isCrossing = ({ file, target }: Import) => isWithin(target, border) && !isWithin(file, border);
    const crossing = importsOf(SOURCES).filter(isCrossing);
    expect(crossing).not.toEqual([]);
    expect(crossing.filter(({ specifier }) => specifier.startsWith('.'))).toEqual([]);
  });

  test.each([...packages, posix.dirname(CLIENT)])('%s declares exactly what it imports', (border) => {
    const { dependencies, peerDependencies } = manifestOf(border);
    const imported = new Set(importsOf(`${border}/src/**`).flatMap((one) => packageOf(one) ?? []));
    expect([...imported].sort()).toEqual(Object.keys({ ...dependencies, ...peerDependencies }).sort());
  });

  test('the provider, whose archive has custom-domains and its dependencies in it, declares its peers', () => {
    const { peerDependencies } = manifestOf(posix.dirname(DOMAINS));
    expect(manifestOf(posix.dirname(PROVIDER)).dependencies).toEqual(peerDependencies);
  });

  test('the local cloud does not name petstore', () => {
    const files = filesOf(`${CLOUD}/**/*.{ts,js}`);
    expect(files.length).toBeGreaterThan(100);
    expect(files.filter((file) => /petstore/i.test(read(file).replaceAll('@petstore/', '')))).toEqual([]);
  });

  test('a program without Cloudflare does not load its provider', () => {
    const isCloudflare = ({ target, lazy }: Import) =>
      !lazy && (target.startsWith('@pulumi/cloudflare') || target.endsWith('/cloudflare/records.ts'));
    const adapter = `${DOMAINS}/dns-hosts/cloudflare`;
    const importers = importsOf(`${DOMAINS}/**`)
      .filter(isCloudflare)
      .map(({ file }) => posix.dirname(file));
    expect([...new Set(importers)]).toEqual([adapter]);
  });
});

describe('what decides loads no cloud and no network', () => {
  const FORBIDDEN = /^@pulumi\/|^(node:)?(net|dgram|dns|http|https|http2|tls|fs)(\/|$)/;

  const DECIDING = ['infra/plan', `${DOMAINS}/names`, `${DOMAINS}/preflight/rules`];
  test.each(DECIDING)('%s: no Pulumi, no network, no files, in whatever it loads', (folder) => {
    const loaded = loadedBy(filesOf(`${folder}/**/*.ts`));
    expect(loaded).not.toEqual([]);
    expect(loaded.filter((target) => FORBIDDEN.test(target))).toEqual([]);
  });

  test('the client loads nothing of Node: it runs in browsers too', () => {
    expect(importsOf(`${CLIENT}/**`).filter(({ specifier }) => specifier.startsWith('node:'))).toEqual([]);
  });

  test.each(['service/**/*.ts', 'cli/domains/main.ts'])('%s loads no Pulumi', (files) => {
    expect(loadedBy(filesOf(files)).filter((target) => target.startsWith('@pulumi/'))).toEqual([]);
  });
});

describe('one place for each', () => {
  test("the engine's config is read in one file of the program, and in one of the provider", () => {
    const reads = /new\s+(pulumi\.)?Config\(|\ballConfig\(/;
    const files = filesOf(SOURCES).filter((file) => reads.test(read(file)));
    expect(files).toEqual(['infra/config/pulumi-config.ts', `${PROVIDER}/run.ts`]);
  });

  test('DNS messages are read and written by dns-packet in the local DNS server alone', () => {
    const users = importsOf(SOURCES).filter(({ target, typeOnly }) => target === 'dns-packet' && !typeOnly);
    expect(new Set(users.map(({ file }) => posix.dirname(file)))).toEqual(new Set([`${CLOUD}/dns`]));
  });

  test("the program loads the resources that it declares, not the providers' whole packages", () => {
    // The two indices load hundreds of modules: a sixth of a preview's time.
    const isWhole = ({ target, typeOnly }: Import) => /^@pulumi\/(aws|cloudflare)$/.test(target) && !typeOnly;
    expect(violations('{infra,packages/*/src}/**', isWhole)).toEqual([]);
  });
});
