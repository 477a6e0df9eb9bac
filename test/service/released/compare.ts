// What a contract takes from the clients of an earlier one: the changes that break them, by operation.

import { asList, asObject, isObject, type Json, schemaBreaks } from './compare-schemas.ts';

export interface Break {
  /** `POST /pets`. */
  readonly operation: string;
  readonly stability: string;
  readonly what: string;
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch'];

/** A document in which every reference is replaced by its target. No schema of the contract refers to itself. */
export function resolved(document: Json, value: unknown = document): unknown {
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

function headerBreaks(status: string, old: Json, now: Json): readonly string[] {
  return Object.entries(old).flatMap(([name, header]) => {
    const at = `${status}: the header ${name}`;
    const [before, after] = [asObject(header), asObject(now[name])];
    if (now[name] === undefined) return [`${at} is not there any more`];
    const optional = before.required === true && after.required !== true ? [`${at} is optional now`] : [];
    return [...optional, ...schemaBreaks(at, asObject(before.schema), asObject(after.schema), false)];
  });
}

function responseBreaks(old: Json, now: Json): readonly string[] {
  return Object.entries(asObject(old.responses)).flatMap(([status, response]) => {
    const next = asObject(now.responses)[status];
    if (next === undefined) return [`${status} is not there any more`];
    return [
      ...headerBreaks(status, asObject(asObject(response).headers), asObject(asObject(next).headers)),
      ...schemaBreaks(status, schemaOf(response), schemaOf(next), false),
    ];
  });
}

/** An operation needs a key where its own list of schemes, or that of the document, has one. */
function needsKey(document: Json, operation: Json): boolean {
  return asList(operation.security ?? document.security).length > 0;
}

/** What is promised of an operation by its marker. */
function markerBreaks(old: Json, now: Json): readonly string[] {
  const [before, after] = [old['x-stability'], now['x-stability']];
  return before !== 'beta' && after !== 'stable' && after !== 'deprecated'
    ? [`it is ${after} now, was ${before}`]
    : [];
}

/** Each is a parsed OpenAPI document; the stability is that of the earlier one. */
export function breaksBetween(released: object, current: object): readonly Break[] {
  const before = asObject(resolved(released as Json));
  const after = asObject(resolved(current as Json));
  return Object.entries(asObject(before.paths)).flatMap(([path, item]) =>
    METHODS.filter((method) => asObject(item)[method] !== undefined).flatMap((method) => {
      const old = asObject(asObject(item)[method]);
      const next = asObject(asObject(after.paths)[path])[method];
      const now = asObject(next);
      const found = [
        ...(needsKey(after, now) && !needsKey(before, old) ? ['it needs a key now'] : []),
        ...markerBreaks(old, now),
        ...parameterBreaks(old, now),
        ...schemaBreaks('body', schemaOf(old.requestBody), schemaOf(now.requestBody), true),
        ...responseBreaks(old, now),
      ];
      const operation = `${method.toUpperCase()} ${path}`;
      const stability = String(old['x-stability']);
      return (next === undefined ? ['it is not there any more'] : found).map((what) => ({
        operation,
        stability,
        what,
      }));
    }),
  );
}
