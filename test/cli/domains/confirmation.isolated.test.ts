// The line that confirms a removal, in the layout that the list of the file has.
import { afterAll, expect, test } from 'vitest';
import { confirmations } from '../../../cli/domains/confirmation.ts';
import { openFixture, productionFile } from './harness.ts';

const fixture = openFixture();
afterAll(() => fixture.close());

const LINE = productionFile.split('\n').length;

test.each([
  ['no list', '', [LINE, 3], 'petstore:removals: [a.example, b.a.example]', LINE],
  [
    'an empty list',
    '  petstore:removals: []\n',
    [LINE, 3],
    'petstore:removals: [a.example, b.a.example]',
    LINE,
  ],
  [
    'a list on one line',
    '  petstore:removals: [x.example]\n',
    [LINE, 3],
    'petstore:removals: [x.example, a.example, b.a.example]',
    LINE,
  ],
  [
    'a line for each',
    '  petstore:removals:\n    - x.example # a.example\n',
    [LINE + 2, 5],
    '- a.example',
    LINE + 3,
  ],
])('%s', (_, list, [line, column], text, lineOfLast) => {
  fixture.write('Pulumi.production.yaml', productionFile + list);
  const lines = confirmations(fixture.folder, 'production', ['a.example', 'b.a.example']);
  expect(lines.get('a.example')).toEqual({ file: 'Pulumi.production.yaml', line, column, text });
  expect(lines.get('b.a.example')?.line).toBe(lineOfLast);
});

test('a key that is written otherwise: the line to add, without its place', () => {
  fixture.write('Pulumi.production.yaml', `${productionFile}  "petstore:removals": []\n`);
  const lines = confirmations(fixture.folder, 'production', ['a.example']);
  expect(lines.get('a.example')).toEqual({
    file: 'Pulumi.production.yaml',
    text: 'petstore:removals: [a.example]',
  });
});

test('a stack without a file has none', () => {
  expect(confirmations(fixture.folder, 'none', ['a.example'])).toEqual(new Map());
});
