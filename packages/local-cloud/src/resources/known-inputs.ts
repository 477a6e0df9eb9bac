// The check of inputs that are partly unknown, as in a preview: defaults, and values in the form of their schema.
import { z } from 'zod';

type IsUnknown = (value: unknown) => boolean;

/**
 * Parses every part that has no unknown value and leaves the rest as it is. The provider's Check does the
 * same (`applyDefaults` in pulumi-terraform-bridge's pkg/tfbridge/schema.go): without it, a preview lacks defaults that
 * the update has, and an update by a saved plan is refused.
 */
export function parseKnown(schema: z.ZodType, value: unknown, isUnknown: IsUnknown): unknown {
  if (isUnknown(value)) return value;
  if (!holdsUnknown(value, isUnknown)) {
    const parsed = schema.safeParse(value);
    return parsed.success ? parsed.data : value;
  }
  const inner = unwrapped(schema);
  if (inner instanceof z.ZodArray && Array.isArray(value))
    return value.map((item) => parseKnown(inner.element as z.ZodType, item, isUnknown));
  if (inner instanceof z.ZodRecord)
    return mapEntries(value as object, () => inner.valueType as z.ZodType, isUnknown);
  if (inner instanceof z.ZodObject) {
    const shape = inner.shape as Readonly<Record<string, z.ZodType>>;
    const absent = Object.fromEntries(Object.keys(shape).map((key) => [key, undefined]));
    return mapEntries({ ...absent, ...(value as object) }, (key) => shape[key], isUnknown);
  }
  return value;
}

function mapEntries(
  value: object,
  schemaOf: (key: string) => z.ZodType | undefined,
  isUnknown: IsUnknown,
): Record<string, unknown> {
  const entries = Object.entries(value).map(([key, one]) => {
    const schema = schemaOf(key);
    return [key, schema === undefined ? one : parseKnown(schema, one, isUnknown)] as const;
  });
  return Object.fromEntries(entries.filter(([, one]) => one !== undefined));
}

/** Assets and other instances of classes are opaque: nothing unknown is looked for inside them. */
function holdsUnknown(value: unknown, isUnknown: IsUnknown): boolean {
  if (isUnknown(value)) return true;
  if (Array.isArray(value)) return value.some((item) => holdsUnknown(item, isUnknown));
  if (typeof value !== 'object' || value === null) return false;
  if (Object.getPrototypeOf(value) !== Object.prototype) return false;
  return Object.values(value).some((item) => holdsUnknown(item, isUnknown));
}

/** The schema of the value itself, without wrappers (optional, nullable, default) and transforms. */
function unwrapped(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return unwrapped(schema.def.innerType as z.ZodType);
  return schema instanceof z.ZodPipe ? unwrapped(schema.def.in as z.ZodType) : schema;
}
