// Input schemas have the provider's arguments: the compiler checks their names, the parser their values.
import { expect, it } from 'vitest';
import { z } from 'zod';
import { argsOf } from '../../src/schema/args-of.ts';

interface Args {
  name: string;
  size?: number;
}

it('refuses a property that the schema does not have, by its name', () => {
  const schema = argsOf<Args>()({ name: z.string() });
  expect(schema.parse({ name: 'a' })).toEqual({ name: 'a' });
  expect(schema.safeParse({ name: 'a', size: 1 }).error?.issues[0]).toMatchObject({ keys: ['size'] });
});

it('does not compile with a property that the provider lacks, or without one that it requires', () => {
  // @ts-expect-error the provider has no such property
  expect(argsOf<Args>()({ name: z.string(), colour: z.string() }).shape).toHaveProperty('colour');
  // @ts-expect-error the provider requires a name
  expect(argsOf<Args>()({ size: z.number() }).shape).not.toHaveProperty('name');
});
