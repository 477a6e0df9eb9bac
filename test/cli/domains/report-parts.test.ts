// The parts of the report: what a preview says, escaping, and the bound on a comment's length.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { md } from '@petstore/custom-domains/output';
import { afterAll, describe, expect, test } from 'vitest';
import { comment, commentMarker } from '../../../cli/domains/formats/comment.ts';
import { type Preview, readPreview } from '../../../cli/domains/report/preview.ts';
import { resourceBlocks } from '../../../cli/domains/report/resources.ts';
import { deployedHost, previewJson, type Step } from './preview.ts';

const folder = mkdtempSync(join(tmpdir(), 'petstore-preview-'));
afterAll(() => rmSync(folder, { recursive: true }));

function read(given: Parameters<typeof previewJson>[0]): Preview {
  const path = join(folder, 'preview.json');
  writeFileSync(path, previewJson(given));
  const preview = readPreview(path);
  if ('unknown' in preview) throw new Error(preview.unknown);
  return preview;
}

const steps = (...given: Step[]) => read({ stack: 'staging', hosts: {}, steps: given }).changes;

describe('a preview', () => {
  // Steps of `pulumi preview --json` 3.259 against the local cloud, without the inputs and outputs not read here.
  test('as the real engine wrote it', () => {
    const preview = readPreview(join(import.meta.dirname, '../../golden/domains/preview.json')) as Preview;
    const component = { type: 'CustomHost', properties: [] };
    const certificate = { type: 'acm.Certificate', properties: [] };
    expect(preview.changes).toEqual([
      { operation: 'update', type: 'lambda.Function', name: 'api-function', properties: ['memorySize'] },
      { operation: 'create', ...component, name: 'other.petstore.localhost' },
      { operation: 'create', ...certificate, name: 'other.petstore.localhost-certificate' },
      {
        operation: 'create',
        type: 'cloudflare.DnsRecord',
        name: 'other.petstore.localhost-route',
        properties: [],
      },
      { operation: 'delete', type: 'route53.Record', name: 'api.pets.localhost-route', properties: [] },
      { operation: 'delete', ...certificate, name: 'api.pets.localhost-certificate' },
      { operation: 'delete', ...component, name: 'api.pets.localhost' },
    ]);
    expect(preview).toMatchObject({ unchanged: 66, errors: [], warnings: [] });
    expect(preview.deployed?.get('api.pets.localhost')).toMatchObject({ site: 'api', certificate: 'ISSUED' });
    expect(preview.deployed?.get('petstore.localhost')?.records.map(({ purpose }) => purpose)).toEqual([
      'validation',
      'routing',
    ]);
  });

  test('without a summary nothing is known to be unchanged', () => {
    const { changeSummary: _absent, ...rest } = JSON.parse(previewJson({ stack: 'staging' }));
    const path = join(folder, 'preview.json');
    writeFileSync(path, JSON.stringify(rest));
    expect(readPreview(path)).toMatchObject({ unchanged: 0 });
  });

  test('steps become changes: a replacement is one, reads and refreshes are not changes', () => {
    const table = 'aws:dynamodb/table:Table';
    const replace = { type: table, name: 'pets' };
    const diff = { 'tags["a"]': { kind: 'add', inputDiff: true }, name: { kind: 'update', inputDiff: true } };
    expect(
      steps(
        { op: 'refresh', type: table, name: 'pets' },
        { op: 'create-replacement', ...replace, diff },
        { op: 'replace', ...replace, diff },
        { op: 'delete-replaced', ...replace },
        { op: 'update', type: 'aws:lambda/function:Function', name: 'api', reasons: ['memorySize'] },
        { op: 'read', type: 'aws:route53/zone:Zone', name: 'zone' },
        { op: 'same', type: table, name: 'keys' },
        { op: 'create', type: 'cloudflare:index/dnsRecord:DnsRecord', name: 'a::b' },
        { op: 'delete', type: 'petstore:domains:CustomHost$petstore:docs:Site', name: 'docs' },
      ),
    ).toEqual([
      { operation: 'replace', type: 'dynamodb.Table', name: 'pets', properties: ['tags', 'name'] },
      { operation: 'update', type: 'lambda.Function', name: 'api', properties: ['memorySize'] },
      { operation: 'create', type: 'cloudflare.DnsRecord', name: 'a::b', properties: [] },
      { operation: 'delete', type: 'Site', name: 'docs', properties: [] },
    ]);
  });

  test('what is deployed: nothing, some hosts, or not known', () => {
    expect(read({ stack: 'staging' }).deployed?.size).toBe(0);
    const hosts = deployedHost('a.test', 'd.test');
    expect([...(read({ stack: 'staging', hosts }).deployed?.keys() ?? [])]).toEqual(['a.test']);
    const path = join(folder, 'early.json');
    writeFileSync(
      path,
      '{"steps":[{"op":"same","urn":"urn:pulumi:a::b::pulumi:pulumi:Stack::b-a","oldState":{}}]}',
    );
    expect(readPreview(path)).toMatchObject({ deployed: undefined, errors: [] });
    writeFileSync(path, '{"diagnostics":[{"message":"error: no stack","severity":"error"}]}');
    expect(readPreview(path)).toMatchObject({ deployed: undefined, errors: ['error: no stack'] });
  });

  test.each([
    ['{}'],
    ['{"error":"no stack"}'],
    ['{"steps":[],"diagnostics":[{"message":"a","severity":"warning"}]}'],
    ['[]'],
    ['{"steps":'],
  ])('another file is not a preview without a change: %s', (text) => {
    const path = join(folder, 'other.json');
    writeFileSync(path, text);
    expect(readPreview(path)).toEqual({ unknown: 'the file is not the output of "pulumi preview --json"' });
  });

  test('findings of hosts that the report shows are not repeated; other messages are shown', () => {
    const leftOut = 'is blocked and left out; everything else is deployed';
    const preview = read({
      stack: 'staging',
      hosts: {},
      errors: ['error: preview failed'],
      warnings: [
        `warning: a.test ${leftOut}`,
        `warning: b.test ${leftOut}`,
        'warning: a.test\n  warning  wildcard-hidden',
        'warning: ``` deprecated',
      ],
    });
    const text = resourceBlocks('staging', preview, new Set(['a.test']))
      .map((block) => block.text)
      .join('\n');
    expect(text).not.toContain('a.test');
    expect(text).not.toContain('error: preview failed');
    expect(text).toContain('b.test is blocked');
    expect(text).toContain('warning: ``` deprecated\n````');
  });

  test('many resources and long messages are cut, and say so', () => {
    const many = Array.from({ length: 150 }, (_, n) => ({ op: 'create', type: 'a:b/c:D', name: `r${n}` }));
    const preview = read({
      stack: 'staging',
      hosts: {},
      steps: many,
      errors: [`error: ${'x'.repeat(9000)}`],
    });
    const text = resourceBlocks('staging', preview, new Set()).map((block) => String(block.text));
    expect(text.join('\n')).toContain('- and 50 others');
    expect(text.join('\n')).toContain('… the rest is in the log of the job');
    expect(Math.max(...text.map((one) => one.length))).toBeLessThan(6_000);
  });
});

