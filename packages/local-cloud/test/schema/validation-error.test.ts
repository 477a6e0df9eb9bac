// Refusals of single values have the wording of AWS's services.
import { expect, test } from 'vitest';
import { z } from 'zod';
import { emulates, needed } from '../../src/schema/emulated.ts';
import { validationMessage } from '../../src/schema/validation-error.ts';

const reads = (schema: z.ZodType, value: unknown) =>
  z.strictObject({ name: schema }).safeParse({ name: value }, { error: validationMessage }).error?.issues[0]
    ?.message;

const FAILED = 'failed to satisfy constraint: Member must';

test.each<[string, z.ZodType, unknown, string]>([
  ['too long', z.string().max(2), 'abc', `'abc' at 'name' ${FAILED} have length less than or equal to 2`],
  ['too short', z.string().min(1), '', `'' at 'name' ${FAILED} have length greater than or equal to 1`],
  ['too high', z.int().max(900), 901, `'901' at 'name' ${FAILED} have value less than or equal to 900`],
  [
    'too many',
    z.array(z.string()).max(1),
    ['a', 'b'],
    `'["a","b"]' at 'name' ${FAILED} have length less than or equal to 1`,
  ],
  [
    'another form',
    z.string().regex(/^\w+$/),
    'a b',
    String.raw`'a b' at 'name' ${FAILED} satisfy regular expression pattern: \w+`,
  ],
  ['another value', z.enum(['A', 'B']), 'C', `'C' at 'name' ${FAILED} satisfy enum value set: [A, B]`],
  ['no text', z.string(), undefined, `null at 'name' ${FAILED} not be null`],
  ['no value of several', z.enum(['A', 'B']), undefined, `null at 'name' ${FAILED} not be null`],
])('%s', (_case, schema, value, words) => {
  expect(reads(schema, value)).toBe(`1 validation error detected: Value ${words}`);
});

test("the refusal of a map's key does not show the map's values, which may be secret", () => {
  const variables = z.record(z.string().regex(/^[a-z]+$/), z.string());
  expect(reads(variables, { '1': 'a secret' })).toBe(
    "1 validation error detected: Value at 'name' failed to satisfy constraint: Map keys must satisfy constraint: " +
      '[Member must satisfy regular expression pattern: [a-z]+]',
  );
});

test('shows the beginning of a long value', () => {
  expect(reads(z.string().max(2), 'a'.repeat(5_000))?.length).toBeLessThan(400);
});

test("a value that is not emulated is refused in the local cloud's name; the service's refusal lists all values", () => {
  const kind = emulates(['A'], { of: ['A', 'B'], because: 'nobody needs it' });
  expect(reads(kind, 'B')).toBe("the local cloud does not emulate 'B': nobody needs it");
  expect(reads(kind, 'C')).toBe(
    `1 validation error detected: Value 'C' at 'name' ${FAILED} satisfy enum value set: [A, B]`,
  );
  expect(reads(z.string(needed('a thing without a name', 'it has one')), undefined)).toBe(
    'the local cloud does not emulate a thing without a name: it has one',
  );
});
