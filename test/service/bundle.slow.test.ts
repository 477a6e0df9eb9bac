// The bundle: the same bytes from the same sources wherever they are, within its budget, with no path of a machine; and
// what it answers as it is deployed, through Lambda's handler.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Handler } from '../../service/adapter.ts';
import { buildFunction } from '../../service/build.ts';
import { toEnvironment } from '../../service/tables.ts';
import { temporaryFolder } from '../cli/folder.ts';
import { createWorld, type Fixture } from './harness.ts';
import { frontOf, type LambdaFront } from './lambda-front.ts';

const ROOT = join(import.meta.dirname, '../..');
/**
 * Express whole, with what it never uses here, would be 800 KB; a start is bound by the code. The contract's text is a string
 * that is not run.
 */
const CODE_BUDGET_KB = 90;
const CONTRACT_BUDGET_KB = 40;
const TOO_LARGE =
  'a start takes longer with it: see what grew, measure with npm run bench -- cold, then raise the budget';

const bundle = await buildFunction();

test('is within its budget', () => {
  const { length } = bundle.contract;
  expect(bundle.bytes - length, TOO_LARGE).toBeLessThan(CODE_BUDGET_KB * 1024);
  expect(length, TOO_LARGE).toBeLessThan(CONTRACT_BUDGET_KB * 1024);
});

test('the same sources give the same bytes, by two builds at once and in another folder', async () => {
  const both = await Promise.all([buildFunction(), buildFunction()]);
  expect(both.map(({ sha256 }) => sha256)).toEqual([bundle.sha256, bundle.sha256]);
  const folder = temporaryFolder();
  cpSync(join(ROOT, 'service'), join(folder, 'service'), { recursive: true });
  cpSync(join(ROOT, 'package.json'), join(folder, 'package.json'));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const script = `import('./service/build.ts').then(async (m) => console.log((await m.buildFunction()).sha256))`;
  const sha256 = execFileSync(process.execPath, ['-e', script], { cwd: folder, encoding: 'utf8' }).trim();
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

describe('as it is deployed', () => {
  let fixture: Fixture;
  let front: LambdaFront;

  beforeAll(async () => {
    fixture = await createWorld();
    const folder = mkdtempSync(join(tmpdir(), 'function-'));
    writeFileSync(join(folder, 'index.js'), bundle.code);
    Object.assign(process.env, toEnvironment(fixture.settings), {
      AWS_REGION: 'eu-west-1',
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
      AWS_ENDPOINT_URL_DYNAMODB: fixture.endpoint,
    });
    const { handler } = createRequire(import.meta.url)(join(folder, 'index.js')) as { handler: Handler };
    front = frontOf(handler, fixture.key);
    const restore = keepLog(fixture.lines);
    return async () => {
      restore();
      rmSync(folder, { recursive: true });
      await fixture.stop();
    };
  });

  const ask = (method: string, target: string, body?: string) => front.ask({ method, target, body });

  test('an animal is created and listed, its numbers exact, and the day of the key is stored', async () => {
    const created = await ask('POST', '/v1/pets', '{"name":"日本","categoryId":9223372036854775807}');
    expect(created.status).toBe(201);
    expect(created.headers.location).toMatch(/^https:\/\/api\.petstore\.example\/v1\/pets\/\d+$/);
    expect(created.text).toContain('"categoryId":9223372036854775807,');
    expect((await ask('GET', '/v1/openapi.json')).text).toContain('"openapi":"3.1.0"');
    expect((await ask('GET', '/v1/pets')).text).toBe(`[${created.text}]`);
    const [record] = await fixture.admin.listKeys();
    expect(record?.lastUsedOn).toBe(new Date().toISOString().slice(0, 10));
  });
});

/** What the function writes to its log, which is standard output, goes to `lines` until the returned function is called. */
function keepLog(lines: string[]): () => void {
  const { stdout } = process;
  const { write } = stdout;
  stdout.write = ((chunk: string | Uint8Array, ...rest: []) => {
    if (typeof chunk !== 'string' || !chunk.startsWith('{"timestamp"'))
      return write.call(stdout, chunk, ...rest);
    lines.push(chunk.trimEnd());
    return true;
  }) as typeof write;
  return () => {
    stdout.write = write;
  };
}
