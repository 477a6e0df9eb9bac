// Stack files: YAML as Pulumi reads it, the project's defaults, problems that name the line, and a host that the files of two stacks have.
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { hostsInTwoStacks } from '../../../infra/config/other-stacks.ts';
import { parseSettings } from '../../../infra/config/parse.ts';
import type { Problem } from '../../../infra/config/problem.ts';
import {
  loadSettings,
  parseStackText,
  readStackFile,
  type StackText,
  settingsOf,
  stackFile,
} from '../../../infra/config/stack-file.ts';
import { temporaryFolder } from '../../cli/folder.ts';

const ROOT = join(import.meta.dirname, '../../..');

function raw(text: string, projectText?: string): unknown {
  const result = parseStackText({ name: 'Pulumi.x.yaml', text, ...(projectText && { projectText }) });
  return 'raw' in result ? result.raw : result.problems;
}

describe('the config of a file', () => {
  test('with anchors, merge keys and encrypted values, other parts of the file left alone', () => {
    const config = '  a:x: &x { b: 1 }\n  a:y: { <<: *x, c: 2 }\n  a:z: { secure: AAAB }\n';
    expect(raw(`encryptionsalt: v1:abc\nconfig:\n${config}`)).toEqual({
      'a:x': { b: 1 },
      'a:y': { b: 1, c: 2 },
      'a:z': { secure: 'AAAB' },
    });
  });

  test.each(['', '# nothing\n', 'config:\n', 'encryptionsalt: v1\n'])('is empty in %j', (text) => {
    expect(raw(text)).toEqual({});
  });

  test("has the project's defaults and values for keys that it leaves out", () => {
    const project = [
      'name: petstore',
      'config:',
      '  petstore:plan: { default: pro }',
      '  shards: 3',
      '  aws:region: { value: eu-north-1 }',
      '  petstore:verified: [a.dev]',
      '  petstore:zones: { description: none }',
    ].join('\n');
    expect(raw('config:\n  petstore:plan: free\n', project)).toEqual({
      'petstore:plan': 'free',
      'petstore:shards': 3,
      'aws:region': 'eu-north-1',
      'petstore:verified': ['a.dev'],
    });
  });
});

test.each([
  ['a tab, and what follows from it', 'config:\n  a:x:\n\tb: 1\n  c:x: 2\n  d:x: 3\n', '3:1'],
  ['two keys twice', 'config:\n  a:x: 1\n  a:x: 1\n  b:x: { c: 1, c: 2 }\n', '3:3'],
  ['a key that is indented deeper', 'config:\n  a:x: 1\n    b:x: 1\n', '2:8'],
  ['a quote that is not closed', 'config:\n  a:x: 1\n  a:y: "two\n', '4:1'],
  ['an alias of nothing', 'config:\n  petstore:plan: *x\n', '2:18'],
  ['a list for config', 'config:\n  - a\n', undefined],
])('%s in a file that is not YAML is one problem, with its place', (_, text, expected) => {
  const [{ code, path, place } = {} as Problem, ...more] = raw(text) as Problem[];
  expect([code, path, ...more]).toEqual(['bad-yaml', 'Pulumi.x.yaml']);
  expect(place && `${place.line}:${place.column}`).toBe(expected);
});

describe('a file that would take long to read is refused at once', () => {
  const many = (count: number, line: (index: number) => string) =>
    Array.from({ length: count }, (_, i) => line(i)).join('');
  test.each([
    ['5 MB of hosts', many(180_000, (i) => `  - h${i}.partner.example.com\n`)],
    ['lists in lists', `  a: ${'['.repeat(100_000)}`],
    ['mappings in mappings, with brackets in quotes', `  a: ${'{a: '.repeat(33)}']]]]'${'}'.repeat(33)}`],
    ['a list in a list in a list by dashes', `  a:\n    ${'- '.repeat(50_000)}1`],
    ['30,000 keys', many(30_000, (i) => `  k${i}:\n`)],
    ['1,000 aliases', `  - &a []\n${'  - *a\n'.repeat(1_000)}`],
  ])('%s', (_, below) => {
    expect(raw(`config:\n${below}`)).toMatchObject([{ code: 'too-large', path: 'Pulumi.x.yaml' }]);
  });

  test('one with 5,000 hosts is read', () => {
    const text = `config:\n  a:x:\n${many(5_000, (i) => `    - h${i}.petstore.example\n`)}`;
    expect(raw(text)).toHaveProperty('a:x.length', 5_000);
  });
});

test('a stack that does not exist: the problem names those that do', () => {
  const result = readStackFile(stackFile(ROOT, 'prod'));
  const fix = 'stacks here: local, production, staging; if it was deleted: git checkout -- Pulumi.prod.yaml';
  expect(result).toMatchObject({ problems: [{ code: 'no-such-stack', fix }] });
  expect(loadSettings(ROOT, 'prod')).toEqual(result);
});

