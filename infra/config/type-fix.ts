// What to write in place of a value of the wrong form: the value in the right form where that is valid, else an example.
import * as z from 'zod';

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

const NAMES = ['api.petstore.example', 'petstore.example'] as const;
const HOST = 'shop.petstore.example';
const REDIRECT = `{ from: ${HOST}, to: "https://petstore.example", status: 301 }`;

function site(key: string, primary: string): Readonly<Record<string, string>> {
  return {
    [key]: `{ primary: ${primary} }`,
    [`${key}.primary`]: primary,
    [`${key}.domains`]: `[${HOST}]`,
    [`${key}.domains[]`]: HOST,
    [`${key}.redirects`]: `[${REDIRECT}]`,
    [`${key}.redirects[]`]: REDIRECT,
    [`${key}.redirects[].from`]: HOST,
    [`${key}.redirects[].to`]: '"https://petstore.example"',
  };
}

function hosts(key: string): Readonly<Record<string, string>> {
  return { [key]: `[${HOST}]`, [`${key}[]`]: HOST };
}

/** In YAML's flow form, by path; `[]` is any item of a list, and any key of the zones. */
export const EXAMPLES: Readonly<Record<string, string>> = {
  'aws:allowedAccountIds': '["123456789012"]',
  'petstore:zones': '{ petstore.example: { provider: route53 } }',
  'petstore:zones[]': '{ provider: route53 }',
  ...site('petstore:api', NAMES[0]),
  ...site('petstore:docs', NAMES[1]),
  ...hosts('petstore:verified'),
  ...hosts('petstore:removals'),
  'petstore:adopt': `[{ host: ${HOST}, mapping: a1b2c3 }]`,
  'petstore:moving': `[${HOST}]`,
  'petstore:function': '{ memoryMb: 512, timeoutSeconds: 10 }',
  'petstore:release': '{ canaryPercent: 10, minutes: 10 }',
  'petstore:throttling': '{ ratePerSecond: 100, burst: 50 }',
  'petstore:alarms': '{ email: ops@petstore.example }',
  'petstore:backup': '{ region: eu-central-1, days: 35 }',
};

export function exampleAt(path: readonly PropertyKey[]): string | undefined {
  const [key = '', ...inner] = path.map(String);
  const isZones = key === 'petstore:zones';
  const steps = inner.map((step) => (isZones || /^\d+$/.test(step) ? '[]' : `.${step}`));
  return EXAMPLES[[key, ...steps].join('')];
}
