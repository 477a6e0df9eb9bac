// What a custom host can be attached to: a gateway, or a distribution of its own.
import type * as pulumi from '@pulumi/pulumi';
import type { RoutingTarget } from '../dns-hosts/adapter.ts';
import type { Tags } from './tags.ts';

export interface AttachmentRequest {
  readonly host: string;
  /** Validated; absent for an external host that is not verified: then the alias and certificate wait. */
  readonly certificateArn?: pulumi.Input<string>;
  readonly tags?: Tags;
}

export interface Attachment {
  readonly target: RoutingTarget;
  /** What must exist before traffic is sent. */
  readonly dependencies: readonly pulumi.Resource[];
}

export interface HostTarget {
  /**
   * A distribution takes certificates of us-east-1 only, and can be created, without the alias, before its certificate
   * is issued; a gateway's domain name takes those of its own region, and needs one.
   */
  readonly kind: 'gateway' | 'distribution';
  /** Declares what serves the host. `opts`, with the host's component as parent, are for each of its resources. */
  attach(request: AttachmentRequest, opts: pulumi.CustomResourceOptions): Attachment;
}
