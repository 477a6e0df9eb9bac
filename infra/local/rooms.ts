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

/** A host that the shared HTTPS (and, where given, HTTP) port serves. */
export interface VirtualHost {
  readonly host: string;
  readonly certificate: CertificateMaterial;
  readonly https: (request: IncomingMessage, response: ServerResponse) => void;
  /** Absent: nothing answers for the host on the plain port (API Gateway); CloudFront answers on both. */
  readonly http?: (request: IncomingMessage, response: ServerResponse) => void;
}

/** The shared ports: TLS by SNI, virtual hosts by Host header. */
export interface Front {
  readonly httpsPort: number;
  readonly httpPort: number;
  /** Of several of one name the last attached answers, as while a host moves from one service to another. */
  attach(virtualHost: VirtualHost): void;
  /** That one, and no other of its name. */
  detach(virtualHost: VirtualHost): void;
  /** The virtual host that answers to the name, if one does. */
  find(host: string): VirtualHost | undefined;
}

/** One resource record in presentation form; names lower case without a final dot. */
export interface ZoneRecord {
  readonly name: string;
  readonly type: string;
  readonly ttl: number;
  /** RDATA as a zone file writes it: `192.0.2.1`, `10 mail.example`, `0 issue "amazon.com"`. */
  readonly value: string;
}

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
