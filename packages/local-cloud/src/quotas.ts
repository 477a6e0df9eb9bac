// Quotas of the account and of its zones, and how each service refuses what is beyond them: in the codes and the messages of its
// service model, where no other source is named.
import { ServiceError } from './service-error.ts';

/** A new account or zone has the standard; the code, the message and the HTTP status are those of the refusal. */
type Quota = readonly [standard: number, code: string, message: string, status?: number];

const LIMIT = 'TooManyRequestsException';
const REACHED = 'You have reached the maximum number of distributions.';

/** By the code at Service Quotas, or a name where it has none. The standard values are those of the services' pages "Quotas". */
const QUOTAS = {
  'L-24B04930': [500, 'TooManyDistributions', REACHED],
  'distributions-of-a-function': [100, 'TooManyDistributionsWithFunctionAssociations', REACHED],
  'distributions-of-an-access-control': [100, 'TooManyDistributionsAssociatedToOriginAccessControl', REACHED],
  'distributions-of-a-headers-policy': [
    100,
    'TooManyDistributionsAssociatedToResponseHeadersPolicy',
    REACHED,
  ],
  // The models of CreateFunction and UpdateFunction have no refusal of their own for it.
  'functions-of-a-store': [10, 'InvalidArgument', 'An argument is invalid.'],
  // The model has one refusal for both quotas of domain names.
  'L-A93447B8': [120, LIMIT, 'A limit has been exceeded.', 429],
  // amplify-education/serverless-domain-manager#132. Creations and updates, each.
  'domain-names-in-30-s': [1, LIMIT, 'Too Many Requests', 429],
  // convox/rack#2387.
  'L-F141DD1D': [2500, 'LimitExceededException', 'Cannot request more certificates in this account.'],
  // ZoneABC/ZoneABC#30; the code is in js-org/js.org#2873.
  'cloudflare-records': [200, '81045', 'Record quota exceeded.'],
} as const satisfies Readonly<Record<string, Quota>>;

export type QuotaId = keyof typeof QUOTAS;

/** For who does not want to wait minutes: domain names as fast as they are requested. */
export const AT_ANY_PACE = { 'domain-names-in-30-s': Number.POSITIVE_INFINITY } as const satisfies Granted;

type Granted = Readonly<Record<string, number | undefined>>;

export class Quotas {
  #granted: Granted;

  constructor(granted: Granted = {}) {
    this.#granted = granted;
  }

  /** By id, in place of what was granted before. */
  grant(granted: Granted): void {
    this.#granted = granted;
  }

  /** Throws the service's refusal. `wanted`: with what the request adds. */
  assert(id: QuotaId, wanted: number): void {
    const [standard, code, message, status]: Quota = QUOTAS[id];
    const limit = this.#granted[id] ?? standard;
    if (wanted > limit) throw new ServiceError(code, message, status);
  }
}
