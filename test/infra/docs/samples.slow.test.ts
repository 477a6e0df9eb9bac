// The samples of each operation: valid in their languages, with the right literals, and with a local authority.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readApi } from '../../../infra/docs/site/openapi.ts';
import { type Sample, samples } from '../../../infra/docs/site/samples.ts';
import { openapi } from './harness.ts';

const BASE_URL = 'https://api.petstore.example/v1';
const ROOT = join(import.meta.dirname, '../../..');
const AUTHORITY = "/home/o'neil/petstore/.local/ca.pem";
const api = readApi(openapi);

/** The program that only parses its standard input. */
const PARSERS: Readonly<Record<Sample['language'], readonly string[]>> = {
  curl: ['bash', '-n'],
  JavaScript: [process.execPath, '--check', '--input-type=module', '-'],
  // Its types are checked below, against the client.
  TypeScript: [process.execPath, '--check', '--input-type=module', '-'],
  Python: ['python3', '-c', 'import ast, sys; ast.parse(sys.stdin.read())'],
};

const isFound = ([command = '']: readonly string[]) => spawnSync(command, ['--version']).error === undefined;

describe.each(Object.entries(PARSERS) as [Sample['language'], readonly string[]][])(
  '%s',
  (language, parser) => {
    if (!isFound(parser)) console.log(`samples in ${language}: not parsed, no ${parser[0]} on this machine`);

    test.skipIf(!isFound(parser)).each([undefined, AUTHORITY])(
      'parses, with the authority %s',
      (authorityFile) => {
        const [command = '', ...options] = parser;
        for (const operation of api.operations) {
          const { code } = sampleIn(language, samples({ api, baseUrl: BASE_URL, authorityFile }, operation));
          expect(code.includes('/petstore/.local/ca.pem')).toBe(authorityFile !== undefined);
          const { status, stderr } = spawnSync(command, options, { input: code, encoding: 'utf8' });
          expect({ status, stderr, code }).toMatchObject({ status: 0 });
        }
      },
    );
  },
);

/** As no contract should have it: every kind of value, and text that ends a string in some language. */
const AWKWARD = {
  ...{ name: 'null and true', good: true, bad: false, none: null, 'a-b': -0.5, big: 9007199254740991 },
  ...{
    quotes: `"double" 'single' \\ back`,
    lines: 'one\ntwo\r\t',
    unicode: 'Zoë 😀 \u2028',
    dollar: '$HOME',
  },
  nested: { list: [true, [null], { deep: [{}, [], false] }] },
};

/** The contract with one create, whose body has that example. */
function withBody(body: object): object {
  const post = (openapi as unknown as Contract).paths['/pets']?.post;
  const requestBody = { content: { 'application/json': { example: body } } };
  return { ...openapi, paths: { '/pets': { post: { ...post, requestBody } } } };
}

test('a body has the literals of the language', () => {
  const server = { api: readApi(withBody(AWKWARD)), baseUrl: BASE_URL };
  const [operation] = server.api.operations;
  const rendered = operation === undefined ? [] : samples(server, operation);
  expect(sampleIn('Python', rendered).code).toContain('"good": True, "bad": False, "none": None');
  const [, json = ''] = /JSON\.stringify\((.*)\),\n\}\);/s.exec(sampleIn('JavaScript', rendered).code) ?? [];
  const [, typed = ''] = /createPet\((.*)\)\);$/s.exec(sampleIn('TypeScript', rendered).code) ?? [];
  for (const sent of [json, typed]) expect(new Function(`return (${sent});`)()).toEqual(AWKWARD);
  const shell = sampleIn('curl', rendered).code.replace(/^curl/, 'set --');
  const { stdout } = spawnSync('bash', ['-c', `${shell}; printf %s "\${@: -1}"`], { encoding: 'utf8' });
  expect(JSON.parse(stdout)).toEqual(AWKWARD);
});

describe('the samples in TypeScript', () => {
  const codeOf = (baseUrl: string) => (id: string) => {
    const operation = api.operations.find((one) => one.id === id);
    if (operation === undefined) throw new Error(`no operation ${id}`);
    return sampleIn('TypeScript', samples({ api, baseUrl }, operation)).code;
  };

  test('follow the pages, and have an int64 as a bigint', () => {
    const code = codeOf(BASE_URL);
    expect(code('listPets')).toContain("for await (const one of petstore.listPets({ status: 'available' }))");
    expect(code('createPet')).toContain("await petstore.createPet({ name: 'Milo', categoryId: 1n })");
    expect(code('getPet')).toContain('await petstore.getPet(120259084288123n)');
    expect(code('createOrder')).toContain('await petstore.createOrder({ petId: 120259084288123n })');
  });

  test('type-check against the client', () => {
    const folder = mkdtempSync(join(ROOT, 'node_modules/.samples-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const files = api.operations.map(({ id }) => `${id}.ts`);
    for (const { id } of api.operations) writeFileSync(join(folder, `${id}.ts`), codeOf(BASE_URL)(id));
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ extends: join(ROOT, 'tsconfig.json'), files, include: [] }),
    );
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    const tsc = join(ROOT, 'node_modules/typescript7/bin/tsc');
    const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' });
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
  });
});

interface Contract {
  readonly paths: Readonly<Record<string, { readonly post?: object }>>;
}

function sampleIn(language: Sample['language'], all: readonly Sample[]): Sample {
  const sample = all.find((one) => one.language === language);
  if (sample === undefined) throw new Error(`no sample in ${language}`);
  return sample;
}
