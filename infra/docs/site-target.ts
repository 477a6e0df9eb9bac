// The documentation site as what custom hosts are attached to.
import { type Attachable, attachment, COMMENT_LENGTH, viewerHost } from '@petstore/custom-domains';
import { hostNames } from '@petstore/custom-domains/names';
import type * as pulumi from '@pulumi/pulumi';
import { type SiteOrigin, siteDistribution } from './site-distribution.ts';

/** `ready`: what must be there before a host shows it: the content, and the right to read it. */
export function siteAttachment(origin: SiteOrigin, ready: readonly pulumi.Resource[]): Attachable {
  return {
    kind: 'distribution',
    attach(request, opts) {
      const { host, tags } = request;
      return attachment(
        siteDistribution(
          hostNames(host).attachment,
          {
            origin,
            host: viewerHost(request),
            comment: `Documentation at ${host}`.slice(0, COMMENT_LENGTH),
            tags,
          },
          { ...opts, dependsOn: [...ready] },
        ),
      );
    },
  };
}
