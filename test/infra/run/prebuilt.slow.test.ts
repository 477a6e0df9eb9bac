// A build of another job: the same content as a build here, refused if a byte differs, and no build tool runs for it.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { buildArtifacts, readPrebuilt, writePrebuilt } from '../../../infra/run/artifacts.ts';
import { buildFunction, type FunctionBundle } from '../../../service/build.ts';

let folder: string;
let file: string;
let bundle: FunctionBundle;
let sha256: string;
let other: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'petstore-prebuilt-'));
  file = join(folder, 'function.json');
  bundle = await buildFunction();
  sha256 = writePrebuilt(file, bundle);
  other = join(folder, 'other.json');
  writeFileSync(other, readFileSync(file, 'utf8').replace('exports', 'exp0rts'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const named = (path?: string, digest?: string) => ({ PETSTORE_BUILD: path, PETSTORE_BUILD_SHA256: digest });

test('it is the bundle that was written; without the variables, there is none', () => {
  expect(readPrebuilt(named(file, sha256))).toEqual(bundle);
  expect(readPrebuilt({})).toBeUndefined();
});

test.each([
  ['if a byte differs', () => named(other, sha256), 'other.json has the SHA-256'],
  ['with an empty digest, as of a job that did not run', () => named(file, ''), 'set together'],
  ['without a file', () => named(undefined, sha256), 'set together'],
  ['if the file does not exist', () => named('no/such.json', sha256), 'PETSTORE_BUILD: ENOENT'],
])('is refused %s', (_, environment, message) => {
  expect(() => readPrebuilt(environment())).toThrow(message);
});

test('the content of a stack is the same with it, with the same paths, and it is not built again', () => {
  const script = `
    const { buildArtifacts } = await import('./infra/run/artifacts.ts');
    const { functionCode, openapi } = await buildArtifacts();
    const assets = await functionCode.assets;
    console.log(JSON.stringify([await assets['index.js'].path, openapi]));`;
  const deploy = (environment: object) =>
    JSON.parse(
      execFileSync(process.execPath, ['--conditions=@petstore/source', '--input-type=module', '-e', script], {
        cwd: join(import.meta.dirname, '../../..'),
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { PATH: process.env.PATH, ...environment },
      }),
    );
  // Every build fails where esbuild has this binary.
  const noBuild = { ESBUILD_BINARY_PATH: '/dev/null' };
  expect(deploy({ ...named(file, sha256), ...noBuild })).toEqual(deploy({}));
  expect(() => deploy(named(file, '0'.repeat(64)))).toThrow(/has the SHA-256/);
});

test('a build is kept for a day, because another run may still read it, and then removed by the next one', async () => {
  const builtBefore = (hours: number) => {
    const build = join(import.meta.dirname, '../../../.local/build', `test-${process.pid}-${hours}`);
    const at = new Date(Date.now() - hours * 3_600_000);
    mkdirSync(build, { recursive: true });
    utimesSync(build, at, at);
    onTestFinished(() => rmSync(build, { recursive: true, force: true }));
    return build;
  };
  const [kept, old] = [builtBefore(23.9), builtBefore(24.1)];
  await buildArtifacts();
  expect([existsSync(kept), existsSync(old)]).toEqual([true, false]);
});
