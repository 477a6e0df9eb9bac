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
          const { status, stderr } = spawnSync(command, options, { input: code, encoding: 'utf8' });
          expect({ status, stderr, code }).toMatchObject({ status: 0 });
        }
      },
    );

    test('names the authority where it is not a public one', () => {
      for (const operation of api.operations) {
        const [local, deployed] = [AUTHORITY, undefined].map((authorityFile) =>
          sampleIn(language, samples({ api, baseUrl: BASE_URL, authorityFile }, operation)),
        );
        expect(local?.code).toContain('/petstore/.local/ca.pem');
        expect(deployed?.code).not.toMatch(/ca\.pem|cacert|EXTRA_CA|ssl/);
      }
    });
  },
);

test('a body has the literals of the language', () => {
  const body = { name: 'null and true', good: true, bad: false, tags: null };
  const document = {
    ...openapi,
    paths: {
      '/pets': {
        post: {
          ...(openapi as unknown as Contract).paths['/pets']?.post,
          requestBody: { content: { 'application/json': { example: body } } },
        },
      },
    },
  };
  const [operation] = readApi(document).operations;
  if (operation === undefined) throw new Error('the document has no operation');
  const rendered = samples({ api: readApi(document), baseUrl: BASE_URL }, operation);
  expect(sampleIn('Python', rendered).code).toContain(
    'json.dumps({ "name": "null and true", "good": True, "bad": False, "tags": None })',
  );
  expect(sampleIn('JavaScript', rendered).code).toContain('"good": true, "bad": false, "tags": null');
});

interface Contract {
  readonly paths: Readonly<Record<string, { readonly post?: object }>>;
}

function sampleIn(language: Sample['language'], all: readonly Sample[]): Sample {
  const sample = all.find((one) => one.language === language);
  if (sample === undefined) throw new Error(`no sample in ${language}`);
  return sample;
}
