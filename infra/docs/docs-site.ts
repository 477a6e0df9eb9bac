// The documentation site's own resources: a private bucket, the right to read it, and the default address.

import type { Tags } from '@petstore/custom-domains';
import type * as aws from '@pulumi/aws';
import type { Distribution } from '@pulumi/aws/cloudfront/distribution.js';
import { OriginAccessControl } from '@pulumi/aws/cloudfront/originAccessControl.js';
import { ResponseHeadersPolicy } from '@pulumi/aws/cloudfront/responseHeadersPolicy.js';
import { Bucket } from '@pulumi/aws/s3/bucket.js';
import { BucketOwnershipControls } from '@pulumi/aws/s3/bucketOwnershipControls.js';
import { BucketPolicy } from '@pulumi/aws/s3/bucketPolicy.js';
import { BucketPublicAccessBlock } from '@pulumi/aws/s3/bucketPublicAccessBlock.js';
import * as pulumi from '@pulumi/pulumi';
import { nameInStack } from '../plan/stack-name.ts';
import { type SiteOrigin, siteDistribution } from './site-distribution.ts';

export interface DocsSiteArgs {
  readonly tags: Tags;
}

/**
 * The site without its content, which is DocsContent. They are two components because the API needs the site's address
 * (CORS) and the content needs the API's; nothing here depends on the content.
 */
export class DocsSite extends pulumi.ComponentResource {
  readonly bucket: Bucket;
  /** For further distributions of the same site. */
  readonly origin: SiteOrigin;
  readonly distribution: Distribution;
  /** What must exist before a host is attached, besides the content. */
  readonly ready: readonly pulumi.Resource[];

  constructor(name: string, { tags }: DocsSiteArgs, opts?: pulumi.ComponentResourceOptions) {
    super('petstore:docs:DocsSite', name, {}, opts);
    const parent = { parent: this };
    // IAM cannot tell these two from another stack's: the role that deploys may create and delete, but update none.
    const replaced = { parent: this, replaceOnChanges: ['*'] };
    this.bucket = new Bucket(nameInStack(pulumi.getProject(), pulumi.getStack(), name), { tags }, parent);
    const publicAccessBlock = this.#blockPublicAccess(name);
    this.origin = {
      bucket: this.bucket,
      accessControl: new OriginAccessControl(
        name,
        {
          description: 'CloudFront reads the documentation site',
          originAccessControlOriginType: 's3',
          signingBehavior: 'always',
          signingProtocol: 'sigv4',
        },
        replaced,
      ),
      headers: new ResponseHeadersPolicy(name, securityHeaders(), replaced),
    };
    const comment = 'The documentation site at its default address';
    this.distribution = siteDistribution(name, { origin: this.origin, comment, tags }, parent);
    const policy = new BucketPolicy(
      name,
      { bucket: this.bucket.id, policy: this.#readPolicy() },
      { parent: this, dependsOn: [publicAccessBlock] },
    );
    this.ready = [policy];
    this.registerOutputs({ url: pulumi.interpolate`https://${this.distribution.domainName}` });
  }

  /** No access control list and no policy can make the bucket public. */
  #blockPublicAccess(name: string): pulumi.Resource {
    const opts = { parent: this };
    new BucketOwnershipControls(
      name,
      { bucket: this.bucket.id, rule: { objectOwnership: 'BucketOwnerEnforced' } },
      opts,
    );
    const blocked = {
      blockPublicAcls: true,
      blockPublicPolicy: true,
      ignorePublicAcls: true,
      restrictPublicBuckets: true,
    };
    return new BucketPublicAccessBlock(name, { bucket: this.bucket.id, ...blocked }, opts);
  }

  /** Only distributions of this account may read. The policy does not change with a new host's distribution. */
  #readPolicy(): pulumi.Output<string> {
    const anyDistribution = this.distribution.arn.apply((arn) => arn.replace(/[^/]+$/, '*'));
    return pulumi.jsonStringify({
      Version: '2012-10-17',
      Statement: [
        {
          Sid: 'CloudFrontReads',
          Effect: 'Allow',
          Principal: { Service: 'cloudfront.amazonaws.com' },
          Action: 's3:GetObject',
          Resource: pulumi.interpolate`${this.bucket.arn}/*`,
          Condition: { ArnLike: { 'AWS:SourceArn': anyDistribution } },
        },
      ],
    });
  }
}

/**
 * Nothing inline, nothing from other origins, no markup from script. `connect-src` is any https here because the API's
 * address may come from a resource that depends on this site; the policy in each page limits it to that origin (a
 * request must pass both policies).
 */
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
