// The bundle: the same bytes from the same sources wherever they are, within its budget, with no path of a machine; and
// what it answers as it is deployed, through Lambda's handler.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Handler } from '../../service/adapter.ts';
import { buildFunction, type FunctionBundle } from '../../service/build.ts';
import { stubs, UNUSED } from '../../service/build-stubs.ts';
import { createKeyAdmin, generateKey } from '../../service/keys/index.ts';
import { toEnvironment } from '../../service/tables.ts';
import { type RequestLine, toEvent } from './event.ts';
import { keepLog } from './function-log.ts';
import { createWorld, type Fixture } from './harness.ts';

const ROOT = join(import.meta.dirname, '../..');
/**
 * Express whole, with what it never uses here, would be 800 KB; a start is bound by the code. The contract's text is a string
 * that is not run.
 */
const CODE_BUDGET_KB = 90;
const CONTRACT_BUDGET_KB = 40;
const TOO_LARGE =
  'a start takes longer with it: see what grew, measure with npm run bench -- cold, then raise the budget';

let bundle: FunctionBundle;
beforeAll(async () => {
  bundle = await buildFunction();
});

test('is within its budget', () => {
  const { length } = bundle.contract;
  expect(bundle.bytes - length, TOO_LARGE).toBeLessThan(CODE_BUDGET_KB * 1024);
  expect(length, TOO_LARGE).toBeLessThan(CONTRACT_BUDGET_KB * 1024);
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

// A package that is left out says so as soon as it is needed.
test('a package that is left out is named when it is called', async () => {
  const names = UNUSED.map((name) => JSON.stringify(name));
  const { outputFiles } = await build({
    stdin: {
      contents: names.map((name) => `exports[${name}] = require(${name});`).join('\n'),
      resolveDir: import.meta.dirname,
    },
    ...{ bundle: true, write: false, format: 'cjs', platform: 'node', plugins: [stubs] },
  });
  const module = { exports: {} as Record<string, () => unknown> };
  new Function('module', 'exports', outputFiles[0]?.text ?? '')(module, module.exports);
  for (const name of UNUSED) expect(() => module.exports[name]?.(), name).toThrow(`${name} is left out`);
});

describe('as it is deployed', () => {
  let fixture: Fixture;
  let handler: Handler;

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
    ({ handler } = createRequire(import.meta.url)(join(folder, 'index.js')) as { handler: Handler });
    const restore = keepLog(fixture.lines);
    return async () => {
      restore();
      rmSync(folder, { recursive: true });
      await fixture.stop();
    };
  });

  async function ask(method: string, target: string, body?: RequestLine['body'], key = fixture.key) {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const event = toEvent({ method, target, headers, body });
    const {
      statusCode,
      headers: sent = {},
      body: text = '',
    } = await handler(event, {
      getRemainingTimeInMillis: () => 10_000,
    });
    return { status: statusCode, headers: sent, text };
  }

  test('an animal is created, read, listed and ordered, its numbers exact', async () => {
    const created = await ask('POST', '/v1/pets', '{"name":"日本","categoryId":9223372036854775807}');
    expect(created.status).toBe(201);
    expect(created.text).toContain('"categoryId":9223372036854775807,');
    const { id } = JSON.parse(created.text) as { id: number };
    expect(created.headers.location).toBe(`https://api.petstore.example/v1/pets/${id}`);
    expect((await ask('GET', `/v1/pets/${id}`)).text).toBe(created.text);
    expect((await ask('GET', '/v1/pets')).text).toBe(`[${created.text}]`);
    const ordered = await ask('POST', '/v1/store/orders', `{"petId":${id},"quantity":1}`);
    expect(ordered.status).toBe(201);
    expect((await ask('GET', '/v1/store/orders')).text).toBe(`[${ordered.text}]`);
  });

  test('it refuses as the app does, and serves the contract', async () => {
    const answers = [
      await ask('GET', '/v1/pets', undefined, generateKey('pets_test_')),
      await ask('POST', '/v1/pets', '{'),
      await ask('POST', '/v1/pets', Buffer.from('{"name":"\xff","categoryId":1}', 'latin1')),
      await ask('GET', '/v1/pets/%ZZ'),
      await ask('GET', '/v1/nothing'),
      await ask('DELETE', '/v1/pets'),
      await ask('GET', '/v1/openapi.json'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 400, 400, 400, 404, 405, 200]);
    for (const { headers } of answers) expect(headers['x-request-id']).toMatch(/^[\w=-]{10,}$/);
  });

  test('it stores the day that a key was last used', async () => {
    await ask('GET', '/v1/pets');
    const [record] = await createKeyAdmin(fixture.dynamo, fixture.settings.keysTable).listKeys();
    expect(record?.lastUsedOn).toBe(new Date().toISOString().slice(0, 10));
  });
});
