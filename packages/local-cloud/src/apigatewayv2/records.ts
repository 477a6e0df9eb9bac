// What API Gateway stores, how its resources find each other, and the refusals that they share.
import type { Stored } from '../resources/stored.ts';
import { ServiceError } from '../service-error.ts';
import type { Store } from '../store.ts';
import type {
  ApiInputs,
  ApiMappingInputs,
  DomainNameInputs,
  IntegrationInputs,
  RouteInputs,
  StageInputs,
} from './inputs.ts';

export type ApiRecord = Stored<ApiInputs>;

/** `computed`: the regional domain name is `d-….execute-api.<region>.localhost`. */
export type DomainRecord = Stored<
  DomainNameInputs,
  {
    readonly arn: string;
    readonly domainNameConfiguration: { readonly targetDomainName: string; readonly hostedZoneId: string };
  }
>;

export interface Target {
  readonly api: ApiRecord;
  readonly stage: StageInputs;
}

export type Records = ReturnType<typeof createRecords>;

export function createRecords(store: Store) {
  return {
    apis: store.collection<ApiRecord>('apigateway/apis'),
    integrations: store.collection<Stored<IntegrationInputs>>('apigateway/integrations'),
    routes: store.collection<Stored<RouteInputs>>('apigateway/routes'),
    /** Keyed by `<API id>/<stage name>`. */
    stages: store.collection<Stored<StageInputs>>('apigateway/stages'),
    domains: store.collection<DomainRecord>('apigateway/domain-names'),
    mappings: store.collection<Stored<ApiMappingInputs>>('apigateway/api-mappings'),
  };
}

/** Throws NotFoundException. */
export function apiOf({ apis }: Records, id: string): ApiRecord {
  const api = apis.get(id);
  if (api === undefined) throw notFound(`Invalid API identifier specified ${id}`);
  return api;
}

/** Throws NotFoundException. */
export function domainOf({ domains }: Records, domainName: string): DomainRecord {
  const domain = domains.get(domainName);
  if (domain === undefined) throw notFound('Invalid domain name identifier specified');
  return domain;
}

/** Of the default endpoint. */
export const hostOfApi = ({ id, region }: { id: string; region: string }) =>
  `${id}.execute-api.${region}.localhost`;

export const badRequest = (message: string) => new ServiceError('BadRequestException', message);
export const conflict = (message: string) => new ServiceError('ConflictException', message, 409);
const notFound = (message: string) => new ServiceError('NotFoundException', message, 404);
