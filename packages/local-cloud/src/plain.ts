// What kind of value an input is.

/** terraform-plugin-sdk, helper/schema/schema.go, schemaMap.diffString, diffList, diffMap. */
export function isZero(value: unknown): boolean {
  if (value === undefined || value === null || value === '' || value === 0 || value === false) return true;
  return (Array.isArray(value) || isPlain(value)) && Object.keys(value).length === 0;
}

export function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
