// What a custom host can be attached to: a gateway, or a distribution of its own.
import type * as pulumi from '@pulumi/pulumi';
import type { RoutingTarget } from '../dns/adapter.ts';

export interface AttachmentRequest {
  readonly host: string;
  /** Validated; absent for a host set by hand that is not verified yet: then the alias and certificate wait. */
  readonly certificateArn?: pulumi.Input<string>;
  readonly tags: Readonly<Record<string, string>>;
}

export interface Attachment {
  readonly target: RoutingTarget;
  /** What must be there before traffic is sent. */
  readonly serving: readonly pulumi.Resource[];
}

export interface Attachable {
  /** Where the certificate must be: undefined is the stack's own region. */
  readonly certificateRegion?: string;
  /** A distribution can be made, without the alias, before its certificate is issued; a gateway domain name can't. */
  readonly beforeCertificate: boolean;
  attach(request: AttachmentRequest, opts: pulumi.CustomResourceOptions): Attachment;
}
