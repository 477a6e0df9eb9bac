// The samples of each operation: valid in their languages, with the right literals, and with a local authority.
import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { readApi } from '../../../infra/docs/site/openapi.ts';
import { type Sample, samples } from '../../../infra/docs/site/samples.ts';
import { openapi } from './harness.ts';

const BASE_URL = 'https://api.petstore.example/v1';
const AUTHORITY = "/home/o'neil/petstore/.local/ca.pem";
const api = readApi(openapi);

/** The program that only parses its standard input. */
const PARSERS: Readonly<Record<Sample['language'], readonly string[]>> = {
  curl: ['bash', '-n'],
  JavaScript: [process.execPath, '--check', '--input-type=module', '-'],
  Python: ['python3', '-c', 'import ast, sys; ast.parse(sys.stdin.read())'],
};

const sampleIn = (language: Sample['language'], all: readonly Sample[]): Sample =>
  all.find((one) => one.language === language) ?? { language, code: '' };

const isFound = ([command = '']: readonly string[]) => spawnSync(command, ['--version']).error === undefined;

describe.each(Object.entries(PARSERS) as [Sample['language'], readonly string[]][])(
  '%s',
  (language, parser) => {
    if (!isFound(parser)) console.log(`samples in ${language}: not parsed, no ${parser[0]} on this machine`);

    test.skipIf(!isFound(parser)).each([undefined, AUTHORITY])('parses, authority: %s', (authorityFile) => {
      const [command = '', ...options] = parser;
      for (const operation of api.operations) {
        const { code } = sampleIn(language, samples({ baseUrl: BASE_URL, authorityFile }, operation));
        expect(code.includes('/petstore/.local/ca.pem')).toBe(authorityFile !== undefined);
        const { status, stderr } = spawnSync(command, options, { input: code, encoding: 'utf8' });
        expect({ status, stderr, code }).toMatchObject({ status: 0 });
      }
    });
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
  const post = api.document.paths['/pets']?.post;
  const requestBody = { content: { 'application/json': { examples: { all: { value: body } } } } };
  return { ...openapi, paths: { '/pets': { post: { ...post, requestBody } } } };
}

test('a body has the literals of the language', () => {
  const server = { api: readApi(withBody(AWKWARD)), baseUrl: BASE_URL };
  const [operation] = server.api.operations;
  const rendered = operation === undefined ? [] : samples(server, operation);
  expect(sampleIn('Python', rendered).code).toContain('"good": True, "bad": False, "none": None');
  const [, json = ''] = /JSON\.stringify\((.*)\),\n\}\);/s.exec(sampleIn('JavaScript', rendered).code) ?? [];
  expect(new Function(`return (${json});`)()).toEqual(AWKWARD);
  const shell = sampleIn('curl', rendered).code.replace(/^.*?\| curl/, 'set --');
  const { stdout } = spawnSync('bash', ['-c', `${shell}; printf %s "\${@: -1}"`], { encoding: 'utf8' });
  expect(JSON.parse(stdout)).toEqual(AWKWARD);
});
