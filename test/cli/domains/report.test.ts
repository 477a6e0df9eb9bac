// `domains report`: a pull request's change, live DNS and a preview to one comment, and its exit statuses; and the parts of the comment:
// what a preview says, the resources that it changes, and the bound on the length.
import { join } from 'node:path';
import { COMMENT_MARKER, md } from '@petstore/custom-domains/output';
import { beforeEach, describe, expect, test } from 'vitest';
import { comment } from '../../../cli/domains/formats/markdown.ts';
import type { Preview, ResourceChange } from '../../../cli/domains/report/preview.ts';
import { readPreview, resourceBlocks } from '../../../cli/domains/report/preview.ts';
import { fixtureForEach, healthyInternet, productionFile, stagingFile } from './harness.ts';
import { deployedAs, previewJson, type Step } from './preview.ts';

const FILE = 'Pulumi.production.yaml';
const WWW = 'www.petstore.example';
const withWww = `${productionFile}      - ${WWW}\n`;
const target = 'd111111abcdef8.cloudfront.net';

/** One of each: a host that is ready, one that is blocked, one that becomes a redirect, one that goes. */
const after = withWww
  .replace(`      - old.petstore.example\n      - ${WWW}\n`, '      - docs.petstore.dev\n')
  .replace('primary: api.petstore.example\n', '$&    domains: [api2.petstore.dev]\n')
  .concat(`    redirects:\n      - { from: ${WWW}, to: petstore.example, status: 301 }\n`);

const internet = {
  'petstore.example': {
    on: ['127.0.0.21', '127.0.0.22'],
    records: [`${WWW} 3600 CNAME ${target}`, `_v.${WWW} 3600 CNAME _x.acm-validations.aws`],
  },
  'petstore.dev': { on: ['127.0.0.23'], records: ['api2.petstore.dev 600 A 192.0.2.1'] },
  'cloudfront.net': { on: ['127.0.0.28'], records: [`${target} A 192.0.2.9`] },
};

const fixture = fixtureForEach({ [FILE]: withWww });
beforeEach(async () => {
  fixture.commit();
  await fixture.serve(healthyInternet);
});

function read(text: string): Preview {
  fixture.write('preview.json', text);
  return readPreview(join(fixture.folder, 'preview.json'), 'staging');
}
const linesOf = ({ changes }: { readonly changes: readonly ResourceChange[] }) =>
  changes.map(({ operation, type, name, properties }) => [operation, type, name, ...properties].join(' '));
const changes = (...steps: Step[]) => linesOf(read(previewJson({ stack: 'staging', hosts: {}, steps })));

describe('a preview', () => {
  // Steps of `pulumi preview --json` 3.259 against the local cloud, without the inputs and outputs not read here.
  test('as the real engine wrote it', () => {
    const preview = readPreview(join(import.meta.dirname, '../../golden/domains/preview.json'), 'local');
    const other = 'other.petstore.localhost';
    expect(linesOf(preview)).toEqual([
      'update lambda.Function api-function memorySize',
      `create CustomHost ${other}`,
      `create cloudflare.DnsRecord ${other}-route`,
      'delete acm.Certificate api.pets.localhost-certificate',
    ]);
    expect(preview).toMatchObject({ unchanged: 66, errors: [], warnings: [] });
    expect(preview.deployed?.get('petstore.localhost')?.records.map(({ purpose }) => purpose)).toEqual([
      ...['validation', 'routing'],
    ]);
  });

  test('steps become changes: a replacement is one, reads and refreshes are not changes', () => {
    const table = 'aws:dynamodb/table:Table';
    const replace = { type: table, name: 'pets' };
    const diff = { 'tags["a"]': { kind: 'add', inputDiff: true }, name: { kind: 'update', inputDiff: true } };
    expect(
      changes(
        { op: 'refresh', type: table, name: 'pets' },
        { op: 'create-replacement', ...replace, diff },
        { op: 'replace', ...replace, diff },
        { op: 'delete-replaced', ...replace },
        { op: 'read', type: 'aws:route53/zone:Zone', name: 'zone' },
        { op: 'same', type: table, name: 'keys' },
        { op: 'import', type: 'cloudflare:index/dnsRecord:DnsRecord', name: 'a::b' },
        { op: 'delete', type: 'petstore:domains:CustomHost$petstore:docs:Site', name: 'docs' },
      ),
    ).toEqual([
      'replace dynamodb.Table pets tags name',
      'import cloudflare.DnsRecord a::b',
      'delete Site docs',
    ]);
  });

  const own = deployedAs('docs', 'domain', 'a.test', 'ISSUED', 'd.test');
  const early =
    '{"steps":[{"op":"same","urn":"urn:pulumi:staging::b::pulumi:pulumi:Stack::b-a","oldState":{}}]}';
  test.each<[string, string, string[] | undefined]>([
    ['some hosts', previewJson({ stack: 'staging', hosts: { 'a.test': own } }), ['a.test']],
    ['not known, of a stack without outputs', early, undefined],
    ['not known, after an error', '{"diagnostics":[{"message":"no stack","severity":"error"}]}', undefined],
  ])('what is deployed: %s', (_, text, hosts) => {
    const { deployed, unchanged } = read(text);
    expect(deployed && [...deployed.keys()]).toEqual(hosts);
    expect(unchanged).toBe(text.includes('changeSummary') ? 30 : 0);
  });

  test.each([
    ['{}'],
    ['{"steps":[],"diagnostics":[{"message":"a","severity":"warning"}]}'],
    ['{"steps":'],
    [previewJson({ stack: 'production', hosts: {} })],
  ])('another file, or the preview of another stack, is not one without a change: %s', (text) => {
    expect(read(text).errors).toHaveLength(1);
  });
});

