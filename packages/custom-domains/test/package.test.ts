// What `npm pack` ships is whole: it has its types, its JavaScript runs, and nothing else is in it.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Packed, packProject } from './packed.ts';

/** A compiler runs in both, beside those of other suites. */
const LIMIT_MS = 90_000;

let packed: Packed;

beforeAll(async () => {
  packed = await packProject();
}, LIMIT_MS);

afterAll(() => packed?.remove());

test('has JavaScript and types, and no source or test', () => {
  const others = packed.files.filter((file) => !/^dist\/.+\.(js|d\.ts)$/.test(file));
  expect(others.sort()).toEqual(['README.md', 'package.json']);
});

test('each JavaScript file has its types beside it', () => {
  const script = packed.files.filter((file) => file.endsWith('.js'));
  expect(script).toContain('dist/index.js');
  const types = packed.files.filter((file) => file.endsWith('.d.ts'));
  expect(types.sort()).toEqual(script.map((file) => file.replace(/\.js$/, '.d.ts')).sort());
});

test('imports only what it ships and what it says that it depends on', () => {
  const imports = packed.files
    .filter((file) => file.endsWith('.js'))
    .flatMap((file) => [...packed.read(file).matchAll(/\b(?:from|import\() *'([^'.][^']*)'/g)])
    .map(([, name = '']) => name)
    .filter((name) => !name.startsWith('node:'));
  const names = new Set(imports.map((name) => name.match(/^(@[^/]+\/)?[^/]+/)?.[0]));
  expect([...names].sort()).toEqual([
    '@pulumi/aws',
    '@pulumi/cloudflare',
    '@pulumi/pulumi',
    'dns-packet',
    'tldts',
  ]);
  const { dependencies, peerDependencies } = packed.manifest;
  expect(Object.keys({ ...dependencies, ...peerDependencies }).sort()).toEqual([...names].sort());
  expect(Object.keys(dependencies)).toEqual(['dns-packet', 'tldts']);
});

const PROGRAM = `
import { Api } from '@pulumi/aws/apigatewayv2/api.js';
import { external, CustomHost, gatewayTarget, Preflight, redirectTarget } from '@petstore/custom-domains';
import type { DnsAdapter, Finding, HostRecord } from '@petstore/custom-domains';
import { cloudflareDns } from '@petstore/custom-domains/cloudflare';

const api = new Api('api', { protocolType: 'HTTP' });
const target = gatewayTarget({ apiId: api.id, stage: '$default' });
const dns: DnsAdapter = cloudflareDns({ name: 'example.com', zoneId: '0123' });
const host = new CustomHost('api.example.com', { dns, target, preflight: new Preflight() });
export const records: Promise<HostRecord[]> = new Promise((resolve) => host.records.apply(resolve));
export const moved = redirectTarget({ to: 'api.example.com', status: 308 });
export const code: Finding['severity'] = 'blocked';
`;

const WRONG = `
// @ts-expect-error a string is no boolean
external({ verified: 'yes' });
// @ts-expect-error whether there is a preflight is to be said
new CustomHost('a.example.com', { dns, target });
`;

test(
  'a program of another team type-checks against it, its declarations too; what is wrong is found',
  async () => {
    expect(await packed.check(`${PROGRAM}${WRONG}external({ verified: true });\n`)).toBe('');
  },
  LIMIT_MS,
);

test('plain Node imports it', async () => {
  const names = "console.log(Object.keys(await import('@petstore/custom-domains')).join(' '))";
  expect((await packed.run(names)).trim().split(' ').sort()).toEqual(
    [
      'BlockedError',
      'HostFailures',
      'COMMENT_LENGTH',
      'CustomHost',
      'Preflight',
      'ResolverError',
      'distributionTarget',
      'external',
      'gatewayTarget',
      'redirectTarget',
      'redirectFunctionCode',
      'route53Dns',
      'viewerArgs',
      'viewerHost',
    ].sort(),
  );
});

test('what it does not export cannot be imported', async () => {
  await expect(packed.run("await import('@petstore/custom-domains/dist/names/zone.js')")).rejects.toThrow(
    'ERR_PACKAGE_PATH_NOT_EXPORTED',
  );
});
