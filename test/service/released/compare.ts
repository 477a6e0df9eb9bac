// What a contract takes from the clients of an earlier one: the changes that may break them, by operation.
import { isDeepStrictEqual } from 'node:util';
import { resolved } from '../../../infra/docs/site/openapi.ts';

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

/** The schema of a request or a response with a JSON body. */
const schemaOf = (body: unknown): Json =>
  asObject(asObject(asObject(asObject(body).content)['application/json']).schema);

/** Keywords that explain a schema, and the name that it was referred to by. */
const NOTES = /^(?:\$ref|description|examples?|title|default|deprecated|x-.*)$/;

/** The limits of a value, which may become looser where it is sent; the second of each two numbers is the tighter one. */
const TIGHTER: Readonly<Record<string, number>> = {
  ...{ minimum: 1, minLength: 1, maximum: -1, maxLength: -1, maxItems: -1 },
};

/** Every change may break somebody, but for a looser limit of what clients send (`sent`), and a member that is added. */
function schemaBreaks(at: string, old: Json, now: Json, sent: boolean): readonly string[] {
  const keywords = new Set([...Object.keys(old), ...Object.keys(now)].filter((one) => !NOTES.test(one)));
  return [...keywords].flatMap((keyword) => {
    const [before, after] = [old[keyword], now[keyword]];
    if (keyword === 'items') return schemaBreaks(`${at}[]`, asObject(before), asObject(after), sent);
    if (keyword === 'properties')
      return Object.entries(asObject(before)).flatMap(([name, member]) => {
        const next = asObject(after)[name];
        if (next === undefined) return [`${at}.${name} is not there any more`];
        return schemaBreaks(`${at}.${name}`, asObject(member), asObject(next), sent);
      });
    const isLooser = after === undefined || (TIGHTER[keyword] ?? 0) * (Number(after) - Number(before)) < 0;
    // A body that is a list is a page: it grows only for a client that sends a higher `limit`.
    const isPage = keyword === 'maxItems' && at === '200';
    if (isDeepStrictEqual(before, after) || ((sent || isPage) && keyword in TIGHTER && isLooser)) return [];
    return [`${at}: ${keyword} is ${after ?? 'without'}, was ${before ?? 'without'}`];
  });
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
  const [before, after] = [released, current].map((one) => asObject(resolved(one, one))) as [Json, Json];
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