test('findings of hosts that the report shows are not repeated; other messages are', () => {
  const left = ['a.test is left out', 'b.test is left out'];
  const warnings = [...left, 'a.test\n  wildcard-hidden', '``` deprecated'];
  const preview: Preview = {
    changes: [{ operation: 'create', type: 'route53.Record', name: 'route', properties: [] }],
    ...{ unchanged: 3, errors: ['error: preview failed'] },
    warnings: warnings.map((text) => `warning: ${text}`),
  };
  const blocks = resourceBlocks('staging', preview, new Set(['a.test']));
  const text = blocks.map((block) => String(block.text)).join('\n');
  expect(text).not.toMatch(/a\.test|error: preview failed/);
  expect(text).toMatch(/b\.test is left out[\s\S]*warning: ``` deprecated\n````/);
});

test('the length of a comment is limited: what does not fit is left out and counted, what is always shown stays', () => {
  const block = (length: number, always = false) => ({ text: md`${'x'.repeat(length)}`, always });
  const text = String(comment([...Array.from({ length: 40 }, () => block(5_000)), block(6_000, true)]));
  expect(text.length).toBeLessThanOrEqual(65_536);
  expect(text.startsWith(`${COMMENT_MARKER}\n\n`)).toBe(true);
  expect(text.match(/x{5000}/g)).toHaveLength(12); // of 11 hosts, and of the block that is always shown
  expect(text.split('\n\n').at(-2)).toBe('x'.repeat(6_000));
  expect(text).toContain('29 of its parts are left out');
});

const report = (...args: string[]) => fixture.run('report', '--base', 'base', ...args);
const headings = (out: string) => out.split('\n').filter((line) => line.startsWith('#'));

test('nothing changed: 0, and one line for each stack, by name, without the local one', async () => {
  fixture.write('Pulumi.staging.yaml', stagingFile);
  fixture.write('Pulumi.local.yaml', productionFile);
  fixture.commit();
  const { status, out } = await report();
  const expected = ['### Domains of production: no change', '### Domains of staging: no change'];
  expect([status, headings(out)]).toEqual([0, expected]);
});

test('a host that could not be read: 3', async () => {
  fixture.write(FILE, '{}');
  fixture.commit();
  fixture.write(FILE, productionFile.replace(/ {2}petstore:docs:.*/s, ''));
  await fixture.serve(healthyInternet, ({ server }) => (server === '127.0.0.1' ? [] : undefined));
  const { status, out } = await report();
  expect([status, headings(out)[0]]).toEqual([3, '### Domains of production: 1 added, **1 not read**']);
});

test.each<[what: string, status: number, staging: string, args: string[]]>([
  ['a preview that is missing', 3, stagingFile, ['--preview', 'staging=none.json']],
  ['a preview that stopped', 3, stagingFile, ['--preview', 'staging=stopped.json']],
  ['beside it, a blocked host elsewhere', 1, stagingFile, ['blocked', '--preview', 'staging=none.json']],
  ['beside both, a config with problems', 2, stagingFile.replace('pro\n', 'pros\n'), ['blocked']],
  ['a whole preview, whose file has an equals sign', 0, stagingFile, ['--preview', 'production=a=b.json']],
])('the exit status, whatever the order of the stacks: %s, %i', async (_, expected, staging, args) => {
  fixture.write('Pulumi.staging.yaml', staging);
  fixture.commit();
  if (args.includes('blocked')) {
    fixture.write(FILE, after);
    await fixture.serve(internet);
  }
  fixture.write('stopped.json', previewJson({ stack: 'staging', errors: ['error: no credentials'] }));
  fixture.write('a=b.json', previewJson({ stack: 'production', hosts: {} }));
  const rest = args.filter((arg) => arg !== 'blocked');
  for (const stacks of ['production staging', 'staging production'])
    expect((await report('--stack', ...stacks.split(' '), ...rest)).status).toBe(expected);
});
