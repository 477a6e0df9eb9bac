// `npm run local` leaves out the TypeScript compiler with the SDK that was tested, and with no other.
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');
const SDK = join(ROOT, 'node_modules/@pulumi/pulumi');
// Read, not imported: the module takes effect in the process that imports it.
const [, TESTED_VERSION = ''] =
  /TESTED_VERSION = '([^']+)'/.exec(readFileSync(join(ROOT, 'cli/local/sdk-without-compiler.ts'), 'utf8')) ??
  [];
const manifest = JSON.parse(readFileSync(join(SDK, 'package.json'), 'utf8')) as { version: string };

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'petstore-sdk-'));
  mkdirSync(join(folder, 'node_modules/@pulumi/pulumi'), { recursive: true });
  for (const name of readdirSync(SDK).filter((name) => name !== 'package.json')) {
    symlinkSync(join(SDK, name), join(folder, 'node_modules/@pulumi/pulumi', name));
  }
  cpSync(join(ROOT, 'cli/local/sdk-without-compiler.ts'), join(folder, 'sdk-without-compiler.ts'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Whether the compiler and the dependency tree are loaded with an SDK of that version. */
function loads(version: string): string {
  const file = join(folder, 'node_modules/@pulumi/pulumi/package.json');
  writeFileSync(file, JSON.stringify({ ...manifest, version }));
  const source = `
    import { createRequire } from 'node:module';
    await import('./sdk-without-compiler.ts');
    await import('@pulumi/pulumi');
    const loaded = Object.keys(createRequire(import.meta.url).cache).join();
    console.log(/typescript@?[0-9.]*\\/(lib\\/)?typescript\\.js/.test(loaded), /@npmcli\\/arborist/.test(loaded));`;
  const args = ['--input-type=module-typescript', '--eval', source];
  const { stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: folder,
    encoding: 'utf8',
    timeout: 20_000,
  });
  return stdout + stderr;
}

test('the installed SDK is the one that was tested', () => {
  expect(manifest.version).toBe(TESTED_VERSION);
});

test('with it, neither the compiler nor the dependency tree is loaded', () => {
  expect(loads(TESTED_VERSION)).toBe('false false\n');
});

test('a changed SDK is loaded whole', () => {
  expect(loads('3.999.0')).toBe('true true\n');
});
