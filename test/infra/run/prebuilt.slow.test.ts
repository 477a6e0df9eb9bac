// A build of another job: the same content as a build here, refused if a byte differs, and no build tool runs for it.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readPrebuilt, writePrebuilt } from '../../../infra/run/prebuilt.ts';
import { buildFunction, type FunctionBundle } from '../../../service/build.ts';

const ROOT = join(import.meta.dirname, '../../..');

let folder: string;
let file: string;
let bundle: FunctionBundle;
let sha256: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'petstore-prebuilt-'));
  file = join(folder, 'function.json');
  bundle = await buildFunction();
  sha256 = writePrebuilt(file, bundle);
});
afterAll(() => rmSync(folder, { recursive: true }));

const named = (path?: string, digest?: string) => ({ PETSTORE_BUILD: path, PETSTORE_BUILD_SHA256: digest });

test('without the variables, there is none', () => {
  expect(readPrebuilt({})).toBeUndefined();
});

test('it is the bundle that was written; its digest is that of the file, the same for the same sources', async () => {
  expect(readPrebuilt(named(file, sha256))).toEqual(bundle);
  expect(createHash('sha256').update(readFileSync(file)).digest('hex')).toBe(sha256);
  expect(writePrebuilt(join(folder, 'again.json'), await buildFunction())).toBe(sha256);
});

describe('is refused', () => {
  test('if a byte differs', () => {
    const other = join(folder, 'other.json');
    writeFileSync(other, readFileSync(file, 'utf8').replace('exports', 'exp0rts'));
    expect(() => readPrebuilt(named(other, sha256))).toThrow(
      `${other} has the SHA-256 ${writePrebuilt(other, JSON.parse(readFileSync(other, 'utf8')))}, and PETSTORE_BUILD_SHA256 is ${sha256}`,
    );
  });

  test.each([
    ['without a digest', () => named(file), 'set together'],
    ['with an empty digest, as of a job that did not run', () => named(file, ''), 'set together'],
    ['without a file', () => named(undefined, sha256), 'set together'],
    ['if the file does not exist', () => named('no/such.json', sha256), 'PETSTORE_BUILD: ENOENT'],
  ])('%s', (_, environment, message) => {
    expect(() => readPrebuilt(environment())).toThrow(message);
  });
});

describe('the content of a stack', () => {
  const script = `
    const { buildArtifacts } = await import('./infra/run/artifacts.ts');
    const { functionCode, openapi } = await buildArtifacts();
    const assets = await functionCode.assets;
    console.log(JSON.stringify([await assets['index.js'].path, openapi]));`;
  const deploy = (environment: object) =>
    JSON.parse(
      execFileSync(process.execPath, ['--conditions=@petstore/source', '--input-type=module', '-e', script], {
        cwd: ROOT,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { PATH: process.env.PATH, ...environment },
      }),
    );
  /** Every build fails where esbuild has this binary. */
  const noBuild = { ESBUILD_BINARY_PATH: '/dev/null' };

  test('is the same, with the same paths, so that a preview elsewhere shows no change', () => {
    expect(deploy({ ...named(file, sha256), ...noBuild })).toEqual(deploy({}));
  });

  test('is not built in place of a build that is refused', () => {
    expect(() => deploy(named(file, '0'.repeat(64)))).toThrow(/has the SHA-256/);
    expect(() => deploy(noBuild)).toThrow(/ESBUILD_BINARY_PATH|esbuild|EACCES/);
  });
});
