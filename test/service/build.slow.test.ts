// The bundle: the same bytes from the same sources wherever they are, within its budget, with no path of a machine.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { buildFunction, type FunctionBundle } from '../../service/build.ts';

const ROOT = join(import.meta.dirname, '../..');
/**
 * Express whole, with what it never uses here, would be 800 KB; a start is bound by this. 25 KB of it are the contract's text,
 * a string that is not run; the other 85 bound the code.
 */
const BUDGET_KB = 110;
const CODE_BUDGET_KB = 85;

let bundle: FunctionBundle;
beforeAll(async () => {
  bundle = await buildFunction();
});

test(`is smaller than ${BUDGET_KB} KB`, () => {
  expect(bundle.bytes).toBeLessThan(BUDGET_KB * 1024);
  expect(bundle.bytes - bundle.contract.length).toBeLessThan(CODE_BUDGET_KB * 1024);
});

test('two builds at once both end', async () => {
  const both = await Promise.all([buildFunction(), buildFunction()]);
  expect(both.map(({ sha256 }) => sha256)).toEqual([bundle.sha256, bundle.sha256]);
});

test('the same sources give the same bytes, also in another folder', async () => {
  expect((await buildFunction()).sha256).toBe(bundle.sha256);
  const folder = mkdtempSync(join(tmpdir(), 'petstore-build-'));
  cpSync(join(ROOT, 'service'), join(folder, 'service'), { recursive: true });
  cpSync(join(ROOT, 'package.json'), join(folder, 'package.json'));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const script = `import('./service/build.ts').then(async (m) => console.log((await m.buildFunction()).sha256))`;
  const sha256 = execFileSync(process.execPath, ['-e', script], { cwd: folder, encoding: 'utf8' }).trim();
  rmSync(folder, { recursive: true });
  expect(sha256).toBe(bundle.sha256);
});

test('names no folder of this machine, in code or map', () => {
  expect(bundle.code).not.toContain(ROOT);
  expect(bundle.map).not.toContain(ROOT);
  expect(JSON.parse(bundle.map)).toMatchObject({
    version: 3,
    sources: expect.arrayContaining([expect.stringMatching(/service\/lambda\.ts$/)]),
  });
});