test.each([
  ['UTF-16', Buffer.from('config:\n  a:x: 1\n', 'utf16le')],
  ['Latin-1', Buffer.from('config:\n  a:x: 1 # \u00e9', 'latin1')],
  ['nothing', Buffer.from('\n')],
  ['a folder', undefined],
])('a file without a text is a problem of its own: %s', (_, bytes) => {
  const folder = temporaryFolder();
  const file = stackFile(folder, 'a');
  if (bytes === undefined) mkdirSync(file);
  else writeFileSync(file, bytes);
  const problem = { code: 'unreadable-file', path: 'Pulumi.a.yaml' };
  expect(loadSettings(folder, 'a')).toEqual({ problems: [expect.objectContaining(problem)] });
});

test('a device, which may have no end, is not read', () => {
  const folder = temporaryFolder();
  symlinkSync('/dev/null', stackFile(folder, 'a'));
  const what = 'is a device or a pipe';
  expect(loadSettings(folder, 'a')).toEqual({ problems: [expect.objectContaining({ what })] });
});

test("Pulumi.yaml's defaults are those of the program", () => {
  const project = readStackFile(stackFile(ROOT, 'staging'));
  const text = 'config:\n  aws:region: eu-west-1\n';
  const expected = parseSettings('staging', { 'aws:region': 'eu-west-1' });
  expect(settingsOf('staging', { ...(project as StackText), text })).toEqual(expected);
});

const WRONG = `config:
  aws:region: eu-west-1
  petstore:zzz: 2
  petstore:zones:
    petstore.dev: { provider: route54 }
  petstore:api:
    primary: api.petstore.dev
    domains: [b.petstore.dev, "c_d.petstore.dev"]
    redirects:
      - from: old.petstore.dev
        to: apy.petstore.dev
`;

test('each problem has the place of its key, of its item or of what lacks it; a value of Pulumi.yaml has none', () => {
  const projectText = 'name: petstore\nconfig: { petstore:plan: { default: free } }';
  const result = settingsOf('x', { name: 'Pulumi.x.yaml', text: WRONG, projectText });
  const problems = 'problems' in result ? result.problems : [];
  const places = problems.map(({ path, place }) => `${place?.line}:${place?.column} ${path}`);
  expect(places).toEqual([
    'undefined:undefined petstore:plan',
    '3:3 petstore:zzz',
    '5:21 petstore:zones["petstore.dev"].provider',
    '8:31 petstore:api.domains[1]',
    '11:9 petstore:api.redirects[0].to',
  ]);
});

const STAGING = `config:
  aws:region: eu-west-1
  petstore:plan: pro
  petstore:docs:
    primary: a.example
    redirects:
      - { from: b.example, to: a.example, status: 301 }
`;

/** Of production, with this text of its hosts. */
function problems(docs: string, others: Readonly<Record<string, string>>, stack = 'production'): Problem[] {
  const file = { name: `Pulumi.${stack}.yaml`, text: `config:\n  petstore:docs: ${docs}\n` };
  const files = Object.entries(others).map(([name, text]) => [`Pulumi.${name}.yaml`, text]);
  return hostsInTwoStacks(temporaryFolder({ ...Object.fromEntries(files), [file.name]: file.text }), file);
}

test('a host that other stacks have: each of them counts, and each host, with its place in the file', () => {
  const docs = '{ primary: c.example, domains: [x.example, B.Example.] }';
  const found = problems(docs, { staging: STAGING, test: STAGING });
  const expected = {
    code: 'host-in-two-stacks',
    path: 'petstore:docs.domains[1]',
    place: { line: 2, column: 61 },
    fix: expect.stringContaining('npm run domains -- move b.example --stack production'),
  };
  expect(found).toMatchObject([expected, expected]);
  expect(found.map(({ what }) => what).join()).toMatch(/staging.*test/);
});

const MOVING = '  petstore:moving: [{ host: a.example, replaces: CNAME old.example }]\n';
test.each<[where: string, docs: string, staging: string, stack: string]>([
  ['the old stack serves a host that moves', `{ primary: a.example }\n${MOVING}`, STAGING, 'production'],
  ['the host moves to the other stack', '{ primary: a.example }', STAGING + MOVING, 'production'],
  ['the other file is no config', '{ primary: a.example }', 'config: [', 'production'],
  ['the stack is the local one: it has an internet of its own', '{ primary: a.example }', STAGING, 'local'],
])('a host of two stacks is no problem where %s', (_, docs, staging, stack) => {
  expect(problems(docs, { staging }, stack)).toEqual([]);
});
