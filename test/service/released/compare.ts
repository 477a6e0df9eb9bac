// What a contract takes from the clients of an earlier one: the changes that break them, by operation.

type Json = Readonly<Record<string, unknown>>;

export interface Break {
  /** `POST /pets`. */
  readonly operation: string;
  readonly stability: string;
  readonly what: string;
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch'];

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const asObject = (value: unknown): Json => (isObject(value) ? value : {});
const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** A document in which every reference is replaced by its target. No schema of the contract refers to itself. */
function resolved(document: Json, value: unknown = document): unknown {
  if (Array.isArray(value)) return value.map((one) => resolved(document, one));
  if (!isObject(value)) return value;
  const { $ref, ...rest } = value;
  if (typeof $ref === 'string') {
    const target = $ref
      .slice(2)
      .split('/')
      .reduce<unknown>((node, part) => asObject(node)[part], document);
    return resolved(document, { ...asObject(target), ...rest });
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, resolved(document, member)]),
  );
}

/** `sent`: by clients, who must not be asked for more. Otherwise by the service, which must not give less. */
function schemaBreaks(at: string, old: Json, now: Json, sent: boolean): readonly string[] {
  const breaks: string[] = [];
  if (String(old.type) !== String(now.type)) breaks.push(`${at} is ${now.type}, was ${old.type}`);
  const [before, after] = [asList(old.enum), asList(now.enum)];
  const lost = sent
    ? before.filter((one) => !after.includes(one))
    : after.filter((one) => !before.includes(one));
  // Codes of errors may become more: the contract tells clients so by the form of Error.
  if (before.length > 0 && after.length > 0 && lost.length > 0 && !at.endsWith('.code')) {
    breaks.push(`${at}: ${lost.join(', ')} ${sent ? 'is not taken any more' : 'is new'}`);
  }
  for (const [bound, isTighter] of [
    ['minimum', (a: number, b: number) => b > a],
    ['minLength', (a: number, b: number) => b > a],
    ['maximum', (a: number, b: number) => b < a],
    ['maxLength', (a: number, b: number) => b < a],
  ] as const) {
    const tighter =
      now[bound] !== undefined &&
      (old[bound] === undefined || isTighter(Number(old[bound]), Number(now[bound])));
    if (sent && tighter) breaks.push(`${at}: ${bound} is ${now[bound]}`);
  }
  const [required, mustNow] = [asList(old.required), asList(now.required)];
  const changed = sent
    ? mustNow.filter((one) => !required.includes(one))
    : required.filter((one) => !mustNow.includes(one));
  if (changed.length > 0)
    breaks.push(`${at}: ${changed.join(', ')} is ${sent ? 'required' : 'optional'} now`);
  for (const [name, property] of Object.entries(asObject(old.properties))) {
    const next = asObject(now.properties)[name];
    if (next === undefined) breaks.push(`${at}.${name} is not there any more`);
    else breaks.push(...schemaBreaks(`${at}.${name}`, asObject(property), asObject(next), sent));
  }
  if (old.items !== undefined)
    breaks.push(...schemaBreaks(`${at}[]`, asObject(old.items), asObject(now.items), sent));
  return breaks;
}

const schemaOf = (body: unknown): Json =>
  asObject(asObject(asObject(asObject(body).content)['application/json']).schema);

function parameterBreaks(old: Json, now: Json): readonly string[] {
  const before = asList(old.parameters).map(asObject);
  const after = asList(now.parameters).map(asObject);
  const same = (a: Json) => (b: Json) => a.name === b.name && a.in === b.in;
  const gone = before
    .filter((one) => !after.some(same(one)))
    .map(({ name }) => `${name} is not there any more`);
  const asked = after
    .filter((one) => one.required === true && before.find(same(one))?.required !== true)
    .map(({ name }) => `${name} is required now`);
  const schemas = before.flatMap((one) =>
    schemaBreaks(
      String(one.name),
      asObject(one.schema),
      asObject(after.find(same(one))?.schema ?? one.schema),
      true,
    ),
  );
  return [...gone, ...asked, ...schemas];
}

function responseBreaks(old: Json, now: Json): readonly string[] {
  return Object.entries(asObject(old.responses)).flatMap(([status, response]) => {
    const next = asObject(now.responses)[status];
    if (next === undefined) return [`${status} is not there any more`];
    const headers = asObject(asObject(next).headers);
    const lost = Object.keys(asObject(asObject(response).headers)).filter(
      (name) => headers[name] === undefined,
    );
    return [
      ...lost.map((name) => `${status}: the header ${name} is not there any more`),
      ...schemaBreaks(status, schemaOf(response), schemaOf(next), false),
    ];
  });
}

/** Each is a parsed OpenAPI document; the stability is that of the earlier one. */
export function breaksBetween(released: object, current: object): readonly Break[] {
  const [before, after] = [released, current].map((one) => asObject(asObject(resolved(one as Json)).paths));
  return Object.entries(before ?? {}).flatMap(([path, item]) =>
    METHODS.filter((method) => asObject(item)[method] !== undefined).flatMap((method) => {
      const old = asObject(asObject(item)[method]);
      const now = asObject(asObject(after?.[path]))[method];
      const found =
        now === undefined
          ? ['it is not there any more']
          : [
              ...parameterBreaks(old, asObject(now)),
              ...schemaBreaks('body', schemaOf(old.requestBody), schemaOf(asObject(now).requestBody), true),
              ...responseBreaks(old, asObject(now)),
            ];
      const operation = `${method.toUpperCase()} ${path}`;
      return found.map((what) => ({ operation, stability: String(old['x-stability']), what }));
    }),
  );
}
