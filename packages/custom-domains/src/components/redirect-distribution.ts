// A redirect as a distribution of its own whose function answers every request, on http and https alike.
import { createHash } from 'node:crypto';
import { Distribution } from '@pulumi/aws/cloudfront/distribution.js';
import { Function as EdgeFunction } from '@pulumi/aws/cloudfront/function.js';
import * as pulumi from '@pulumi/pulumi';
import { type Redirect, redirectBase, redirectFunctionCode } from './redirect-function.ts';
import type { Tags } from './tags.ts';
import { type ViewerHost, viewerArgs } from './viewer.ts';

export interface RedirectDistributionArgs extends Omit<Redirect, 'to'> {
  /** As a Redirect's. */
  readonly to: pulumi.Input<string>;
  /** The host that redirects. */
  readonly from: string;
  /** Absent: the alias and certificate wait, as for an external host that is not verified. */
  readonly host?: ViewerHost;
  readonly tags?: Tags;
}

/** AWS's managed CachingDisabled: the function responds before any cache. */
const CACHING_DISABLED = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad';
const ORIGIN_ID = 'never-asked';

export interface RedirectNames {
  readonly distribution: string;
  readonly function: string;
}

export function redirectDistribution(
  names: RedirectNames,
  { from, to, status, host, tags }: RedirectDistributionArgs,
  opts?: pulumi.CustomResourceOptions,
): Distribution {
  const base = pulumi.output(to);
  const comment = base.apply((text) => viewerArgs(host, `${from} to ${text} (${status})`).comment);
  const redirect = new EdgeFunction(
    names.function,
    {
      name: functionName(from),
      comment,
      runtime: 'cloudfront-js-2.0',
      code: base.apply((text) => redirectFunctionCode({ to: text, status })),
      publish: true,
      tags,
    },
    { parent: opts?.parent, provider: opts?.provider, dependsOn: opts?.dependsOn },
  );
  const args = { ...viewerArgs(host), ...redirectArgs(base, redirect), comment, tags };
  return new Distribution(names.distribution, args, opts);
}

function redirectArgs(to: pulumi.Output<string>, redirect: EdgeFunction) {
  return {
    // A distribution must have an origin. CloudFront never requests this one: the function responds to each request itself.
    origins: [
      {
        originId: ORIGIN_ID,
        domainName: to.apply((text) => new URL(redirectBase(text)).hostname),
        customOriginConfig: {
          httpPort: 80,
          httpsPort: 443,
          originProtocolPolicy: 'https-only',
          originSslProtocols: ['TLSv1.2'],
        },
      },
    ],
    defaultCacheBehavior: {
      targetOriginId: ORIGIN_ID,
      // CloudFront's own redirect to https would come before the function's and change a POST to a GET.
      viewerProtocolPolicy: 'allow-all',
      allowedMethods: ['GET', 'HEAD', 'OPTIONS', 'PUT', 'POST', 'PATCH', 'DELETE'],
      cachedMethods: ['GET', 'HEAD'],
      compress: true,
      cachePolicyId: CACHING_DISABLED,
      functionAssociations: [{ eventType: 'viewer-request', functionArn: redirect.arn }],
    },
  };
}

/** A function's name has no dots, at most 64 characters, and is unique in the account: the stack is part of the hash. */
function functionName(from: string): string {
  const hash = createHash('sha256')
    .update(`${pulumi.getProject()}/${pulumi.getStack()}/${from}`)
    .digest('hex');
  return `redirect-${from.replaceAll('.', '-').slice(0, 40)}-${hash.slice(0, 10)}`;
}
