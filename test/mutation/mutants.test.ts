// What the operators make of a source, that a seed repeats its choice, and that an area has every source.
import { execFileSync } from 'node:child_process';
import { matchesGlob } from 'node:path';
import { expect, test } from 'vitest';
import { AREAS, nearTests } from './areas.ts';
import { applied, mutantsOf, shuffled } from './mutants.ts';

/** Every mutant of one line of source, by its operator. */
function mutated(source: string): string[] {
  return mutantsOf('a.ts', source).map((mutant) => `${mutant.operator}: ${applied(source, mutant)}`);
}

test.each([
  ['if (a) b', ['condition: if (!(a)) b', 'statement: if (a) ;']],
  ['c = a < b', ['statement: ;', 'comparison: c = a <= b']],
  ['c = a !== b', ['statement: ;', 'comparison: c = a === b']],
  ['c = a && true', ['statement: ;', 'boolean: c = a || true', 'boolean: c = a && false']],
  ['c = a ?? b', ['statement: ;', 'boolean: c = a']],
  ['const f = () => undefined', []],
  ['const f = () => a', ['return: const f = () => undefined']],
  ['function f() { return a }', ['return: function f() { return undefined }']],
  ["const a = 'b'", ["string: const a = ''"]],
  [`const a = \`b\${c}d\``, [`string: const a = \`\${c}d\``, `string: const a = \`b\${c}\``]],
  ['const a = 1', ['number: const a = 2']],
  ['const a = b.some(c)', ['method: const a = b.every(c)']],
  ['const a = b.filter(c)', ['method: const a = b']],
  ['const a = f(b, c)', ['argument: const a = f(b)']],
  ['const a = { b, c }', ['property: const a = { b }']],
])('%s', (source, mutants) => {
  expect(mutated(source)).toEqual(mutants);
});

test.each([
  "import { a } from 'b'",
  "type A = 'b' | 1",
  "const a = b as 'c'",
  'const a = { "b": c }.b',
  'class A { constructor() { super(); } }',
])('%s: nothing that names a module, a type or a property', (source) => {
  expect(mutated(source).filter((mutant) => !mutant.startsWith('property'))).toEqual([]);
});

test('the diff has whole lines, and the line is where the change begins', () => {
  const [mutant] = mutantsOf('a.ts', '// é…\nconst a = f(b,\n  c);\n');
  expect(mutant).toMatchObject({ line: 2, diff: '- const a = f(b,\n-   c);\n+ const a = f(b);' });
});

test('a seed repeats its choice, another makes another, and the operators take turns', () => {
  const all = mutantsOf('a.ts', Array.from({ length: 40 }, (_, at) => `f('${at}')`).join('\n'));
  expect(shuffled(all, 1)).toEqual(shuffled(all, 1));
  expect(shuffled(all, 1)).not.toEqual(shuffled(all, 2));
  expect(
    new Set(
      shuffled(all, 1)
        .slice(0, 2)
        .map(({ operator }) => operator),
    ).size,
  ).toBe(2);
});

test('the nearest tests are those of the folder, where it has any', () => {
  const near = (file: string) =>
    nearTests(file, { sources: [], near: ['extra'] }, (path) => path !== 'test/cli');
  expect(near('packages/local-cloud/src/acm/x509.ts')).toEqual(['packages/local-cloud/test/acm', 'extra']);
  expect(near('infra/config/parse.ts')).toEqual(['test/infra/config', 'extra']);
  expect(near('service/pets/id.ts')).toEqual(['test/service', 'extra']);
  expect(near('cli/terminal.ts')).toEqual(['extra']);
});

/** Generated from the contract. */
const GENERATED = 'packages/client/src/generated/';

test('every source of the product is in an area', () => {
  const patterns = Object.values(AREAS).flatMap(({ sources }) => sources);
  const tracked = execFileSync('git', ['ls-files', 'cli', 'infra', 'service', 'packages/*/src'], {
    encoding: 'utf8',
  });
  const left = tracked
    .split('\n')
    .filter((file) => /\.[jt]s$/.test(file) && !file.endsWith('.d.ts') && !file.startsWith(GENERATED))
    .filter((file) => !patterns.some((pattern) => matchesGlob(file, pattern)));
  expect(left).toEqual([]);
});
