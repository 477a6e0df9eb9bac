// The interfaces through which the services of the local cloud use each other.
import type { IncomingMessage, ServerResponse } from 'node:http';

/** A certificate with its key, as a TLS server takes it. */
export interface CertificateMaterial {
  readonly keyPem: string;
  readonly certificatePem: string;
}

export interface IssuedCertificate extends CertificateMaterial {
  readonly region: string;
  /** It may be a wildcard. */
  readonly domainName: string;
}

export interface Certificates {
  /** Undefined unless it is issued. */
  issued(arn: string): IssuedCertificate | undefined;
  /** ACM refuses to delete a certificate that a resource of a service uses. */
  addUser(isUsed: (arn: string) => boolean): void;
  readonly authorityPem: string;
  platform(host: string): CertificateMaterial;
}

/** What a client connects to when its DNS look-up ends at one of the service's names. */
export interface Endpoint {
  /** For SNI; undefined: the handshake fails. */
  certificate(serverName: string): CertificateMaterial | undefined;
  /** Whether clients may choose HTTP/2; absent: yes, as for API Gateway's endpoints. */
  http2?(serverName: string): boolean;
  readonly https: (request: IncomingMessage, response: ServerResponse) => void;
  /** API Gateway has none. */
  readonly http?: (request: IncomingMessage, response: ServerResponse) => void;
}

/** One resource record in presentation form; names lower case without a final dot. */
export interface ZoneRecord {
  readonly name: string;
  readonly type: string;
  readonly ttl: number;
  /** RDATA as a zone file writes it: `192.0.2.1`, `10 mail.example`, `0 issue "amazon.com"`. */
  readonly value: string;
}

/** `name` is the end of the chain. `reason`: `no address`, or the response code. */
export type Destination =
  | { readonly kind: 'found'; readonly name: string; readonly addresses: readonly string[] }
  | { readonly kind: 'none'; readonly reason: string };

export interface Names {
  /** `aliasZoneId`: what a Route 53 alias to it must name. `https`: the data of its HTTPS record, where it has one: `1 . alpn="h3,h2"`. */
  publish(host: string, aliasZoneId?: string, https?: string): void;
  withdraw(host: string): void;
  destination(host: string, type: 'A' | 'AAAA'): Destination;
}

export interface Functions {
  /** The ARN may end with a version or an alias. Resolves with the JSON that the function returned, or the error that the runtime reported. */
  invoke(arn: string, payload: object): Promise<InvocationResult>;
  /** Whether the policy of what the ARN names lets a service (`apigateway.amazonaws.com`) invoke it for a source. */
  permits(arn: string, principal: string, sourceArn: string): boolean;
}

export type InvocationResult =
  | { readonly kind: 'answer'; readonly value: unknown }
  | { readonly kind: 'failed'; readonly errorType: string; readonly errorMessage: string }
  | { readonly kind: 'throttled' };