describe('the length of a comment', () => {
  const block = (name: string, length: number, always = false) => ({
    name,
    text: md`${'x'.repeat(length)}`,
    always,
  });

  test('is limited: blocks that do not fit are left out and named', () => {
    const names = Array.from({ length: 40 }, (_, n) => `host-${n}.test`);
    const text = String(comment([...names.map((name) => block(name, 5_000)), block('staging', 6_000, true)]));
    expect(text.length).toBeLessThanOrEqual(65_536);
    expect(text.startsWith(`${commentMarker}\n\n`)).toBe(true);
    expect(text.match(/x{5000}/g)).toHaveLength(12); // of 11 hosts, and of the block that is always shown
    expect(text.split('\n\n').at(-2)).toBe('x'.repeat(6_000));
    expect(text).toContain('Left out: `host-11.test`, `host-12.test`');
    expect(text).toContain(', and 19 more.');
  });

  test('holds even for one block that is too long, and for long names', () => {
    const long = Array.from({ length: 12 }, (_, n) => block(`${n}${'`'.repeat(300)}`, 70_000, true));
    expect(String(comment(long)).length).toBeLessThanOrEqual(65_536);
  });

  test('a name that is left out is shown by its first 80 characters', () => {
    const text = String(comment([block('a'.repeat(100), 70_000)]));
    expect(text).toContain(`Left out: \`${'a'.repeat(80)}\`. The whole report:`);
  });
});
