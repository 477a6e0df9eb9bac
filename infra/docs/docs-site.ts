// The documentation site's own resources: a private bucket, the distributions in front of it, and the site's files,
// rendered for the API's address, which a deployment may know late.
import {
  distributionTarget,
  type HostTarget,
  KEEPS_WEB_ACL,
  type SecurityPolicy,
  SITE_BEHAVIOR,
  type Tags,
  type ViewerHost,
  viewerArgs,
  viewerHost,
} from '@petstore/custom-domains';
import type { HostFailures } from '@petstore/custom-domains/many-hosts';
import { hostNames } from '@petstore/custom-domains/names';
import type * as aws from '@pulumi/aws';
import { Distribution } from '@pulumi/aws/cloudfront/distribution.js';
import { OriginAccessControl } from '@pulumi/aws/cloudfront/originAccessControl.js';
import { ResponseHeadersPolicy } from '@pulumi/aws/cloudfront/responseHeadersPolicy.js';
import { Bucket } from '@pulumi/aws/s3/bucket.js';
import { BucketObjectv2 } from '@pulumi/aws/s3/bucketObjectv2.js';
import { BucketOwnershipControls } from '@pulumi/aws/s3/bucketOwnershipControls.js';
import { BucketPolicy } from '@pulumi/aws/s3/bucketPolicy.js';
import { BucketPublicAccessBlock } from '@pulumi/aws/s3/bucketPublicAccessBlock.js';
import * as pulumi from '@pulumi/pulumi';
import { nameInStack } from '../plan/stack-name.ts';
import { type SiteTemplate, siteTemplates } from './site/build.ts';

/** Distributions that share an access control and a headers policy. CloudFront takes 100 of them: a host that is declared
 * in front of others moves one distribution of each group to the next, and up to 50 can at once. */
const SHARED_BY = 50;

interface DocsSiteArgs {
  readonly tags: Tags;
  readonly securityPolicy?: SecurityPolicy;
  /** Of the distributions of hosts, in the order in which they share. */
  readonly hosts?: readonly string[];
  /** Explains what CloudFront refuses to the account: this distribution is its first one. */
  readonly failures?: HostFailures;
}

/** Without its content: the API needs the site's address (CORS) and the content needs the API's. `ready`: what else must
 * exist before a host is attached; `originOf`: for the distribution of a host. */
export function declareSite(
  name: string,
  { tags, securityPolicy, hosts = [], failures }: DocsSiteArgs,
  opts?: pulumi.ComponentResourceOptions,
) {
  const parent = new pulumi.ComponentResource('petstore:docs:DocsSite', name, {}, opts);
  const bucketName = nameInStack(pulumi.getProject(), pulumi.getStack(), name);
  const bucket = new Bucket(bucketName, { tags }, { parent });
  const publicAccessBlock = blockPublicAccess(name, bucket, parent);
  const origins: SiteOrigin[] = [];
  // The first is of the default address.
  const places = new Map(hosts.map((host, index) => [host, index + 1]));
  const originOf = (host: string) => {
    const group = Math.floor((places.get(host) ?? 0) / SHARED_BY);
    origins[group] ??= newOrigin(group === 0 ? name : `${name}-${group + 1}`, bucket, parent);
    return origins[group];
  };
  const comment = 'The documentation site at its default address';
  const hooks = failures?.hooksOf([name], name, parent.urn);
  const distribution = siteDistribution(name, { origin: originOf(name), comment, tags }, { parent, hooks });
  const readable = { bucket: bucket.id, policy: readPolicy(bucket, distribution) };
  const ready = [new BucketPolicy(name, readable, { parent, dependsOn: [publicAccessBlock] })];
  return { bucket, distribution, securityPolicy, ready, originOf };
}

type SiteOrigin = ReturnType<typeof newOrigin>;

function newOrigin(name: string, bucket: Bucket, parent: pulumi.Resource) {
  // IAM cannot tell these two from another stack's: the role that deploys may create and delete, but update none.
  const opts = { parent, replaceOnChanges: ['*'] };
  const signed = {
    description: 'CloudFront reads the documentation site',
    originAccessControlOriginType: 's3',
    signingBehavior: 'always',
    signingProtocol: 'sigv4',
  };
  const accessControl = new OriginAccessControl(name, signed, opts);
  return { bucket, accessControl, headers: new ResponseHeadersPolicy(name, securityHeaders(), opts) };
}

function blockPublicAccess(name: string, { id: bucket }: Bucket, parent: pulumi.Resource): pulumi.Resource {
  const rule = { objectOwnership: 'BucketOwnerEnforced' };
  new BucketOwnershipControls(name, { bucket, rule }, { parent });
  const acls = { blockPublicAcls: true, ignorePublicAcls: true };
  const policies = { blockPublicPolicy: true, restrictPublicBuckets: true };
  return new BucketPublicAccessBlock(name, { bucket, ...acls, ...policies }, { parent });
}

