// Forms with unknown values, and what the provider's comparisons treat as the same.
import { unknown } from '@pulumi/pulumi/output.js';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { changedPaths, diffInputs } from '../src/engine/diff.ts';
import { type Forms, isZero, serve, settle, text } from '../src/forms.ts';
import { defineHandler } from '../src/resources/handler.ts';
import { operation } from './support/cloud.ts';

const lowerCase = text((value) => value.toLowerCase());
const sameSize = (one: unknown, other: unknown) => String(one).length === String(other).length;

const forms: Forms = {
  rules: [
    { input: 'name', served: lowerCase },
    { input: 'hosts', same: sameSize },
    { input: 'log', served: (value) => value ?? { level: 'INFO' } },
  ],
};
const rules = { replaceOn: ['name'], forms };

test('an unknown value is neither converted nor treated as the same', () => {
  const declared = { name: unknown, hosts: ['a', unknown], log: unknown };
  expect(serve(forms, declared)).toEqual(declared);
  const held = { name: 'a', hosts: ['a'], log: { level: 'INFO' } };
  expect(settle(forms, held, declared)).toEqual(held);
  // An unknown set is not an empty one.
  expect(settle(forms, { ...held, hosts: [] }, { hosts: unknown })).toMatchObject({ hosts: [] });
  expect(diffInputs(rules, 'one', { old: held, news: declared, region: 'here' })).toMatchObject({
    kind: 'replace',
    paths: ['name'],
  });
});

test('the plugin SDK treats empty as absent, the plugin framework does not', () => {
  const [old, news] = [{ comment: '', tags: [] }, {}];
  expect(diffInputs({ replaceOn: [] }, 'one', { old, news, region: 'here' })).toEqual({ kind: 'same' });
  const framework = { replaceOn: [], forms: { framework: true, rules: [] } as const };
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

test('the paths of what differs', () => {
  expect(changedPaths({ a: [1] }, { a: [2] })).toEqual(['a[0]']);
});

test('a service gets and stores its own form, and returns it', async () => {
  const got: object[] = [];
  const handler = defineHandler<{ name: string }, { arn: string }>({
    ...{ type: 'test:index:Thing', inputs: z.any(), replaceOn: [] },
    forms: { rules: [{ input: 'name', served: lowerCase }] },
    create: async (inputs) => ({ id: `${got.push(inputs)}`, computed: { arn: 'a' } }),
    read: async () => ({ inputs: { name: 'Live' }, computed: { arn: 'a' } }),
    update: async (_id, inputs, old) => ({ arn: `${got.push(inputs, old)}` }),
    delete: async (_id, old) => void got.push(old),
  });
  const [declared, context] = [{ name: 'A' } as never, operation()];
  expect((await handler.create(declared, context)).computed).toEqual({ name: 'a', arn: 'a' });
  expect(await handler.update('1', declared, declared, context)).toEqual({ name: 'a', arn: '3' });
  await handler.delete('1', declared, context);
  expect(got).toEqual(Array(4).fill({ name: 'a' }));
  const read = { inputs: { name: 'live' }, computed: { name: 'live', arn: 'a' } };
  expect(await handler.read('1', context, declared)).toEqual(read);
});
