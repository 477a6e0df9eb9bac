// The stack's resources as its state has them.

/** A resource as the state has it: its type token, and its outputs as its provider returned them. */
export interface StackResource {
  readonly type: string;
  readonly outputs: Readonly<Record<string, unknown>>;
}

export interface StackState {
  /** Outputs of the last deployment that reached its end; empty for a stack never deployed. */
  readonly outputs: Readonly<Record<string, unknown>>;
  /** The logical names of every resource, whichever provider it is of. */
  readonly names: ReadonlySet<string>;
  /** Every resource by type and logical name (`typedName`): the two attachments of a host that moved share a name. */
  readonly typed: ReadonlyMap<string, StackResource>;
}

/** The key of a resource in `StackState.typed`. */
export const typedName = (type: string, name: string): string => `${type}::${name}`;

/** Type tokens. */
export const CERTIFICATE = 'aws:acm/certificate:Certificate';
export const CERTIFICATE_VALIDATION = 'aws:acm/certificateValidation:CertificateValidation';
export const DOMAIN_NAME = 'aws:apigatewayv2/domainName:DomainName';
export const DISTRIBUTION = 'aws:cloudfront/distribution:Distribution';