/** Only distributions of this account may read. The policy does not change with a new host's distribution. */
function readPolicy(bucket: Bucket, distribution: Distribution): pulumi.Output<string> {
  const anyDistribution = distribution.arn.apply((arn) => arn.replace(/[^/]+$/, '*'));
  return pulumi.jsonStringify({
    Version: '2012-10-17',
    Statement: [
      {
        Sid: 'CloudFrontReads',
        Effect: 'Allow',
        Principal: { Service: 'cloudfront.amazonaws.com' },
        Action: 's3:GetObject',
        Resource: pulumi.interpolate`${bucket.arn}/*`,
        Condition: { ArnLike: { 'AWS:SourceArn': anyDistribution } },
      },
    ],
  });
}

/** Nothing inline, nothing from other origins. `connect-src` is any https because the API's address may come from a
 * resource that depends on this site; the policy in each page limits it to that origin. */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  'connect-src https:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

const TWO_YEARS = 63_072_000;

const CUSTOM_HEADERS: Readonly<Record<string, string>> = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};

function securityHeaders(): aws.cloudfront.ResponseHeadersPolicyArgs {
  return {
    comment: 'Security headers of the documentation site',
    securityHeadersConfig: {
      contentSecurityPolicy: { contentSecurityPolicy: CONTENT_SECURITY_POLICY, override: true },
      contentTypeOptions: { override: true },
      frameOptions: { frameOption: 'DENY', override: true },
      referrerPolicy: { referrerPolicy: 'no-referrer', override: true },
      // Without subdomains: those of an apex may belong to others.
      strictTransportSecurity: { accessControlMaxAgeSec: TWO_YEARS, override: true },
    },
    customHeadersConfig: {
      items: Object.entries(CUSTOM_HEADERS).map(([header, value]) => ({ header, value, override: true })),
    },
  };
}

interface SiteDistributionArgs {
  readonly origin: SiteOrigin;
  /** Absent: the default address alone, also for an external host that is not verified yet. */
  readonly host?: ViewerHost;
  readonly securityPolicy?: SecurityPolicy | undefined;
  readonly comment: string;
  readonly tags?: Tags | undefined;
}

const ORIGIN_ID = 'site';
const NOT_FOUND = { responsePagePath: '/404.html', errorCachingMinTtl: 10 };

function siteDistribution(
  name: string,
  { origin, host, securityPolicy, comment, tags }: SiteDistributionArgs,
  opts?: pulumi.CustomResourceOptions,
): Distribution {
  return new Distribution(
    name,
    {
      ...viewerArgs(host, comment, securityPolicy),
      defaultRootObject: 'index.html',
      origins: [
        {
          originId: ORIGIN_ID,
          domainName: origin.bucket.bucketRegionalDomainName,
          originAccessControlId: origin.accessControl.id,
        },
      ],
      // A page (`no-cache`) is revalidated each second, so that no deployment needs an invalidation.
      defaultCacheBehavior: {
        ...SITE_BEHAVIOR,
        targetOriginId: ORIGIN_ID,
        responseHeadersPolicyId: origin.headers.id,
      },
      // Without the right to list the bucket, S3 responds with 403 for an object that does not exist.
      customErrorResponses: [{ errorCode: 403, responseCode: 404, ...NOT_FOUND }],
      tags,
    },
    { ...opts, ...KEEPS_WEB_ACL },
  );
}

/** `ready`: what must exist before a host is attached: the content, and the right to read it. */
export function siteTarget(
  site: Pick<ReturnType<typeof declareSite>, 'originOf' | 'securityPolicy'>,
  ready: readonly pulumi.Resource[],
): HostTarget {
  return {
    kind: 'distribution',
    attach(request, opts) {
      const { host, tags } = request;
      const comment = `Documentation at ${host}`;
      const { securityPolicy } = site;
      const args = { origin: site.originOf(host), host: viewerHost(request), securityPolicy, comment, tags };
      const name = hostNames(host).attachment;
      return distributionTarget(siteDistribution(name, args, { ...opts, dependsOn: [...ready] }));
    },
  };
}

interface DocsContentArgs {
  readonly bucket: Bucket;
  readonly openapi: object;
  /** The API's address, no final slash: `https://api.petstore.example/v1`. */
  readonly baseUrl: pulumi.Input<string>;
  /** The authority of the API's certificate, a PEM file: the samples name it. A public authority needs none. */
  readonly authorityFile?: string;
  readonly tags: Tags;
}

/** Returns every file: they must exist before a host is attached. Their content may be unknown in a preview. */
export function declareContent(name: string, args: DocsContentArgs): pulumi.Resource[] {
  const parent = new pulumi.ComponentResource('petstore:docs:DocsContent', name);
  const declare = (template: SiteTemplate, dependsOn: pulumi.Resource[]) => {
    const { name: file, path: key, contentType, cacheControl, render } = template;
    const content = pulumi.output(args.baseUrl).apply(render);
    const object = { bucket: args.bucket.id, key, content, contentType, cacheControl, tags: args.tags };
    return new BucketObjectv2(`${name}-${file}`, object, { parent, dependsOn });
  };
  // Pages depend on the assets that they refer to, which have a hash in their paths; old assets are deleted last.
  const isAsset = (template: SiteTemplate) => template.name !== template.path;
  const templates = siteTemplates(args.openapi, args.authorityFile);
  const assets = templates.filter(isAsset).map((template) => declare(template, []));
  const pages = templates.filter((one) => !isAsset(one)).map((template) => declare(template, assets));
  return [...assets, ...pages];
}
