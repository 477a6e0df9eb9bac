// What the rooms of the local cloud ask of each other; each room's own file has the rest.
import type { IncomingMessage, ServerResponse } from 'node:http';

/** An issued certificate with its key, as a TLS server takes it. */
export interface CertificateMaterial {
  readonly arn: string;
  readonly region: string;
  /** Every name on it, wildcards included. */
  readonly names: readonly string[];
  readonly keyPem: string;
  /** The certificate, then its chain without the root. */
  readonly certificatePem: string;
}

/** ACM, as API Gateway and CloudFront see it. */
export interface Certificates {
  /** Undefined while it is not issued, or in no region of that name. */
  issued(arn: string): CertificateMaterial | undefined;
  /** Holds a certificate in use, so that deleting it is refused as ACM does; returns the release. */
  use(arn: string, by: string): void;
  release(arn: string, by: string): void;
  /** The certificate authority's own certificate, PEM. */
  readonly authorityPem: string;
  /** A certificate for the platform's own names (default addresses), issued without validation. */
  platform(host: string): CertificateMaterial;
}

/** A service at a public address: what a client reaches whose look-up ends at one of the service's names. */
export interface Endpoint {
  /** The certificate for the name that a TLS client asks for (SNI); undefined: the handshake fails. */
  certificate(serverName: string): CertificateMaterial | undefined;
  readonly https: (request: IncomingMessage, response: ServerResponse) => void;
  /** Absent: the service has no plain port (API Gateway); CloudFront answers on both. */
  readonly http?: (request: IncomingMessage, response: ServerResponse) => void;
}

/** The shared ports. A connection goes to the endpoint that its host name resolves to in the local DNS. */
export interface Ingress {
  readonly httpsPort: number;
  readonly httpPort: number;
  /** From now on `name`, a published name of the platform, is the endpoint's; replaces the one before. */
  attach(name: string, endpoint: Endpoint): void;
  detach(name: string): void;
  /**
   * Resolves when no connection to one of the hosts still waits for its first response, after 2 s at the latest.
   * What is deleted goes after that: whoever resolved the host before its record moved is still answered.
   */
  settled(hosts: readonly string[]): Promise<void>;
}

/** One resource record in presentation form; names lower case without a final dot. */
export interface ZoneRecord {
  readonly name: string;
  readonly type: string;
  readonly ttl: number;
  /** RDATA as a zone file writes it: `192.0.2.1`, `10 mail.example`, `0 issue "amazon.com"`. */
  readonly value: string;
}

/** Where a client is sent that looks a host up. */
export type Destination =
  /** `name` has the addresses: the end of the chain of CNAMEs, aliases and flattened CNAMEs. */
  | { readonly kind: 'found'; readonly name: string; readonly addresses: readonly string[] }
  /** `reason`: `no address`, or the response code: `NXDOMAIN`, `SERVFAIL`. */
  | { readonly kind: 'none'; readonly reason: string };

/** The local DNS, as the rest of the cloud sees it. */
export interface Names {
  /**
   * A name of the platform (a gateway's target, a distribution) that answers with the loopback addresses.
   * `aliasZoneId`: the hosted zone id that a Route 53 alias to it must name (CloudFront's is Z2FDTNDATAQYW2).
   */
  publish(host: string, aliasZoneId?: string): void;
  withdraw(host: string): void;
  /** What a resolver would answer, CNAMEs and aliases followed, in process. */
  resolve(name: string, type: string): Promise<readonly ZoneRecord[]>;
  /** Where the host's addresses of that type lead, as the local DNS server answers at this moment. */
  destination(host: string, type: 'A' | 'AAAA'): Destination;
  /** `address:port`. */
  readonly address: string;
}

/** Lambda, as API Gateway sees it. */
export interface Functions {
  /**
   * Invokes a function by ARN with a payload; resolves with its JSON answer, or with the error that the
   * runtime reported (`errorType`, `errorMessage`), as Lambda's Invoke does.
   */
  invoke(arn: string, payload: object): Promise<FunctionAnswer>;
  /** Whether the function's resource policy lets a service (`apigateway.amazonaws.com`) invoke it for a source. */
  permits(arn: string, principal: string, sourceArn: string): boolean;
}

export type FunctionAnswer =
  | { readonly kind: 'answer'; readonly value: unknown }
  | { readonly kind: 'failed'; readonly errorType: string; readonly errorMessage: string }
  | { readonly kind: 'throttled' };
