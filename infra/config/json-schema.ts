// The JSON Schema of a stack file, for completion and errors in editors; derived from its definition (schema.ts).
import * as z from 'zod';
import { stackConfig } from './schema.ts';

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
      config: { ...config, patternProperties: { [OTHER_NAMESPACE]: {} }, ...freeHasNoHosts },
    },
  };
}

/** Keys of the providers, which may be encrypted, are not checked. */
const OTHER_NAMESPACE = '^(?!petstore:)[^:]+:.+$';

const noHosts = { properties: { primary: false, domains: { maxItems: 0 }, redirects: { maxItems: 0 } } };

const freeHasNoHosts = {
  if: { required: ['petstore:plan'], properties: { 'petstore:plan': { enum: ['pro', 'enterprise'] } } },
  else: { properties: { 'petstore:api': noHosts, 'petstore:docs': noHosts } },
};
