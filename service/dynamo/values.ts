// DynamoDB's attribute values in JSON, for the two types that the tables use.

export type AttributeValue = { readonly S: string } | { readonly N: string };
export type Item = Readonly<Record<string, AttributeValue>>;

export function text(value: string): AttributeValue {
  return { S: value };
}

/** DynamoDB's numbers are decimal text of up to 38 digits, so an int64 is exact. */
export function number(value: bigint | number): AttributeValue {
  return { N: String(value) };
}

export function readText(item: Item, name: string): string {
  const value = item[name];
  if (value === undefined || !('S' in value)) throw new Error(`The stored item has no text "${name}"`);
  return value.S;
}

/** The decimal text; undefined where the item has no such number. */
export function readNumber(item: Item, name: string): string | undefined {
  const value = item[name];
  return value !== undefined && 'N' in value ? value.N : undefined;
}

/** A number that every such item has. Throws where this one has not. */
export function readInteger(item: Item, name: string): bigint {
  const digits = readNumber(item, name);
  if (digits === undefined) throw new Error(`The stored item has no number "${name}"`);
  return BigInt(digits);
}
