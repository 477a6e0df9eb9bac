// The JSON Schema of a stack file, for completion and errors as one types; made from what parses it (schema.ts).
import * as z from 'zod';
import { stackConfig } from './schema.ts';

type JsonSchema = Readonly<Record<string, unknown>>;

/** Draft 7, which every editor's YAML support reads. */
export function stackFileSchema(): JsonSchema {
  // `input`: what a file may say, before text becomes numbers. Transforms show as what their `meta` says.
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

/** Providers' own keys, and encrypted values among them, are not ours to judge. */
const OTHER_NAMESPACE = '^(?!petstore:)[^:]+:.+$';

const noHosts = { properties: { primary: false, domains: { maxItems: 0 }, redirects: { maxItems: 0 } } };

const freeHasNoHosts = {
  if: { required: ['petstore:plan'], properties: { 'petstore:plan': { enum: ['pro', 'enterprise'] } } },
  else: { properties: { 'petstore:api': noHosts, 'petstore:docs': noHosts } },
};
