// The site, and a redirect, as what custom hosts are attached to.
import type * as aws from '@pulumi/aws';
import type * as pulumi from '@pulumi/pulumi';
import type { Attachable, AttachmentRequest } from './host-target.ts';
import { hostNames } from '../names/logical-names.ts';
import { redirectDistribution } from './redirect-distribution.ts';
import type { Redirect } from './redirect-function.ts';
import { type SiteOrigin, siteDistribution } from '../../../../infra/docs/site-distribution.ts';
import { COMMENT_LENGTH, type ViewerHost } from './viewer.ts';

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

/**
 * A host that comes to redirect in place of serving, or the other way, keeps its distribution and so its alias:
 * both have the same logical name and parent.
 */
export function redirectAttachment(redirect: Redirect): Attachable {
  return {
    kind: 'distribution',
    attach(request, opts) {
      const { host, tags } = request;
      const { attachment: distribution, redirectFunction } = hostNames(host);
      return attachment(
        redirectDistribution(
          { distribution, function: redirectFunction },
          { ...redirect, from: host, host: viewerHost(request), tags },
          opts,
        ),
      );
    },
  };
}

function viewerHost({ host, certificateArn }: AttachmentRequest): ViewerHost | undefined {
  return certificateArn === undefined ? undefined : { name: host, certificateArn };
}

function attachment(distribution: aws.cloudfront.Distribution) {
  const { domainName, hostedZoneId } = distribution;
  return { target: { domainName, hostedZoneId }, serving: [distribution] };
}
