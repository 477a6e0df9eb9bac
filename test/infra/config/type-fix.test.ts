// A value of the wrong form: the printed fix is one that the next run accepts.

import { expect, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { formatPath } from '../../../infra/config/path.ts';
import { stackConfig } from '../../../infra/config/schema.ts';
import { exampleAt, typeAt } from '../../../infra/config/type-fix.ts';
import { good, problemsOf, type Raw } from './stack.ts';

/** Of every mapping and list of the settings. */
function structures(type: z.ZodType | undefined, path: PropertyKey[]): PropertyKey[][] {
  const at = (...more: PropertyKey[]) => structures(typeAt(type, more), [...path, ...more]);
  if (type instanceof z.ZodObject) return [path, ...Object.keys(type.shape).flatMap((key) => at(key))];
  if (type instanceof z.ZodArray) return [path, ...at(0)];
  if (type instanceof z.ZodRecord) return [path, ...at('petstore.dev')];
  return type instanceof z.ZodDiscriminatedUnion ? [path] : [];
}

const ALL = structures(stackConfig, []).filter((path) => path.length > 0);

test('the mappings and lists of the settings', () => {
  expect(ALL.map(formatPath)).toEqual(
    expect.arrayContaining([
      'petstore:backup',
      'petstore:zones["petstore.dev"]',
      'petstore:api.redirects[0]',
    ]),
  );
});

/** The config with a value at a path; what leads to it is there, with one item in each list. */
function withValue(path: readonly PropertyKey[], value: unknown): Raw {
  const put = (old: unknown, [step, ...rest]: readonly PropertyKey[]): unknown => {
    if (step === undefined) return value;
    if (typeof step === 'number') return [put(undefined, rest)];
    return { ...(old as Raw | undefined), [step]: put((old as Raw | undefined)?.[step as string], rest) };
  };
  return put(good, path) as Raw;
}

test.each(ALL.map((path) => [formatPath(path), path] as const))('%s: its example is valid', (name, path) => {
  const [problem] = problemsOf(withValue(path, true)).filter((one) => one.path === name);
  expect(problem?.code).toBe('bad-type');
  const [, example = ''] = /^write a (?:mapping|list), such as (.+)$/.exec(problem?.fix ?? '') ?? [];
  expect(example).toBe(exampleAt(path));
  expect(typeAt(stackConfig, path)?.safeParse(parse(example)).error).toBeUndefined();
});

test.each<[Raw, string]>([
  [{ 'petstore:verified': 'a.dev' }, 'write it as a list: [a.dev]'],
  [{ 'petstore:verified': 'a.dev, b.dev' }, 'write it as a list: [a.dev, b.dev]'],
  [{ 'petstore:verified': 'https://a.dev/x' }, 'write it as a list: [a.dev]'],
  [{ 'petstore:verified': 'a b_c' }, 'write a list, such as [shop.petstore.example]'],
  [{ 'aws:allowedAccountIds': '012345678901' }, 'write it as a list: ["012345678901"]'],
  [{ 'aws:allowedAccountIds': 123456789012 }, 'write it as a list: ["123456789012"]'],
  [{ 'petstore:docs': { primary: ['a.dev'] } }, 'write it without the list: a.dev'],
  [{ 'petstore:docs': { primary: 5 } }, 'write text, such as petstore.example'],
  [
    { 'petstore:docs': { primary: 'petstore.example', redirects: 'a.dev' } },
    'write a list, such as [{ from: shop.petstore.example, to: "https://petstore.example", status: 301 }]',
  ],
])('%j: the fix has the given value where that is valid', (change, fix) => {
  expect(problemsOf(change).map((one) => one.fix)).toContain(fix);
});
