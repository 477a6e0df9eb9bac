// What a custom host can be attached to: a gateway, or a distribution of its own.

import type * as aws from '@pulumi/aws';
import { ApiMapping } from '@pulumi/aws/apigatewayv2/apiMapping.js';
import { DomainName } from '@pulumi/aws/apigatewayv2/domainName.js';
import type * as pulumi from '@pulumi/pulumi';
import type { RoutingTarget } from '../dns-hosts/adapter.ts';
import { hostNames } from '../names/logical-names.ts';
import type { DomainNamePace } from './domain-name-pace.ts';
import { httpsParamsOf } from './host-record.ts';

export type Tags = pulumi.Input<Readonly<Record<string, pulumi.Input<string>>>>;

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
  /** A distribution can be created, without the alias, before its certificate is issued; a gateway's domain name needs one. */
  readonly kind: 'gateway' | 'distribution';
  /** Declares what serves the host. `opts`, with the host's component as parent, are for each of its resources. */
  attach(request: AttachmentRequest, opts: pulumi.CustomResourceOptions): Attachment;
}

const REGIONAL = { endpointType: 'REGIONAL', securityPolicy: 'TLS_1_2', ipAddressType: 'dualstack' };

export interface GatewayArgs {
  readonly apiId: pulumi.Input<string>;
  /** The stage's name; `$default` serves the root. */
  readonly stage: pulumi.Input<string>;
}

/**
 * An HTTP API. `ready`: what must exist before it is mapped, such as its stage and routes. The mapping has no key, which would show in
 * rawPath: the API serves whole paths. `pace`: for more than a few hosts.
 * @example gatewayTarget({ apiId: api.id, stage: stage.name }, [stage, route])
 */
export function gatewayTarget(
  { apiId, stage }: GatewayArgs,
  ready: readonly pulumi.Resource[] = [],
  pace?: DomainNamePace,
): HostTarget {
  const hooks = pace && { beforeCreate: [pace.hook], beforeUpdate: [pace.hook] };
  return {
    kind: 'gateway',
    attach({ host, certificateArn, tags }, opts) {
      if (certificateArn === undefined) throw new Error(`${host}: a gateway needs an issued certificate`);
      const names = hostNames(host);
      const domainName = new DomainName(
        names.attachment,
        { domainName: host, domainNameConfiguration: { certificateArn, ...REGIONAL }, tags },
        { ...opts, hooks: { ...opts.hooks, ...hooks } },
      );
      const mapping = new ApiMapping(
        names.mapping,
        { apiId, stage, domainName: domainName.id },
        { parent: opts.parent, provider: opts.provider, dependsOn: [...ready] },
      );
      const { targetDomainName, hostedZoneId } = domainName.domainNameConfiguration;
      return { target: { domainName: targetDomainName, hostedZoneId }, dependencies: [domainName, mapping] };
    },
  };
}

/** Undefined while there is no validated certificate: the alias and certificate wait. */
export function viewerHost({ host, certificateArn }: AttachmentRequest): ViewerHost | undefined {
  return certificateArn === undefined ? undefined : { name: host, certificateArn };
}

/**
 * Attaches a host to a distribution that the program declares for it.
 * @example
 * const site: HostTarget = {
 *   kind: 'distribution',
 *   attach: (request, opts) =>
 *     distributionTarget(
 *       new aws.cloudfront.Distribution('site', { ...viewerArgs(viewerHost(request)), ...siteArgs }, opts),
 *     ),
 * };
 */
export function distributionTarget(distribution: aws.cloudfront.Distribution): Attachment {
  const { domainName, hostedZoneId, httpVersion } = distribution;
  const httpsParams = httpVersion.apply(httpsParamsOf);
  return { target: { domainName, hostedZoneId, httpsParams }, dependencies: [distribution] };
}

/** An option of a distribution: the web ACL that somebody gave it stays. That of a flat-rate plan cannot be removed. */
export const KEEPS_WEB_ACL = { ignoreChanges: ['webAclId'] };

/** The settings of an origin that is a server, with which CloudFront speaks HTTPS alone. */
export const HTTPS_SERVER = {
  httpPort: 80,
  httpsPort: 443,
  originProtocolPolicy: 'https-only',
  originSslProtocols: ['TLSv1.2'],
};

/** How a distribution takes requests of a site that only reads: over HTTPS alone, compressed, and cached as Cache-Control says (AWS's
 * managed policy CachingOptimized). */
export const SITE_BEHAVIOR = {
  viewerProtocolPolicy: 'redirect-to-https',
  allowedMethods: ['GET', 'HEAD'],
  cachedMethods: ['GET', 'HEAD'],
  compress: true,
  cachePolicyId: '658327ea-f89d-4fab-a63d-7e88639e58f6',
};

/** CloudFront limits the comment of a distribution, and of a function, to so many characters. */
const COMMENT_LENGTH = 128;

export interface ViewerHost {
  readonly name: string;
  readonly certificateArn: pulumi.Input<string>;
}

/** CloudFront's security policies from TLS 1.2 on. Rules of Security Hub, Datadog and others pass those of 2025 only. */
export type SecurityPolicy = 'TLSv1.2_2021' | 'TLSv1.2_2025' | 'TLSv1.3_2025';

/**
 * Without a host a distribution responds at its own address only, where CloudFront sets the lowest protocol itself (TLSv1).
 * @example new aws.cloudfront.Distribution('site', { ...viewerArgs(viewerHost(request)), origins, defaultCacheBehavior }, opts)
 */
export function viewerArgs(
  host: ViewerHost | undefined,
  comment = '',
  minimumProtocolVersion: SecurityPolicy = 'TLSv1.2_2025',
) {
  return {
    comment: comment.slice(0, COMMENT_LENGTH),
    enabled: true,
    isIpv6Enabled: true,
    httpVersion: 'http2and3',
    aliases: host === undefined ? [] : [host.name],
    viewerCertificate:
      host === undefined
        ? { cloudfrontDefaultCertificate: true }
        : { acmCertificateArn: host.certificateArn, sslSupportMethod: 'sni-only', minimumProtocolVersion },
    restrictions: { geoRestriction: { restrictionType: 'none' } },
  } satisfies Partial<aws.cloudfront.DistributionArgs>;
}
