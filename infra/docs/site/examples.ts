// The examples in a document, as JSON text; a body without an example gets one from its schema's fields.
import type { Api, Example, MediaType, Parameter, Schema } from './openapi.ts';
import { objectFields } from './schema-view.ts';

export interface NamedExample {
  readonly name: string;
  /** Indented JSON. */
  readonly text: string;
}

/** Every example of a body, at least one where its schema's fields have examples. */
export function bodyExamples(api: Api, { example, examples, schema }: MediaType): NamedExample[] {
  if (examples !== undefined)
    return Object.entries(examples).map(([key, given]) => named(key, api.resolve(given)));
  const value = example ?? (schema && schemaExample(api, schema));
  return value === undefined ? [] : [{ name: 'Example', text: pretty(value) }];
}

/** A value to show for a parameter, or undefined where the document has none. */
export function parameterExample({ example, examples, schema }: Parameter): string | undefined {
  const [first] = Object.values(examples ?? {});
  const value = example ?? first?.value ?? schema?.examples?.[0];
  return value === undefined ? undefined : String(value);
}

function named(key: string, { summary, value }: Example): NamedExample {
  return { name: summary ?? key, text: pretty(value) };
}

function schemaExample(api: Api, schema: Schema): unknown {
  const { examples, default: fallback, items, enum: values, type } = api.resolve(schema);
  if (examples?.[0] !== undefined) return examples[0];
  if (items !== undefined) return [schemaExample(api, items)];
  const fields = objectFields(api, schema);
  if (fields.length > 0 || type === 'object')
    return Object.fromEntries(fields.map((field) => [field.name, schemaExample(api, field.schema)]));
  return fallback ?? values?.[0];
}

function pretty(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
