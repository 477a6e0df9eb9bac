// The config of a stack's file: the schemas of its keys, as it is parsed, and as JSON Schema, for completion and errors in editors.
import * as z from 'zod';
import { KEYS } from './keys.ts';

export { SITE_NAMES } from './site.ts';

type Shape = { readonly [Key in keyof typeof KEYS]: (typeof KEYS)[Key]['schema'] };

const shape = Object.fromEntries(Object.entries(KEYS).map(([name, { schema }]) => [name, schema])) as Shape;

export const stackConfig = z.strictObject(shape);

export type StackConfig = z.output<typeof stackConfig>;

type JsonSchema = Readonly<Record<string, unknown>>;

/** Draft 7, which every editor's YAML support reads. */
export function stackFileSchema(): JsonSchema {
  // `input`: the values that a file may have, before text becomes numbers. A transform appears as its `meta`.
  const { $schema, ...config } = z.toJSONSchema(stackConfig, {
    target: 'draft-7',
    io: 'input',
    unrepresentable: 'any',
  });
  return {
    $schema,
    title: 'Pulumi.<stack>.yaml of petstore',
    type: 'object',
    required: ['config'],
    properties: {
      config: { ...config, patternProperties: { [OTHER_NAMESPACE]: {} } },
    },
  };
}

/** Keys of the providers, which may be encrypted, are not checked. */
const OTHER_NAMESPACE = '^(?!petstore:)[^:]+:.+$';
