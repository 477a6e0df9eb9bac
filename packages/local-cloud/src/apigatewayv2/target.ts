// Finds the API and the stage for a host and a path.
import type { RouteInputs, StageInputs } from './inputs.ts';
import type { ApiRecord, Records } from './records.ts';
import { matchMapping, matchRoute, type RouteMatch } from './routing.ts';

export interface Target {
  readonly api: ApiRecord;
  readonly stage: StageInputs;
  /** The path that routes match: without the mapping's key or the stage's name. */
  readonly path: string;
  /** The mapping's key, on a custom domain name. */
  readonly basePath?: string;
}

/** At a custom domain name, by its API mappings. */
export function targetOfDomain(records: Records, domain: string, path: string): Target | undefined {
  const mappings = records.mappings.values().filter((mapping) => mapping.domainName === domain);
  const mapped = matchMapping(mappings, path);
  if (mapped === undefined) return undefined;
  const { apiId, stage, apiMappingKey } = mapped.mapping;
  return deployed(records, apiId, stage, mapped.path, apiMappingKey);
}

/** At the default endpoint: the first segment names a stage, or the whole path belongs to `$default`. */
export function targetOfApi(records: Records, apiId: string, path: string): Target | undefined {
  if (records.apis.get(apiId)?.inputs.disableExecuteApiEndpoint !== false) return undefined;
  const name = path.split('/')[1] ?? '';
  const below = path.slice(name.length + 1) || '/';
  return deployed(records, apiId, name, below) ?? deployed(records, apiId, '$default', path);
}

/** The route for a request, with the integration behind it. */
export function routeOf(
  { routes }: Records,
  { api, path }: Target,
  method: string,
): RouteMatch<RouteInputs> | undefined {
  const own = routes.values().filter((route) => route.apiId === api.id);
  return matchRoute(own, method, path);
}

/** Only autoDeploy creates deployments here: a stage without it serves nothing. */
function deployed(
  records: Records,
  apiId: string,
  name: string,
  path: string,
  basePath?: string,
): Target | undefined {
  const api = records.apis.get(apiId);
  const stage = records.stages.get(`${apiId}/${name}`);
  if (api === undefined || stage?.autoDeploy !== true) return undefined;
  return { api, stage, path, basePath };
}
