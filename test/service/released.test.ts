// The contract against the one that was released: a change that breaks a stable operation fails, one of beta is noted.
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { contract } from '../../service/openapi.ts';
import { type Break, breaksBetween } from './released/compare.ts';

const ROOT = join(import.meta.dirname, '../..');
/** A release puts its contract here in place of the one before. */
const RELEASED = 'test/service/released/openapi-1.0.0.yaml';
/** Of what it says, comments and layout aside: clients rely on it, so that it never changes. */
const RELEASED_SHA256 = '351e9381e8934ac34362580ef3c825ab7711bea55a92baacc5ed51ec90b2f4bb';

interface Node {
  [name: string]: Node;
}

const current = () => JSON.parse(contract) as Node;
const released = parse(readFileSync(join(ROOT, RELEASED), 'utf8')) as Node;
const versionOf = (document: Node) => String(at(document, 'info', 'version'));

test('the released contract is that of its version, and the contract has no lower one', () => {
  expect(RELEASED).toContain(`/openapi-${versionOf(released)}.yaml`);
  const sha256 = hash('sha256', JSON.stringify(released));
  expect(sha256, 'a released contract changes with its version only').toBe(RELEASED_SHA256);
  const lower = versionOf(current()).localeCompare(versionOf(released), 'en', { numeric: true }) < 0;
  expect(lower, `info.version in service/openapi.yaml is below that of ${RELEASED}`).toBe(false);
});

test('no change breaks a client of what is released and not beta', () => {
  const breaks = breaksBetween(released as object, current() as object);
  for (const { operation, what } of breaks.filter(({ stability }) => stability === 'beta')) {
    console.log(`beta: ${operation} changes: ${what}`);
  }
  const stable = breaks.filter(({ stability }) => stability !== 'beta');
  if (stable.length > 0) expect.fail(breakReport(stable));
});

/** What a failure says: each break, and where the steps are for one that is meant. */
function breakReport(breaks: readonly Break[]): string {
  return [
    `these changes break clients of the released contract, ${RELEASED}:`,
    ...breaks.map(({ operation, what }) => `  ${operation}: ${what}`),
    'not meant: take the change back in service/openapi.yaml; what only adds, or lets a request have more, breaks nobody',
    'meant: CONTRIBUTING.md, "Break the contract on purpose", has the steps, and "Change a limit" those of a limit',
  ].join('\n');
}

const at = (node: Node, ...path: readonly string[]) =>
  path.reduce<Node>((one, name) => one[name] as Node, node);

const schema = (document: Node, name: string) => at(document, 'components', 'schemas', name);

test.each<[string, (document: Node) => void, string]>([
  ['an operation is gone', (d) => delete at(d, 'paths', '/pets').post, 'it is not there any more'],
  [
    'a name must be shorter',
    (d) => Object.assign(at(schema(d, 'NewPet'), 'properties', 'name'), { maxLength: 1 }),
    `body.name: maxLength is 1, was ${at(schema(current(), 'NewPet'), 'properties', 'name').maxLength}`,
  ],
  [
    'a parameter becomes required',
    (d) => Object.assign(at(d, 'components', 'parameters', 'IdempotencyKey'), { required: true }),
    'Idempotency-Key is required now',
  ],
  [
    'a body is of another type',
    (d) => {
      const body = at(d, 'paths', '/pets', 'post', 'requestBody');
      body.content = { 'text/plain': at(body, 'content', 'application/json') };
    },
    'body is text/plain, was application/json',
  ],
])('%s: it is found', (_what, change, found) => {
  const changed = current();
  change(changed);
  const breaks = breaksBetween(current() as object, changed as object);
  expect(breaks).toContainEqual({ operation: 'POST /pets', stability: 'stable', what: found });
});

test('nothing is found where nothing changes, where a limit is wider, or where an operation or a member is added', () => {
  const changed = current();
  Object.assign(at(schema(changed, 'Pet'), 'properties'), { born: { type: 'string' } });
  Object.assign(at(schema(changed, 'NewPet'), 'properties', 'name'), { maxLength: 1_000 });
  const page = at(changed, 'paths', '/pets', 'get', 'responses', '200', 'content', 'application/json');
  Object.assign(page.schema as Node, { maxItems: 1_000 });
  Object.assign(at(changed, 'paths'), { '/toys': at(changed, 'paths', '/pets') });
  expect(breaksBetween(current() as object, changed as object)).toEqual([]);
  expect(breaksBetween(current() as object, current() as object)).toEqual([]);
});
