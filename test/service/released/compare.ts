// What a contract takes from the clients of an earlier one: the changes that break them, by operation.

export interface Break {
  /** `POST /pets`. */
  readonly operation: string;
  readonly stability: string;
  readonly what: string;
}

export type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const asObject = (value: unknown): Json => (isObject(value) ? value : {});
const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** A document in which every reference is replaced by its target. No schema of the contract refers to itself. */
export function resolved(document: Json, value: unknown = document): unknown {
  if (Array.isArray(value)) return value.map((one) => resolved(document, one));
  if (!isObject(value)) return value;
  const { $ref, ...rest } = value;
  if (typeof $ref === 'string') {
    const path = $ref.slice(2).split('/');
    const target = path.reduce<unknown>((node, part) => asObject(node)[part], document);
    return resolved(document, { ...asObject(target), ...rest });
  }
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, resolved(document, one)]));
}

/** The schema of a request or a response with a JSON body. */
const schemaOf = (body: unknown): Json =>
  asObject(asObject(asObject(asObject(body).content)['application/json']).schema);

/** The limits of a value that is sent; the second of each two numbers is the tighter one. */
const TIGHTER = { minimum: 1, minLength: 1, maximum: -1, maxLength: -1 };

/** What is `from` and not `to`: from the earlier list to the later one, or back. */
function missing(keyword: string, old: Json, now: Json, isForward: boolean): readonly unknown[] {
  const [before, after] = [asList(old[keyword]), asList(now[keyword])];
  return isForward
    ? before.filter((one) => !after.includes(one))
    : after.filter((one) => !before.includes(one));
}

/** `sent`: by clients, who must not be asked for more. Otherwise by the service, which must not give less. */
function schemaBreaks(at: string, old: Json, now: Json, sent: boolean): readonly string[] {
  const found: string[] = [];
  const changes = (keyword: string) =>
    found.push(`${at}: ${keyword} is ${now[keyword]}, was ${old[keyword] ?? 'without'}`);
  for (const keyword of ['type', 'format', 'const'])
    if (String(old[keyword]) !== String(now[keyword])) changes(keyword);
  // Whether another pattern takes all that the earlier one took is for a person to say.
  if (sent && now.pattern !== undefined && now.pattern !== old.pattern) changes('pattern');
  for (const [bound, sign] of Object.entries(sent ? TIGHTER : {})) {
    const isTighter = old[bound] === undefined || sign * (Number(now[bound]) - Number(old[bound])) > 0;
    if (now[bound] !== undefined && isTighter) changes(bound);
  }
  if (sent && now.additionalProperties === false && old.additionalProperties !== false)
    changes('additionalProperties');

  const required = missing('required', old, now, !sent);
  if (required.length > 0)
    found.push(`${at}: ${required.join(', ')} is ${sent ? 'required' : 'optional'} now`);
  // Codes of errors may become more: the contract tells clients so by the form of Error.
  const values = now.enum === undefined || at.endsWith('.code') ? [] : missing('enum', old, now, sent);
  if (values.length > 0)
    found.push(`${at}: ${values.join(', ')} ${sent ? 'is not taken any more' : 'is new'}`);
  if (sent && old.enum === undefined && now.enum !== undefined) changes('enum');

  for (const [name, property] of Object.entries(asObject(old.properties))) {
    const next = asObject(now.properties)[name];
    if (next === undefined) found.push(`${at}.${name} is not there any more`);
    else found.push(...schemaBreaks(`${at}.${name}`, asObject(property), asObject(next), sent));
  }
  if (old.items !== undefined)
    found.push(...schemaBreaks(`${at}[]`, asObject(old.items), asObject(now.items), sent));
  // Alternatives are compared in turn.
  const [before, after] = [asList(old.oneOf), asList(now.oneOf)];
  if (sent ? after.length < before.length : after.length > before.length)
    found.push(`${at}: one of ${after.length} forms, were ${before.length}`);
  else
    for (const [n, one] of before.entries())
      found.push(...schemaBreaks(at, asObject(one), asObject(after[n] ?? one), sent));
  return found;
}

function parameterBreaks(old: Json, now: Json): readonly string[] {
  const before = asList(old.parameters).map(asObject);
  const after = asList(now.parameters).map(asObject);
  const same = (a: Json) => (b: Json) => a.name === b.name && a.in === b.in;
  return [
    ...after
      .filter((one) => one.required === true && before.find(same(one))?.required !== true)
      .map(({ name }) => `${name} is required now`),
    ...before.flatMap((one) => {
      const next = after.find(same(one));
      if (next === undefined) return [`${one.name} is not there any more`];
      return schemaBreaks(String(one.name), asObject(one.schema), asObject(next.schema), true);
    }),
  ];
}

function responseBreaks(old: Json, now: Json): readonly string[] {
  return Object.entries(asObject(old.responses)).flatMap(([status, response]) => {
    const next = asObject(asObject(now.responses)[status]);
    if (asObject(now.responses)[status] === undefined) return [`${status} is not there any more`];
    const headers = Object.entries(asObject(asObject(response).headers)).flatMap(([name, header]) => {
      const at = `${status}: the header ${name}`;
      const [before, after] = [asObject(header), asObject(asObject(next.headers)[name])];
      if (asObject(next.headers)[name] === undefined) return [`${at} is not there any more`];
      const optional = before.required === true && after.required !== true ? [`${at} is optional now`] : [];
      return [...optional, ...schemaBreaks(at, asObject(before.schema), asObject(after.schema), false)];
    });
    return [...headers, ...schemaBreaks(status, schemaOf(response), schemaOf(next), false)];
  });
}

/** Each is a parsed OpenAPI document; the stability is that of the earlier one. */
export function breaksBetween(released: object, current: object): readonly Break[] {
  const before = asObject(resolved(released as Json));
  const after = asObject(resolved(current as Json));
  const breaksOf = (old: Json, now: Json) => {
    const found = [...parameterBreaks(old, now), ...responseBreaks(old, now)];
    found.push(...schemaBreaks('body', schemaOf(old.requestBody), schemaOf(now.requestBody), true));
    // An operation needs a key where its own list of schemes, or that of the document, has one.
    const [neededKey, needsKey] = [old.security ?? before.security, now.security ?? after.security].map(
      asList,
    );
    if (needsKey?.length !== 0 && neededKey?.length === 0) found.push('it needs a key now');
    if (old['x-stability'] !== 'beta' && now['x-stability'] === 'beta') found.push('it is in beta now');
    return found;
  };
  return Object.entries(asObject(before.paths)).flatMap(([path, item]) =>
    ['get', 'put', 'post', 'delete', 'patch'].flatMap((method) => {
      const old = asObject(item)[method];
      const next = asObject(asObject(after.paths)[path])[method];
      if (old === undefined) return [];
      const found =
        next === undefined ? ['it is not there any more'] : breaksOf(asObject(old), asObject(next));
      const stability = String(asObject(old)['x-stability']);
      return found.map((what) => ({ operation: `${method.toUpperCase()} ${path}`, stability, what }));
    }),
  );
}
