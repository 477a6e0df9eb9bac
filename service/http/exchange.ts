// A request, and what its handlers share until it is answered.
import type { Creating } from './errors.ts';

export interface ApiRequest {
  readonly method: string;
  /** Escaped as in a URL, without the query. */
  readonly path: string;
  /** Has an array where a parameter is repeated. */
  readonly query: Readonly<Record<string, unknown>>;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** The client's address. */
  readonly sourceIp: string | undefined;
  /** As in the gateway's access log; also the response's `x-request-id`. */
  readonly requestId: string;
  /** `https://host` of the domain name that the gateway matched; empty where it gives none, so that links become relative. */
  readonly origin: string;
}

export interface Exchange {
  readonly request: ApiRequest;
  /** Aborted when time runs out: the request is answered then, and nothing more is to be done for it. */
  readonly signal: AbortSignal;
  /** `/v1/pets/:petId`, the same for every animal; undefined where no route has the path. */
  readonly route: string | undefined;
  /** The SHA-256 of the request's API key; absent where the key is malformed. */
  keyHash?: string;
  /** The error behind a 5xx, for the log only. */
  failure?: unknown;
  /** Set before the store is asked to write: from then on, a request that runs out of time leaves it uncertain. */
  creating?: Creating;
}
