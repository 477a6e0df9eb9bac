// Finds the API and the stage for a host and a path.
import type { StageInputs } from './inputs.ts';
import type { ApiRecord, Records } from './records.ts';

export interface Target {
  readonly api: ApiRecord;
  readonly stage: StageInputs;
}

/** At a custom domain name, by its API mapping. */
export function targetOfDomain(records: Records, domain: string): Target | undefined {
  const mapping = records.mappings.values().find(({ domainName }) => domainName === domain);
  return mapping && deployed(records, mapping.apiId, mapping.stage);
}

/** At the default endpoint: the first segment of the path names a stage, or the stage is `$default`. */
export function targetOfApi(records: Records, apiId: string, path: string): Target | undefined {
  if (records.apis.get(apiId)?.inputs.disableExecuteApiEndpoint !== false) return undefined;
  const [, name = ''] = path.split('/');
  return deployed(records, apiId, name) ?? deployed(records, apiId, '$default');
}

/** Only autoDeploy creates deployments here: a stage without it serves nothing. */
function deployed(records: Records, apiId: string, name: string): Target | undefined {
  const api = records.apis.get(apiId);
  const stage = records.stages.get(`${apiId}/${name}`);
  return api === undefined || stage?.autoDeploy !== true ? undefined : { api, stage };
}
