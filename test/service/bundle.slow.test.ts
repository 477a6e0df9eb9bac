// The bundle: the same bytes from the same sources wherever they are, within its budget, with no path of a machine; and
// what it answers as it is deployed, through Lambda's handler.
import { execFileSync } from 'node:child_process';
import { cpSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Handler } from '../../service/adapter.ts';
import { buildFunction } from '../../service/build.ts';
import { toEnvironment } from '../../service/tables.ts';
import { temporaryFolder } from '../cli/folder.ts';
import { createWorld } from './harness.ts';
import { frontOf } from './lambda-front.ts';

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

test('as it is deployed, it creates and lists an animal, its numbers exact, and stores the day of the key', async () => {
  const fixture = await createWorld();
  onTestFinished(() => fixture.stop());
  const own = { ...toEnvironment(fixture.settings), AWS_ENDPOINT_URL_DYNAMODB: fixture.endpoint };
  const ofRole = { AWS_REGION: 'eu-west-1', AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' };
  for (const [name, value] of Object.entries({ ...own, ...ofRole })) vi.stubEnv(name, value);
  // Its log, which is no output of the tests.
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const file = join(temporaryFolder({ 'index.js': bundle.code }), 'index.js');
  const { handler } = createRequire(import.meta.url)(file) as { handler: Handler };
  const front = frontOf(handler, fixture.key);
  const body = '{"name":"日本","categoryId":9223372036854775807}';
  const created = await front.ask({ method: 'POST', target: '/v1/pets', body });
  expect(created.status).toBe(201);
  expect(created.headers.location).toMatch(/^https:\/\/api\.petstore\.example\/v1\/pets\/\d+$/);
  expect(created.text).toContain('"categoryId":9223372036854775807,');
  const get = async (target: string) => (await front.ask({ method: 'GET', target })).text;
  expect(await get('/v1/openapi.json')).toContain('"openapi":"3.1.0"');
  expect(await get('/v1/pets')).toBe(`[${created.text}]`);
  const [record] = await fixture.admin.listKeys();
  expect(record?.lastUsedOn).toBe(new Date().toISOString().slice(0, 10));
});
