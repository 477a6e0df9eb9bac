// What a custom host can be attached to: a gateway, or a distribution of its own.
import type * as pulumi from '@pulumi/pulumi';
import type { RoutingTarget } from '../dns-hosts/adapter.ts';

export interface AttachmentRequest {
  readonly host: string;
  /** Validated; absent for a host set by hand that is not verified yet: then the alias and certificate wait. */
  readonly certificateArn?: pulumi.Input<string>;
  readonly tags: Readonly<Record<string, string>>;
}

export interface Attachment {
  readonly target: RoutingTarget;
  /** What must be there before traffic is sent. */
  readonly dependencies: readonly pulumi.Resource[];
}

export interface HostTarget {
  /**
   * A distribution takes certificates of us-east-1 only, and can be made, without the alias, before its certificate
   * is issued; a gateway's domain name is the other way in both.
   */
  readonly kind: 'gateway' | 'distribution';
  attach(request: AttachmentRequest, opts: pulumi.CustomResourceOptions): Attachment;
}
