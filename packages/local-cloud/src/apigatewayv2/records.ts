// What API Gateway stores, how its resources find each other, and the refusals that they share.
import type { Stored } from '../resources/stored.ts';
import { refuse, ServiceError } from '../service-error.ts';
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

export const apiOf = ({ apis }: Records, id: string): ApiRecord =>
  apis.get(id) ?? refuse('NotFoundException', `Invalid API identifier specified ${id}`, 404);

export const domainOf = ({ domains }: Records, domainName: string): DomainRecord =>
  domains.get(domainName) ?? refuse('NotFoundException', 'Invalid domain name identifier specified', 404);

/** Of the default endpoint. */
export const hostOfApi = ({ id, region }: { id: string; region: string }) =>
  `${id}.execute-api.${region}.localhost`;

export const badRequest = (message: string) => new ServiceError('BadRequestException', message);
export const conflict = (message: string) => new ServiceError('ConflictException', message, 409);
