// Who may import whom, read from the code's own imports: the architecture's arrows point down, and there is no circle.
import { globSync, readFileSync } from 'node:fs';
import { join, posix, relative } from 'node:path';
import { describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const DOMAINS = 'packages/custom-domains/src';
const CLOUD = 'packages/local-cloud/src';

interface Import {
  readonly file: string;
  /** A path from the root for our own files, else the package's or Node module's name. */
  readonly target: string;
  readonly typeOnly: boolean;
  /** By `import()`: loaded where the program needs it. */
  readonly lazy: boolean;
}

const IMPORT =
  /^\s*(?:import|export)\s(type\s)?[^;'"]*?(?:from\s*)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/gm;

/** Entries of the two packages as the files behind them. */
function fileOf(target: string): string {
  const [, name, path = ''] = /^@petstore\/([\w-]+)(?:\/(.*))?$/.exec(target) ?? [];
  if (name === undefined) return target;
  const { exports } = JSON.parse(readFileSync(join(ROOT, `packages/${name}/package.json`), 'utf8')) as {
    exports: Record<string, string | Record<string, string>>;
  };
  const folder = posix.dirname(path);
  const found = exports[path === '' ? '.' : `./${path}`] ?? exports[`./${folder}/*`] ?? `./src/${path}.ts`;
  return posix.join(
    `packages/${name}`,
    (typeof found === 'string' ? found : (found['@petstore/source'] ?? '')).replace(
      '*',
      posix.basename(path),
    ),
  );
}

function importsOf(pattern: string): Import[] {
  return globSync(pattern, { cwd: ROOT }).flatMap((file) => {
    const text = readFileSync(join(ROOT, file), 'utf8');
    return [...text.matchAll(IMPORT)].map(([, type, from, dynamic]) => {
      const target = from ?? dynamic ?? '';
      const own = target.startsWith('.') ? relative(ROOT, join(ROOT, file, '..', target)) : fileOf(target);
      return { file, target: own, typeOnly: type !== undefined, lazy: dynamic !== undefined };
    });
  });
}

const violations = (pattern: string, forbidden: (one: Import) => boolean): string[] =>
  importsOf(pattern)
    .filter(forbidden)
    .map(({ file, target }) => `${file} imports ${target}`);

const isOwn = (target: string): boolean => /^(infra|cli|service|packages)\//.test(target);

/** From a folder to what it may import of the project, besides itself. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  service: [],
  [`${DOMAINS}/names`]: [],
  [`${DOMAINS}/dns-hosts`]: [`${DOMAINS}/names`],
  [`${DOMAINS}/preflight`]: [`${DOMAINS}/names`, `${DOMAINS}/dns-hosts`],
  [`${DOMAINS}/components`]: [`${DOMAINS}/names`, `${DOMAINS}/dns-hosts`, `${DOMAINS}/preflight`],
  [CLOUD]: [`${DOMAINS}/names`],
  'infra/config': [DOMAINS, 'service/tables.ts'],
  'infra/plan': [DOMAINS, 'infra/config'],
  'infra/api': [DOMAINS, 'infra/plan', 'infra/config', 'service/tables.ts'],
  'infra/docs': [DOMAINS, 'infra/plan', 'infra/config'],
  'infra/hosts': [DOMAINS, 'infra/plan', 'infra/config'],
  infra: [DOMAINS, 'service/build.ts', 'service/tables.ts'],
  cli: [DOMAINS, CLOUD, 'infra', 'service'],
};

describe('arrows point down', () => {
  test.each(Object.entries(MAY_IMPORT))('%s', (folder, allowed) => {
    const imports = importsOf(`${folder}/**/*.{ts,js}`).filter(({ target }) => isOwn(target));
    const within = (target: string, place: string) => target === place || target.startsWith(`${place}/`);
    const up = imports.filter(({ target }) => ![folder, ...allowed].some((place) => within(target, place)));
    expect(up.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
  });

  test('every folder of sources has its rule', () => {
    const files = globSync(`{service,cli,infra,packages/*/src}/**/*.ts`, { cwd: ROOT });
    const ruled = (file: string) => Object.keys(MAY_IMPORT).some((folder) => file.startsWith(`${folder}/`));
    const entries = files.filter((file) => !ruled(file));
    expect(entries).toEqual([`${DOMAINS}/index.ts`, `${DOMAINS}/many-hosts.ts`]);
  });

  test("a package's border is crossed by its name alone", () => {
    const crossing = ({ file, target }: Import) => {
      const [border] = /^packages\/[\w-]+/.exec(target) ?? [];
      return border !== undefined && !file.startsWith(`${border}/`);
    };
    const text = (file: string) => readFileSync(join(ROOT, file), 'utf8');
    const files = importsOf('{service,cli,infra,packages/*/src}/**/*.ts').filter(crossing);
    expect(files.length).toBeGreaterThan(20);
    expect(files.filter(({ file }) => /from '(\.\.\/)+packages\//.test(text(file)))).toEqual([]);
  });
});

test('there is no circle of files', () => {
  const edges = new Map<string, string[]>();
  for (const { file, target } of importsOf('{service,cli,infra,packages/*/src}/**/*.{ts,js}')) {
    if (isOwn(target)) edges.set(file, [...(edges.get(file) ?? []), target]);
  }
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (file: string, way: readonly string[]): void => {
    if (way.includes(file)) return void circles.push([...way.slice(way.indexOf(file)), file].join(' → '));
    if (done.has(file)) return;
    for (const next of edges.get(file) ?? []) visit(next, [...way, file]);
    done.add(file);
  };
  for (const file of edges.keys()) visit(file, []);
  expect(circles).toEqual([]);
});

test('there is no circle of services in the local cloud', () => {
  const folderOf = (file: string) => /src\/([\w-]+)\//.exec(file)?.[1];
  const edges = new Set<string>();
  for (const { file, target } of importsOf(`${CLOUD}/*/*.{ts,js}`)) {
    const [from, to] = [folderOf(file), target.startsWith(CLOUD) ? folderOf(target) : undefined];
    if (from !== undefined && to !== undefined && from !== to) edges.add(`${from} → ${to}`);
  }
  expect(edges.size).toBeGreaterThan(5);
  const both = [...edges].filter((edge) => edges.has(edge.split(' → ').reverse().join(' → ')));
  expect(both).toEqual([]);
});

const NETWORK = /^(node:)?(net|dgram|dns|http|https|http2|tls)(\/|$)/;
const PULUMI = /^@pulumi\//;

describe('what is decided needs no cloud and no network', () => {
  test.each(['infra/plan/**/*.ts', `${DOMAINS}/names/*.ts`, `${DOMAINS}/preflight/rules/**/*.ts`])(
    '%s: no Pulumi, no network, no files',
    (folder) => {
      expect(importsOf(folder)).not.toEqual([]);
      expect(
        violations(
          folder,
          ({ target }) => PULUMI.test(target) || NETWORK.test(target) || target === 'node:fs',
        ),
      ).toEqual([]);
    },
  );
});

