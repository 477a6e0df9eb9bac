// What the provider's comparisons treat as the same.
import { unknown } from '@pulumi/pulumi/output.js';
import { expect, test } from 'vitest';
import { diffInputs } from '../../src/engine/diff.ts';
import { isZero } from '../../src/plain.ts';

test('an input that is not declared is no change where the service fills it; an unknown one is', () => {
  const rules = { replaceOn: [], computedInputs: ['content'] };
  const shown = (news: object) =>
    diffInputs(rules, 'one', { old: { content: 'a' }, news: { ...news }, region: 'here' });
  expect(shown({})).toEqual({ kind: 'same' });
  expect(shown({ content: unknown })).toEqual({ kind: 'update', paths: ['content'] });
});

test('the plugin SDK treats empty as absent, the plugin framework does not', () => {
  const [old, news] = [{ comment: '', tags: [] }, {}];
  expect(diffInputs({ replaceOn: [] }, 'one', { old, news, region: 'here' })).toEqual({ kind: 'same' });
  const framework = { replaceOn: [], framework: true } as const;
  expect(diffInputs(framework, 'one', { old, news, region: 'here' })).toEqual({
    kind: 'update',
    paths: ['comment', 'tags'],
  });
});

test.each([
  [true, [undefined, null, '', 0, false, [], {}]],
  [false, ['0', 1, true, [0], { a: undefined }, Buffer.from('a')]],
])('zero: %s', (expected, values) => {
  for (const value of values) expect(isZero(value), JSON.stringify(value)).toBe(expected);
});
