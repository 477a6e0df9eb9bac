// The names of the members that are int64: JSON is parsed by them, and the types are generated from the same schemas.

type Json = Readonly<Record<string, unknown>>;
type IsInt64 = (schema: Json) => boolean;

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Each member of each schema within a value, with its name. */
function membersOf(value: unknown): readonly (readonly [name: string, schema: Json])[] {
  if (Array.isArray(value)) return value.flatMap(membersOf);
  if (!isObject(value)) return [];
  const own = isObject(value.properties) ? Object.entries(value.properties) : [];
  const members = own.filter((entry): entry is [string, Json] => isObject(entry[1]));
  return [...members, ...Object.values(value).flatMap(membersOf)];
}

const isNumeric = ({ type }: Json) => [type].flat().some((one) => one === 'integer' || one === 'number');

/** Sorted. Throws where a name is int64 at one place and another number elsewhere: a name would not tell which it is. */
export function int64Members(document: object, isInt64: IsInt64): readonly string[] {
  const numbers = membersOf(document).filter(([, schema]) => isNumeric(schema));
  const names = new Set(numbers.filter(([, schema]) => isInt64(schema)).map(([name]) => name));
  const other = numbers.find(([name, schema]) => names.has(name) && !isInt64(schema));
  if (other !== undefined) {
    throw new Error(
      `The member ${other[0]} is int64 in one schema and another number in another: use two names`,
    );
  }
  return [...names].sort();
}
