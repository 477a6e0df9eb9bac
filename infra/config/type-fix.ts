// What to write in place of a value of the wrong form: the value in the right form where that is valid, else an example.
import * as z from 'zod';
import { exampleAt } from './examples.ts';
import { typeAt } from './schema-types.ts';

/** `wanted`: "text", "a list" or "a mapping". */
export function fixType(
  schema: z.ZodType,
  path: readonly PropertyKey[],
  { wanted, given }: { readonly wanted: string; readonly given: unknown },
): string {
  const type = typeAt(schema, path);
  if (wanted === 'a list' && type instanceof z.ZodArray) {
    const items = listItems(given, type.element as z.ZodType);
    if (items.length > 0) return `write it as a list: [${items.map((item) => quoted(item)).join(', ')}]`;
  }
  if (wanted === 'text' && type !== undefined) {
    const text = Array.isArray(given) && given.length === 1 ? given[0] : given;
    if (typeof text === 'string' && isValid(type, text)) return `write it without the list: ${quoted(text)}`;
    if (typeof text === 'number' && isValid(type, String(text))) return `put it in quotes: "${text}"`;
  }
  const example = exampleAt(path);
  return example === undefined ? `write ${wanted}` : `write ${wanted}, such as ${example}`;
}

/** The items that a scalar names; none where any of them would be refused in a list. */
function listItems(given: unknown, element: z.ZodType): string[] {
  if (typeof given !== 'string' && typeof given !== 'number') return [];
  const items = String(given)
    .split(/[\s,]+/)
    .filter((item) => item !== '');
  const named = items.map((item) => (isValid(element, item) ? item : (hostOf(item) ?? item)));
  return named.every((item) => isValid(element, item)) ? named : [];
}

function hostOf(text: string): string | undefined {
  return URL.parse(text)?.hostname;
}

function isValid(type: z.ZodType, text: string): boolean {
  return type.safeParse(text).success;
}

/** In quotes where YAML would read something else, such as a number; without the YAML library, which a run does not load. */
function quoted(text: string): string {
  return /^[a-z][\w-]*(\.[\w-]+)+$/i.test(text) ? text : JSON.stringify(text);
}
