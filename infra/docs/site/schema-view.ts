// A schema as a readable list of fields: type, whether required, limits, description.
import { type Html, html } from './html.ts';
import { inlineMarkdown, markdown } from './markdown.ts';
import { type Field, type MediaType, type Schema, schemaName } from './openapi.ts';

export function objectFields({ properties = {}, required = [] }: Schema): Field[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    required: required.includes(name),
    schema,
  }));
}

type Presence = readonly [must: string, may: string];
const INPUT: Presence = ['required', 'optional'];

/** `label` names the list for a screen reader. */
export function fieldList(label: string, fields: readonly Field[], presence = INPUT): Html {
  return html`<dl class="fields" aria-label="${label}">${fields.map((field) => fieldView(field, presence))}</dl>`;
}

function fieldView({ name, required, description, schema = {} }: Field, [must, may]: Presence): Html {
  const limits = limitsOf(schema);
  return html`<div>
    <dt><code>${name}</code> <span class="type">${typeView(schema)}</span>
      ${required ? html`<span class="required">${must}</span>` : html`<span class="optional">${may}</span>`}</dt>
    <dd>${markdown(description ?? schema.description)}${
      limits.length > 0 && html`<p class="limits">${inlineMarkdown(limits.join(' · '))}</p>`
    }</dd></div>`;
}

/** `integer (int64)`, `array of Pet`; a named schema is a link to its own section. */
export function typeView(schema: Schema): Html {
  const name = schemaName(schema);
  if (name !== undefined) return html`<a href="/reference#schema-${name}">${name}</a>`;
  const { type, format, items } = schema;
  if (items !== undefined) return html`array of ${typeView(items)}`;
  const types = typeof type === 'string' ? type : (type ?? ['object']).join(' or ');
  return html`${types}${format !== undefined && ` (${format})`}`;
}

export function limitsOf(schema: Schema): string[] {
  const { minimum, maximum, minLength, maxLength, pattern, enum: values } = schema;
  return [
    values && `one of ${values.map(code).join(', ')}`,
    schema.const !== undefined && `always ${code(schema.const)}`,
    range(minimum, maximum, ''),
    range(minLength, maxLength, ' characters'),
    pattern !== undefined && `matches ${code(pattern)}`,
    schema.default !== undefined && `default ${code(schema.default)}`,
  ].filter((limit) => typeof limit === 'string');
}

function range(low: number | undefined, high: number | undefined, unit: string): string | false {
  // The bounds of int64 follow from the format, and JavaScript rounds them.
  const [from, to] = [low, high].map((bound) =>
    bound !== undefined && Number.isSafeInteger(bound) ? bound : undefined,
  );
  if (from !== undefined && to !== undefined) return `${from} to ${to}${unit}`;
  if (from !== undefined) return `at least ${from}${unit}`;
  return to !== undefined && `at most ${to}${unit}`;
}

function code(value: unknown): string {
  return `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
}

/** Every example of a body, as indented JSON. */
export function bodyExamples({ examples = {} }: MediaType = {}): { name: string; text: string }[] {
  return Object.entries(examples).map(([key, { summary: name = key, value }]) => {
    return { name, text: JSON.stringify(value, null, 2) };
  });
}
