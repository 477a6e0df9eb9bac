// The parts of a report's comment: what a preview says, the resources that it changes, and the bound on the length.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { md } from '@petstore/custom-domains/output';
import { afterAll, describe, expect, test } from 'vitest';
import { comment, commentMarker } from '../../../cli/domains/formats/markdown.ts';
import {
  type Preview,
  type ResourceChange,
  readPreview,
  resourceBlocks,
} from '../../../cli/domains/report/preview.ts';
import { deployedAs, previewJson, type Step } from './preview.ts';

const folder = mkdtempSync(join(tmpdir(), 'petstore-preview-'));
afterAll(() => rmSync(folder, { recursive: true }));

function read(text: string): Preview {
  const path = join(folder, 'preview.json');
  writeFileSync(path, text);
  return readPreview(path);
}
const linesOf = (changes: readonly ResourceChange[]) =>
  changes.map(({ operation, type, name, properties }) => [operation, type, name, ...properties].join(' '));
const changes = (...steps: Step[]) =>
  linesOf(read(previewJson({ stack: 'staging', hosts: {}, steps })).changes);

describe('a preview', () => {
  // Steps of `pulumi preview --json` 3.259 against the local cloud, without the inputs and outputs not read here.
  test('as the real engine wrote it', () => {
    const preview = readPreview(join(import.meta.dirname, '../../golden/domains/preview.json'));
    const other = 'other.petstore.localhost';
    expect(linesOf(preview.changes)).toEqual([
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
  const early = '{"steps":[{"op":"same","urn":"urn:pulumi:a::b::pulumi:pulumi:Stack::b-a","oldState":{}}]}';
  test.each<[string, string, string[] | undefined]>([
    ['some hosts', previewJson({ stack: 'staging', hosts: { 'a.test': own } }), ['a.test']],
    ['not known, of a stack without outputs', early, undefined],
    ['not known, after an error', '{"diagnostics":[{"message":"no stack","severity":"error"}]}', undefined],
  ])('what is deployed: %s', (_, text, hosts) => {
    const { deployed, unchanged } = read(text);
    expect(deployed && [...deployed.keys()]).toEqual(hosts);
    expect(unchanged).toBe(text.includes('changeSummary') ? 30 : 0);
  });

  test.each([['{}'], ['{"steps":[],"diagnostics":[{"message":"a","severity":"warning"}]}'], ['{"steps":']])(
    'another file is not a preview without a change: %s',
    (text) => {
      expect(read(text).errors).toHaveLength(1);
    },
  );
});

const table = { type: 'dynamodb.Table', name: 'pets' };
const record: ResourceChange = { operation: 'create', type: 'route53.Record', name: 'route', properties: [] };

function blocks(all: readonly ResourceChange[], more: Partial<Preview> = {}, shown: string[] = []): string[] {
  const preview: Preview = { changes: all, unchanged: 3, errors: [], warnings: [], ...more };
  return resourceBlocks('staging', preview, new Set(shown)).map(({ text }) => String(text));
}

test('losses are in the open, messages come before the changes, and the rest is folded', () => {
  type Operation = ResourceChange['operation'];
  const of = (operation: Operation, properties: string[] = []) => ({ operation, ...table, properties });
  const all = [of('update', ['ttl', 'tags']), of('import'), record, of('delete'), of('replace', ['hashKey'])];
  expect(blocks(all, { warnings: ['warning: deprecated'] })).toEqual([
    '#### Resources of staging: 1 to create, 1 to import, 1 to update, 1 to replace, 1 to delete, 3 unchanged',
    '⚠️ The preview warns:\n\n```text\nwarning: deprecated\n```',
    '⚠️ Replaced or deleted:\n\n- delete `dynamodb.Table` `pets`\n- replace `dynamodb.Table` `pets`: hashKey',
    '<details><summary>1 to create, 1 to import, 1 to update</summary>\n\n- update `dynamodb.Table` `pets`: ttl, tags\n- import `dynamodb.Table` `pets`\n- create `route53.Record` `route`\n\n</details>',
  ]);
  expect(blocks([])).toEqual(['#### Resources of staging: no change']);
});

test('findings of hosts that the report shows are not repeated; other messages are', () => {
  const left = ['a.test is left out', 'b.test is left out'];
  const warnings = [...left, 'a.test\n  wildcard-hidden', '``` deprecated'];
  const more = { errors: ['error: preview failed'], warnings: warnings.map((text) => `warning: ${text}`) };
  const text = blocks([record], more, ['a.test']).join('\n');
  expect(text).not.toMatch(/a\.test|error: preview failed/);
  expect(text).toMatch(/b\.test is left out[\s\S]*warning: ``` deprecated\n````/);
});

test.each([[4_000], [4_001]])('messages of %i characters: long ones are cut, which is said', (length) => {
  const text = blocks([], { warnings: ['x'.repeat(length)] }).join('\n');
  expect(text.match(/x{9,}/)?.[0]).toHaveLength(4_000);
  expect(text.includes('… the rest is in the log of the job')).toBe(length > 4_000);
});

test('the length of a comment is limited: what does not fit is left out and counted, what is always shown stays', () => {
  const block = (length: number, always = false) => ({ text: md`${'x'.repeat(length)}`, always });
  const text = String(comment([...Array.from({ length: 40 }, () => block(5_000)), block(6_000, true)]));
  expect(text.length).toBeLessThanOrEqual(65_536);
  expect(text.startsWith(`${commentMarker}\n\n`)).toBe(true);
  expect(text.match(/x{5000}/g)).toHaveLength(12); // of 11 hosts, and of the block that is always shown
  expect(text.split('\n\n').at(-2)).toBe('x'.repeat(6_000));
  expect(text).toContain('29 of its parts are left out');
});
