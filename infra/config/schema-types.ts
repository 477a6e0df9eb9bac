// The definition of a part of the settings, by its path.
import * as z from 'zod';

/** Without the mark that it may be absent; undefined for a path that the definition does not have. */
export function typeAt(schema: z.ZodType | undefined, path: readonly PropertyKey[]): z.ZodType | undefined {
  const type = schema instanceof z.ZodOptional ? (schema.unwrap() as z.ZodType) : schema;
  const [part, ...rest] = path;
  if (part === undefined) return type;
  if (type instanceof z.ZodObject) return typeAt(type.shape[String(part)] as z.ZodType | undefined, rest);
  if (type instanceof z.ZodArray) return typeAt(type.element as z.ZodType, rest);
  if (type instanceof z.ZodRecord) return typeAt(type.valueType as z.ZodType, rest);
  return undefined;
}

/** The keys of the mapping at a path; of a choice among mappings, those of each. */
export function keysAt(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  const type = typeAt(schema, path);
  if (type instanceof z.ZodDiscriminatedUnion) {
    return [...new Set(type.options.flatMap((option) => keysAt(option as z.ZodType, [])))];
  }
  return type instanceof z.ZodObject ? Object.keys(type.shape) : [];
}
