// What serves each host, as it is declared: its certificate and its distribution, which have metrics of their own.
import type { HostTarget } from '@petstore/custom-domains';
import { Distribution } from '@pulumi/aws/cloudfront/distribution.js';
import type * as pulumi from '@pulumi/pulumi';

export interface HostAttachment {
  readonly host: string;
  readonly kind: HostTarget['kind'];
  /** Absent for an external host that is not verified. */
  readonly certificateArn?: pulumi.Input<string>;
  /** Absent for a host of the gateway. */
  readonly distribution?: Distribution;
}

/** The target, which reports each attachment. */
export function reporting(target: HostTarget, report: (attachment: HostAttachment) => void): HostTarget {
  return {
    ...target,
    attach(request, opts) {
      const attachment = target.attach(request, opts);
      const distribution = attachment.dependencies.find((one) => Distribution.isInstance(one));
      const { host, certificateArn } = request;
      report({ host, kind: target.kind, certificateArn, distribution: distribution as Distribution });
      return attachment;
    },
  };
}
