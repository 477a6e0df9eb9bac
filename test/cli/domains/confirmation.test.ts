// The line that confirms a removal, in the layout that the list of the file has.
import { afterAll, expect, test } from 'vitest';
import { confirmations } from '../../../cli/domains/removed-hosts.ts';
import { openFixture, productionFile } from './harness.ts';

const fixture = openFixture();
afterAll(() => fixture.close());

const FILE = 'Pulumi.production.yaml';
const LINE = productionFile.split('\n').length;
const BOTH = 'petstore:removals: [a.example, b.a.example]';

test.each<[string, string, object, number | undefined]>([
  ['no list', '', { line: LINE, column: 3, text: BOTH }, LINE],
  ['an empty list', '  petstore:removals: []\n', { line: LINE, column: 3, text: BOTH }, LINE],
  [
    'a list on one line',
    '  petstore:removals: [x.example]\n',
    { line: LINE, column: 3, text: BOTH.replace('[', '[x.example, ') },
    LINE,
  ],
  [
    'a line for each',
    '  petstore:removals:\n    - x.example # a.example\n',
    { line: LINE + 2, column: 5, text: '- a.example' },
    LINE + 3,
  ],
])('%s', (_, list, confirmation, lineOfLast) => {
  fixture.write(FILE, productionFile + list);
  const lines = confirmations(fixture.folder, 'production', ['a.example', 'b.a.example']);
  expect(lines.get('a.example')).toEqual({ file: FILE, ...confirmation });
  expect(lines.get('b.a.example')?.line).toBe(lineOfLast);
});

test('a stack without a file has none', () => {
  expect(confirmations(fixture.folder, 'none', ['a.example'])).toEqual(new Map());
});
