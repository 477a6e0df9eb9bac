// Which mutants are tried: those that the type checker accepts, as all others can be in no change that is merged.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { mutantsOf } from './mutants.ts';
import { typedMutants } from './type-check.ts';

const root = mkdtempSync(join(tmpdir(), 'petstore-types-'));
afterAll(() => rmSync(root, { recursive: true }));
mkdirSync(join(root, 'node_modules'));
const COMPILER = 'node_modules/typescript7';
symlinkSync(join(import.meta.dirname, '../..', COMPILER), join(root, COMPILER));
const options = { strict: true, noUnusedLocals: true, noEmit: true, types: [], target: 'esnext' };
writeFileSync(join(root, 'tsconfig.json'), JSON.stringify({ compilerOptions: options }));

const SOURCE = `declare function print(text: string, times: number): void;
const words = 'now';
export function report(count: number): number {
  print(words, count);
  return count + 1;
}
`;
const mutants = () => mutantsOf('a.ts', SOURCE);

test('a result of another type and a missing argument are left out; a removed line is not, though a name is unused then', async () => {
  writeFileSync(join(root, 'a.ts'), SOURCE);
  const typed = await typedMutants(root, mutants(), 100);
  expect(mutants().map(({ operator, line }) => `${operator} ${line}`)).toEqual([
    'string 2',
    'statement 4',
    'argument 4',
    'return 5',
    'number 5',
  ]);
  expect(typed.map(({ operator, line }) => `${operator} ${line}`)).toEqual([
    'string 2',
    'statement 4',
    'number 5',
  ]);
  expect(readFileSync(join(root, 'a.ts'), 'utf8')).toBe(SOURCE);
  expect(await typedMutants(root, mutants(), 1)).toEqual(typed.slice(0, 1));
});

test('sources that are refused without a mutant', async () => {
  writeFileSync(join(root, 'a.ts'), "export const a: number = 'b';\n");
  await expect(typedMutants(root, [], 1)).rejects.toThrow(/^without a mutant the types are wrong:\na\.ts/);
});
