// The contract against the one that was released: a change that breaks a stable operation fails, one of beta is noted.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { contract } from '../../service/openapi.ts';
import { breaksBetween } from './released/compare.ts';

/** A release puts its contract here in place of the one before. */
const RELEASED = join(import.meta.dirname, 'released/openapi-1.0.0.yaml');

interface Node {
  [name: string]: Node;
}

const current = () => JSON.parse(contract) as Node;

test('no change breaks a client of what is released and not beta', () => {
  const breaks = breaksBetween(parse(readFileSync(RELEASED, 'utf8')) as object, current() as object);
  for (const { operation, what } of breaks.filter(({ stability }) => stability === 'beta')) {
    console.log(`beta: ${operation} changes: ${what}`);
  }
  expect(breaks.filter(({ stability }) => stability !== 'beta')).toEqual([]);
});

const at = (node: Node, ...path: readonly string[]) =>
  path.reduce<Node>((one, name) => one[name] as Node, node);

test.each<[string, (document: Node) => void, string]>([
  ['an operation is gone', (d) => delete at(d, 'paths', '/pets').post, 'it is not there any more'],
  ['a path is gone', (d) => delete at(d, 'paths')['/pets'], 'it is not there any more'],
  [
    'a member becomes required',
    (d) =>
      Object.assign(at(d, 'components', 'schemas', 'NewPet'), { required: ['name', 'categoryId', 'status'] }),
    'body: status is required now',
  ],
  [
    'a member is not taken',
    (d) => delete at(d, 'components', 'schemas', 'NewPet', 'properties').status,
    'body.status is not there any more',
  ],
  [
    'a name must be shorter',
    (d) => Object.assign(at(d, 'components', 'schemas', 'NewPet', 'properties', 'name'), { maxLength: 100 }),
    'body.name: maxLength is 100',
  ],
  [
    'a member is not given',
    (d) => delete at(d, 'components', 'schemas', 'Pet', 'properties').name,
    '201.name is not there any more',
  ],
  [
    'a member is not always given',
    (d) => Object.assign(at(d, 'components', 'schemas', 'Pet'), { required: ['id'] }),
    '201: name, categoryId, status is optional now',
  ],
  [
    'a type changes',
    (d) => Object.assign(at(d, 'components', 'schemas', 'Pet', 'properties', 'id'), { type: 'string' }),
    '201.id is string, was integer',
  ],
  [
    'a status is gone',
    (d) => delete at(d, 'paths', '/pets', 'post', 'responses')['201'],
    '201 is not there any more',
  ],
  [
    'a header is gone',
    (d) => delete at(d, 'paths', '/pets', 'post', 'responses', '201', 'headers').Location,
    '201: the header Location is not there any more',
  ],
  [
    'a parameter becomes required',
    (d) => Object.assign(at(d, 'components', 'parameters', 'IdempotencyKey'), { required: true }),
    'Idempotency-Key is required now',
  ],
])('%s: it is found', (_what, change, found) => {
  const changed = current();
  change(changed);
  const breaks = breaksBetween(current() as object, changed as object);
  expect(breaks).toContainEqual({ operation: 'POST /pets', stability: 'stable', what: found });
});
