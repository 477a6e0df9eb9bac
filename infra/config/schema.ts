// The config of a stack's file, as it is parsed and as the JSON Schema has it: the schemas of its keys.
import * as z from 'zod';
import { KEYS } from './keys.ts';

export { SITE_NAMES } from './site.ts';

type Shape = { readonly [Key in keyof typeof KEYS]: (typeof KEYS)[Key]['schema'] };

const shape = Object.fromEntries(Object.entries(KEYS).map(([name, { schema }]) => [name, schema])) as Shape;

export const stackConfig = z.strictObject(shape);

export type StackConfig = z.output<typeof stackConfig>;
