// Which file may import which: the arrows of the architecture point down, and there is no circle.
import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  circles,
  filesOf,
  type Import,
  importsOf,
  isOwn,
  isWithin,
  loadedBy,
  manifestOf,
  packageOf,
  read,
  SOURCES,
  violations,
} from './imports/graph.ts';

const DOMAINS = 'packages/custom-domains/src';
const CLOUD = 'packages/local-cloud/src';
const CLIENT = 'packages/client/src';

/** The parts of the project that a folder may import, besides itself. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  service: [],
  [CLIENT]: [],
  [`${DOMAINS}/names`]: [],
  [`${DOMAINS}/authorities`]: [],
  [`${DOMAINS}/dns-hosts`]: ['names', 'authorities', 'output'].map((name) => `${DOMAINS}/${name}`),
  [`${DOMAINS}/dnssec`]: [`${DOMAINS}/names`],
  [`${DOMAINS}/output`]: [],
  [`${DOMAINS}/preflight`]: ['names', 'authorities', 'dns-hosts', 'dnssec', 'output'].map(
    (name) => `${DOMAINS}/${name}`,
  ),
  [`${DOMAINS}/takeover`]: ['names', 'dns-hosts', 'preflight'].map((name) => `${DOMAINS}/${name}`),
  [`${DOMAINS}/cli`]: ['names', 'authorities', 'dns-hosts', 'output', 'preflight', 'takeover'].map(
    (name) => `${DOMAINS}/${name}`,
  ),
  [`${DOMAINS}/components`]: ['names', 'dns-hosts', 'output', 'preflight'].map(
    (name) => `${DOMAINS}/${name}`,
  ),
  [CLOUD]: [`${DOMAINS}/names`],
  'infra/config': [DOMAINS, 'service/tables.ts'],
  'infra/plan': [DOMAINS, 'infra/config'],
  'infra/release': [DOMAINS, 'infra/plan'],
  'infra/iam': ['infra/plan'],
  'infra/monitoring': [DOMAINS, 'infra/iam', 'infra/plan', 'infra/config', 'service/checks/check.ts'],
  'infra/api': [
    DOMAINS,
    'infra/iam',
    'infra/monitoring',
    'infra/release',
    'infra/plan',
    'infra/config',
    'service/tables.ts',
  ],
  'infra/docs': [DOMAINS, 'infra/plan', 'infra/config'],
  'infra/hosts': [DOMAINS, 'infra/plan', 'infra/config'],
  infra: [
    DOMAINS,
    'service/build.ts',
    'service/checks/check.ts',
    'service/stability.ts',
    'service/tables.ts',
  ],
  cli: [DOMAINS, CLOUD, 'infra', 'service'],
};

describe('imports point down', () => {
  test.each(Object.entries(MAY_IMPORT))('%s', (folder, allowed) => {
    const isAllowed = (target: string) => [folder, ...allowed].some((place) => isWithin(target, place));
    expect(importsOf(`${folder}/**`)).not.toEqual([]);
    expect(violations(`${folder}/**`, (one) => isOwn(one) && !isAllowed(one.target))).toEqual([]);
  });

  test('every source file has a rule, but for the entries of custom-domains', () => {
    const hasRule = (file: string) => Object.keys(MAY_IMPORT).some((folder) => isWithin(file, folder));
    expect(filesOf(SOURCES).filter((file) => !hasRule(file))).toEqual([
      `${DOMAINS}/index.ts`,
      `${DOMAINS}/many-hosts.ts`,
    ]);
  });
});

describe('circles', () => {
  test('there is none of files', () => {
    const own = importsOf(SOURCES).filter(isOwn);
    expect(own.length).toBeGreaterThan(1_000);
    expect(circles(own.map(({ file, target }) => [file, target] as const))).toEqual([]);
  });

  test('there is none of the folders of the local cloud', () => {
    const folderOf = (file: string) => new RegExp(`^${CLOUD}/([\\w-]+)/`).exec(file)?.[1];
    const edges = importsOf(`${CLOUD}/**`).flatMap(({ file, target }) => {
      const [from, to] = [folderOf(file), folderOf(target)];
      return from === undefined || to === undefined || from === to ? [] : [[from, to] as const];
    });
    expect(edges.length).toBeGreaterThan(20);
    expect(circles(edges)).toEqual([]);
  });
});

describe('the borders of the packages', () => {
  const packages = [DOMAINS, CLOUD].map((source) => posix.dirname(source));

  test.each(packages)('%s is imported by its name, never by a path', (border) => {
    const crossing = importsOf(SOURCES).filter(
      ({ file, target }) => isWithin(target, border) && !isWithin(file, border),
    );
    expect(crossing).not.toEqual([]);
    expect(crossing.filter(({ specifier }) => specifier.startsWith('.'))).toEqual([]);
  });

  test.each([...packages, posix.dirname(CLIENT)])(
    '%s declares each package that it imports, and no other',
    (border) => {
      const { dependencies, peerDependencies } = manifestOf(border);
      const imported = new Set(importsOf(`${border}/src/**`).flatMap((one) => packageOf(one) ?? []));
      expect([...imported].sort()).toEqual(Object.keys({ ...dependencies, ...peerDependencies }).sort());
    },
  );

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

  test.each(['infra/plan', `${DOMAINS}/names`, `${DOMAINS}/preflight/rules`])(
    '%s: no Pulumi, no network, no files, in whatever it loads',
    (folder) => {
      const loaded = loadedBy(`${folder}/**/*.ts`);
      expect(loaded).not.toEqual([]);
      expect(loaded.filter((target) => FORBIDDEN.test(target))).toEqual([]);
    },
  );

  test('the service loads no Pulumi', () => {
    expect(loadedBy('service/**/*.ts').filter((target) => target.startsWith('@pulumi/'))).toEqual([]);
  });
});

describe('one place for each', () => {
  test("the engine's config is read in infra/config/pulumi-config.ts", () => {
    const reads = /new\s+(pulumi\.)?Config\(|\ballConfig\(/;
    const files = filesOf(SOURCES).filter((file) => reads.test(read(file)));
    expect(files).toEqual(['infra/config/pulumi-config.ts']);
  });

  test('DNS messages are read and written by dns-packet in the local DNS server alone', () => {
    const users = importsOf(SOURCES).filter(({ target, typeOnly }) => target === 'dns-packet' && !typeOnly);
    expect(new Set(users.map(({ file }) => posix.dirname(file)))).toEqual(new Set([`${CLOUD}/dns`]));
  });

  test('only the command line prints or exits', () => {
    const prints = /\bconsole\.\w+\(|\bprocess\.(exit|exitCode|stdout|stderr)\b/;
    const files = filesOf('{infra,packages/*/src}/**/*.ts')
      // The scripts and samples of the documentation site run in a reader's browser, or are shown there.
      .filter((file) => !isWithin(file, 'infra/docs/site') && !isWithin(file, `${DOMAINS}/cli`))
      // Of every command's streams: output that cannot be written ends the process.
      .filter((file) => file !== `${DOMAINS}/output/write-errors.ts`)
      .filter((file) => prints.test(read(file)));
    expect(files).toEqual([]);
  });

  test("the program loads the resources that it declares, not the providers' whole packages", () => {
    // The two indices load hundreds of modules: a sixth of a preview's time.
    const isWhole = ({ target, typeOnly }: Import) => /^@pulumi\/(aws|cloudflare)$/.test(target) && !typeOnly;
    expect(violations('{infra,packages/*/src}/**', isWhole)).toEqual([]);
  });
});
