// Every code has its entry in docs/findings.md, and every entry is a code.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const docs = read('docs/findings.md');

const codes = [
  ...read('packages/custom-domains/src/preflight/finding.ts').matchAll(/^ {2}\| '([a-z-]+)'/gm),
].map(([, code]) => code);
const entries = docs.split(/^### /m).slice(1);

test('codes and entries are the same', () => {
  expect(codes.length).toBeGreaterThan(15);
  expect(entries.map((entry) => entry.split('\n')[0]).sort()).toEqual([...codes].sort());
});

test('each entry has its fix, except the one of a host that is configured already', () => {
  const without = entries.filter((entry) => !entry.includes('**Fix**: '));
  expect(without.map((entry) => entry.split('\n')[0])).toEqual(['already-configured']);
});

test('each code is in a rule', () => {
  const files = [
    'adoptable',
    'address-routing',
    'caa',
    'conflicts',
    'dnssec',
    'missing-records',
    'moving',
    'shadowed-names',
    'redirect-target',
    'remembered',
    'servers',
    'delegation',
    'existing-names',
    'https',
    'zone-meant',
    '../renewal/guard',
    'new-target',
    '../../takeover/rule',
  ];
  const rules = files
    .map((name) => read(`packages/custom-domains/src/preflight/rules/${name}.ts`))
    .join('\n');
  expect(codes.filter((code) => !rules.includes(`'${code}'`))).toEqual([]);
});