test('the service knows no Pulumi', () => {
  expect(violations('service/**/*.ts', ({ target }) => PULUMI.test(target))).toEqual([]);
});

test('the local cloud knows nothing of petstore', () => {
  const files = globSync(`${CLOUD}/**/*.{ts,js}`, { cwd: ROOT });
  expect(files.length).toBeGreaterThan(100);
  const naming = files.filter((file) =>
    /petstore/i.test(readFileSync(join(ROOT, file), 'utf8').replaceAll('@petstore/', '')),
  );
  expect(naming).toEqual([]);
});

describe("a DNS host's SDK is loaded by the programs that have a zone there", () => {
  const eager = ({ lazy, typeOnly }: Import) => !lazy && !typeOnly;

  test('descriptors and their list import no Pulumi', () => {
    const files = importsOf(`${DOMAINS}/dns-hosts/{list.ts,*/descriptor.ts}`).filter(eager);
    expect(files.length).toBeGreaterThan(5);
    const pulumi = ({ target }: Import) => PULUMI.test(target) || target.endsWith('/records.ts');
    expect(files.filter(pulumi)).toEqual([]);
  });

  test('nothing but its own records imports Cloudflare', () => {
    const records = `${DOMAINS}/dns-hosts/cloudflare/records.ts`;
    const others = importsOf(`${DOMAINS}/**/*.ts`).filter((one) => one.file !== records && !one.lazy);
    const cloudflare = ({ target }: Import) => target.startsWith('@pulumi/cloudflare') || target === records;
    expect(others.filter(cloudflare)).toEqual([]);
  });
});

test("only the config reader touches the engine's config", () => {
  const files = globSync('{infra,packages/*/src}/**/*.ts', { cwd: ROOT }).filter((file) =>
    /new\s+(pulumi\.)?Config\(|\ballConfig\(/.test(readFileSync(join(ROOT, file), 'utf8')),
  );
  expect(files).toEqual(['infra/config/pulumi-config.ts']);
});

test('only the preflight reader and the local DNS server speak DNS', () => {
  const speakers = importsOf('{infra,cli,packages/*/src}/**/*.ts').filter(
    ({ target, typeOnly }) => target === 'dns-packet' && !typeOnly,
  );
  const folders = new Set(speakers.map(({ file }) => posix.dirname(file)));
  expect([...folders].sort()).toEqual([`${DOMAINS}/preflight/reader`, `${CLOUD}/dns`]);
});

test('only the command line prints or exits', () => {
  const speaks = /\bconsole\.\w+\(|\bprocess\.(exit|exitCode|stdout|stderr)\b/;
  const speakers = globSync('{infra,packages/*/src}/**/*.ts', { cwd: ROOT })
    // What the documentation site holds runs in a reader's browser, or is shown there.
    .filter((file) => !file.startsWith('infra/docs/site/'))
    .filter((file) => speaks.test(readFileSync(join(ROOT, file), 'utf8')));
  expect(speakers).toEqual([]);
});

test("the program loads the resources that it declares, not the providers' packages whole", () => {
  // The indices of the two load hundreds of modules: a sixth of a preview's time.
  const whole = ({ target, typeOnly }: Import) => /^@pulumi\/(aws|cloudflare)$/.test(target) && !typeOnly;
  expect(violations('{infra,packages/*/src}/**/*.ts', whole)).toEqual([]);
});
