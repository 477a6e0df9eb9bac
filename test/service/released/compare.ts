// What a contract takes from the clients of an earlier one: the changes that may break them, by operation.
import { isDeepStrictEqual } from 'node:util';
import {
  type MediaType,
  type Operation,
  type Parameter,
  readApi,
  type Schema,
} from '../../../infra/docs/site/openapi.ts';

export interface Break {
  /** `POST /pets`. */
  readonly operation: string;
  readonly stability: string;
  readonly what: string;
}

/** Keywords that explain a schema, and the name that it was referred to by. */
const NOTES = /^(?:\$ref|description|examples?|title|default|deprecated|x-.*)$/;

/** The limits of a value, which may become looser where it is sent; the second of each two numbers is the tighter one. */
const TIGHTER: Readonly<Record<string, number>> = {
  ...{ minimum: 1, minLength: 1, maximum: -1, maxLength: -1, maxItems: -1 },
};

/** Every change may break somebody, but for a looser limit of what clients send (`sent`), and a member that is added. */
function schemaBreaks(at: string, old: Schema = {}, now: Schema = {}, sent = false): readonly string[] {
  const keywords = new Set([...Object.keys(old), ...Object.keys(now)].filter((one) => !NOTES.test(one)));
  return [...keywords].flatMap((keyword) => {
    if (keyword === 'items') return schemaBreaks(`${at}[]`, old.items, now.items, sent);
    if (keyword === 'properties')
      return Object.entries(old.properties ?? {}).flatMap(([name, member]) => {
        const next = now.properties?.[name];
        if (next === undefined) return [`${at}.${name} is not there any more`];
        return schemaBreaks(`${at}.${name}`, member, next, sent);
      });
    const [before, after] = [old, now].map((schema): unknown => Reflect.get(schema, keyword));
    const isLooser = after === undefined || (TIGHTER[keyword] ?? 0) * (Number(after) - Number(before)) < 0;
    // A body that is a list is a page: it grows only for a client that sends a higher `limit`.
    const isPage = keyword === 'maxItems' && at === '200';
    if (isDeepStrictEqual(before, after) || ((sent || isPage) && keyword in TIGHTER && isLooser)) return [];
    return [`${at}: ${keyword} is ${after ?? 'without'}, was ${before ?? 'without'}`];
  });
}

function parameterBreaks(old: Operation, now: Operation): readonly string[] {
  const same = (a: Parameter) => (b: Parameter) => a.name === b.name && a.in === b.in;
  return [
    ...now.parameters
      .filter((one) => one.required && !old.parameters.find(same(one))?.required)
      .map(({ name }) => `${name} is required now`),
    ...old.parameters.flatMap((one) => {
      const next = now.parameters.find(same(one));
      if (next === undefined) return [`${one.name} is not there any more`];
      return schemaBreaks(one.name, one.schema, next.schema, true);
    }),
  ];
}

interface Content {
  readonly mediaType?: string;
  readonly media?: MediaType;
}

function contentBreaks(at: string, old: Content = {}, now: Content = {}, sent = false): readonly string[] {
  const types = `${now.mediaType ?? 'nothing'}, was ${old.mediaType ?? 'nothing'}`;
  if (old.mediaType !== now.mediaType) return [`${at} is ${types}`];
  return schemaBreaks(at, old.media?.schema, now.media?.schema, sent);
}

function responseBreaks(old: Operation, now: Operation): readonly string[] {
  return old.responses.flatMap((one) => {
    const { status, headers } = one;
    const next = now.responses.find((other) => other.status === status);
    if (next === undefined) return [`${status} is not there any more`];
    const ofHeaders = headers.flatMap((before) => {
      const at = `${status}: the header ${before.name}`;
      const after = next.headers.find(({ name }) => name === before.name);
      if (after === undefined) return [`${at} is not there any more`];
      const optional = before.required && !after.required ? [`${at} is optional now`] : [];
      return [...optional, ...schemaBreaks(at, before.schema, after.schema)];
    });
    return [...ofHeaders, ...contentBreaks(status, one, next)];
  });
}

function operationBreaks(old: Operation, now: Operation | undefined): readonly string[] {
  if (now === undefined) return ['it is not there any more'];
  return [
    ...parameterBreaks(old, now),
    ...responseBreaks(old, now),
    ...contentBreaks('body', old.body, now.body, true),
    ...(now.needsKey && !old.needsKey ? ['it needs a key now'] : []),
    ...(old['x-stability'] !== 'beta' && now['x-stability'] === 'beta' ? ['it is in beta now'] : []),
  ];
}

/** Each is a parsed OpenAPI document; the stability is that of the earlier one. */
export function breaksBetween(released: object, current: object): readonly Break[] {
  const { operations } = readApi(current);
  return readApi(released).operations.flatMap((old) => {
    const { method, path, 'x-stability': stability } = old;
    const now = operations.find((one) => one.method === method && one.path === path);
    const operation = `${method} ${path}`;
    return operationBreaks(old, now).map((what) => ({ operation, stability: String(stability), what }));
  });
}
