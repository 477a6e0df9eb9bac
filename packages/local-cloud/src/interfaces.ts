// The interfaces through which the services of the local cloud use each other.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Acm } from './acm/service.ts';
import type { Dns } from './dns/index.ts';
import type { createIngress } from './ingress/ingress.ts';
import type { createLambda } from './lambda/index.ts';

/** An issued certificate with its key, as a TLS server takes it. */
export interface CertificateMaterial {
  readonly arn: string;
  readonly region: string;
  /** Wildcards are among them. */
  readonly names: readonly string[];
  readonly keyPem: string;
  /** The chain follows the certificate, without the root. */
  readonly certificatePem: string;
}

export type Certificates = Pick<Acm, 'issued' | 'addUser' | 'authorityPem' | 'platform'>;

/** What a client connects to when its DNS look-up ends at one of the service's names. */
export interface Endpoint {
  /** The certificate for the name that a TLS client asks for (SNI); undefined: the handshake fails. */
  certificate(serverName: string): CertificateMaterial | undefined;
  /** Whether clients may choose HTTP/2; absent: yes, as for API Gateway's endpoints. */
  http2?(serverName: string): boolean;
  readonly https: (request: IncomingMessage, response: ServerResponse) => void;
  /** API Gateway has none. */
  readonly http?: (request: IncomingMessage, response: ServerResponse) => void;
}

export type Ingress = Pick<
  ReturnType<typeof createIngress>,
  'httpsPort' | 'httpPort' | 'attach' | 'detach' | 'settled'
>;

export type Names = Pick<Dns, 'publish' | 'withdraw' | 'destination'>;

/** One resource record in presentation form; names lower case without a final dot. */
export interface ZoneRecord {
  readonly name: string;
  readonly type: string;
  readonly ttl: number;
  /** RDATA as a zone file writes it: `192.0.2.1`, `10 mail.example`, `0 issue "amazon.com"`. */
  readonly value: string;
}

export type Destination =
  /** `name` has the addresses: the end of the chain of CNAMEs, aliases and flattened CNAMEs. */
  | { readonly kind: 'found'; readonly name: string; readonly addresses: readonly string[] }
  /** `reason`: `no address`, or the response code: `NXDOMAIN`, `SERVFAIL`. */
  | { readonly kind: 'none'; readonly reason: string };

export type Functions = Pick<ReturnType<typeof createLambda>, 'invoke' | 'permits'>;

export type InvocationResult =
  | { readonly kind: 'answer'; readonly value: unknown }
  | { readonly kind: 'failed'; readonly errorType: string; readonly errorMessage: string }
  | { readonly kind: 'throttled' };
