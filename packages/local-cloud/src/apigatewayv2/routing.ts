// The selection of a route and of an API mapping. Pure functions.
import type { RouteInputs } from './inputs.ts';
import { decodePath } from './path.ts';

export interface RouteMatch<Route> {
  readonly route: Route;
  /** Decoded; absent where the route has no parameters. */
  readonly parameters: Readonly<Record<string, string>> | undefined;
}

/**
 * The most specific route: a full match before a greedy one (`{proxy+}`) before `$default`; among those the one with
 * more leading literal segments, and a method before ANY. `path` is as sent, without the stage.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-routes.html
 */
export function matchRoute<Route extends Pick<RouteInputs, 'routeKey'>>(
  routes: readonly Route[],
  method: string,
  path: string,
): RouteMatch<Route> | undefined {
  let best: (RouteMatch<Route> & { rank: string }) | undefined;
  for (const route of routes) {
    const match =
      route.routeKey === '$default' ? { parameters: undefined, rank: '' } : matchPattern(route, method, path);
    if (match !== undefined && (best === undefined || match.rank > best.rank)) best = { route, ...match };
  }
  return best;
}

/** `rank` compares as text: one letter for each segment, literal over parameter over greedy, then the method. */
function matchPattern(
  { routeKey }: Pick<RouteInputs, 'routeKey'>,
  method: string,
  path: string,
): { parameters: Record<string, string> | undefined; rank: string } | undefined {
  const [wantedMethod = '', pattern = ''] = routeKey.split(' ');
  if (wantedMethod !== 'ANY' && wantedMethod !== method) return undefined;
  const segments = path.split('/').slice(1);
  const wanted = pattern.split('/').slice(1);
  const parameters: Record<string, string> = {};
  let rank = wanted.at(-1)?.endsWith('+}') ? '1' : '2';
  for (const [index, part] of wanted.entries()) {
    const segment = segments[index];
    const name = /^\{([^}+]+)(\+?)\}$/.exec(part);
    if (segment === undefined || (name !== null && segment === '')) return undefined;
    if (name?.[2] === '+') {
      parameters[name[1] as string] = decodePath(segments.slice(index).join('/'));
      return { parameters, rank: `${rank}a${rankOf(wantedMethod)}` };
    }
    if (name === null && part !== decodePath(segment)) return undefined;
    if (name !== null) parameters[name[1] as string] = decodePath(segment);
    rank += name === null ? 'c' : 'b';
  }
  if (segments.length !== wanted.length) return undefined;
  const hasParameters = Object.keys(parameters).length > 0;
  return { parameters: hasParameters ? parameters : undefined, rank: rank + rankOf(wantedMethod) };
}

function rankOf(method: string): string {
  return method === 'ANY' ? '0' : '1';
}

export interface MappedPath<Mapping> {
  readonly mapping: Mapping;
  /** Below the mapping's key, beginning with a slash. */
  readonly path: string;
}

/** The mapping with the longest key that is a prefix of the path by whole segments; an empty key matches every path. */
export function matchMapping<Mapping extends { readonly apiMappingKey?: string }>(
  mappings: readonly Mapping[],
  path: string,
): MappedPath<Mapping> | undefined {
  const longestFirst = [...mappings].sort((a, b) => keyOf(b).length - keyOf(a).length);
  for (const mapping of longestFirst) {
    const prefix = keyOf(mapping) === '' ? '' : `/${keyOf(mapping)}`;
    if (path === prefix || path.startsWith(`${prefix}/`))
      return { mapping, path: path.slice(prefix.length) || '/' };
  }
  return undefined;
}

function keyOf({ apiMappingKey }: { readonly apiMappingKey?: string }): string {
  return apiMappingKey ?? '';
}
