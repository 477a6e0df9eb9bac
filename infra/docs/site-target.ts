// The documentation site as the target of custom hosts.
import { distributionTarget, type HostTarget, viewerHost } from '@petstore/custom-domains';
import { hostNames } from '@petstore/custom-domains/names';
import type * as pulumi from '@pulumi/pulumi';
import { type SiteOrigin, siteDistribution } from './site-distribution.ts';

/** `ready`: what must exist before a host is attached: the content, and the right to read it. */
export function siteTarget(origin: SiteOrigin, ready: readonly pulumi.Resource[]): HostTarget {
  return {
    kind: 'distribution',
    attach(request, opts) {
      const { host, tags } = request;
      return distributionTarget(
        siteDistribution(
          hostNames(host).attachment,
          {
            origin,
            host: viewerHost(request),
            comment: `Documentation at ${host}`,
            tags,
          },
          { ...opts, dependsOn: [...ready] },
        ),
      );
    },
  };
}
