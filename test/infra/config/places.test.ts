// Each problem names the line and column of its value in the stack's file.
import { expect, test } from 'vitest';
import { formatProblems } from '../../../infra/config/problem.ts';
import { settingsOf } from '../../../infra/config/stack-file.ts';

const TEXT = `config:
  aws:region: eu-west-1
  petstore:shard: 2
  petstore:zones:
    petstore.dev: { provider: route54 }
  petstore:api:
    primary: api.petstore.dev
    domains: [b.petstore.dev, "c_d.petstore.dev"]
    redirects:
      - from: old.petstore.dev
        to: apy.petstore.dev
`;

function problemsOf(text: string, projectText = '') {
  const result = settingsOf('x', { name: 'Pulumi.x.yaml', text, projectText });
  return 'problems' in result ? result.problems : [];
}

test('of a key, of an item of a list, and of what should hold a missing value', () => {
  const places = problemsOf(TEXT).map(({ path, place }) => `${place?.line}:${place?.column} ${path}`);
  expect(places).toEqual([
    'undefined:undefined petstore:plan',
    '3:3 petstore:shard',
    '5:21 petstore:zones["petstore.dev"].provider',
    '8:31 petstore:api.domains[1]',
    '10:9 petstore:api.redirects[0].status',
    '11:9 petstore:api.redirects[0].to',
  ]);
});

test('of what is wrong behind a misspelled key: under the name that the file has', () => {
  const text =
    'config:\n  aws:region: eu-west-1\n  petstore:plan: pro\n  petstore:api:\n    primry: a_b.petstore.dev\n  petstore:alarm:\n    emial: 1\n';
  const places = problemsOf(text).map(({ path, place }) => `${place?.line}:${place?.column} ${path}`);
  expect(places).toEqual([
    '5:5 petstore:api.primry',
    '5:5 petstore:api.primry',
    '6:3 petstore:alarm',
    '7:5 petstore:alarm.emial',
  ]);
});

test('a value of the project file has no place in the stack file', () => {
  const [problem] = problemsOf('config: { aws:region: eu-west-1 }', 'name: petstore\nconfig: { shards: no }');
  expect(problem).toMatchObject({ path: 'petstore:shards' });
  expect(problem?.place).toBeUndefined();
});

test('the list is aligned, with an empty place where there is none', () => {
  const problems = [
    { code: 'a', path: 'petstore:plan', what: 'is missing', fix: 'write it' },
    { code: 'b', path: 'petstore:api.x', place: { line: 12, column: 3 }, what: 'is wrong', fix: 'change it' },
  ];
  expect(formatProblems('Pulumi.x.yaml', problems)).toBe(
    [
      'Pulumi.x.yaml has 2 problems; nothing was changed.',
      '',
      '        petstore:plan   is missing',
      '                        write it',
      '  12:3  petstore:api.x  is wrong',
      '                        change it',
    ].join('\n'),
  );
});
