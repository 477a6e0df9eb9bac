// A redirect as what a custom host is attached to: a distribution of its own whose function answers every request, on http and https alike.

import { createHash } from 'node:crypto';
import { Distribution } from '@pulumi/aws/cloudfront/distribution.js';
import { Function as EdgeFunction } from '@pulumi/aws/cloudfront/function.js';
import * as pulumi from '@pulumi/pulumi';
import { hostNames } from '../names/logical-names.ts';
import { isPermanent, PERMANENT_SECONDS, type RedirectStatus } from '../names/redirect-status.ts';
import { shown } from '../output/index.ts';
import { checkRedirect, withArguments } from './arguments.ts';
import { distributionTarget, type HostTarget, viewerArgs, viewerHost } from './targets.ts';

/**
 * A host that comes to redirect in place of serving, or the other way, keeps its distribution and so its alias:
 * both have the same logical name and parent. `ready`: what must exist before the host redirects, such as the host that it
 * leads to: where the two are swapped, they would be a loop until both have changed. Throws RedirectError.
 *
 * @example
 * redirectTarget({ to: 'www.example.com', status: 308 })
 */
export function redirectTarget(
  redirect: Omit<Redirect, 'to'> & { readonly to: pulumi.Input<string> },
  ready: pulumi.Input<pulumi.Input<pulumi.Resource>[]> = [],
): HostTarget {
  withArguments(shown`redirectTarget`, () => checkRedirect(redirect));
  const { status } = redirect;
  const to = pulumi.output(redirect.to);
  return {
    kind: 'distribution',
    attach(request, opts) {
      const { host, tags } = request;
      const names = hostNames(host);
      const viewer = viewerHost(request);
      const dependsOn = pulumi.all([opts.dependsOn ?? [], ready]).apply((all) => all.flat());
      const comment = to.apply((text) => viewerArgs(viewer, `${host} to ${text} (${status})`).comment);
      const code = to.apply((text) => redirectFunctionCode({ to: text, status }));
      const redirecting = new EdgeFunction(
        names.redirectFunction,
        { name: functionName(host), comment, runtime: 'cloudfront-js-2.0', code, publish: true, tags },
        { parent: opts.parent, provider: opts.provider, dependsOn },
      );
      const args = { ...viewerArgs(viewer), ...redirectArgs(to, redirecting), comment, tags };
      return distributionTarget(new Distribution(names.attachment, args, { ...opts, dependsOn }));
    },
  };
}

/** AWS's managed CachingDisabled: the function responds before any cache. */
const CACHING_DISABLED = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad';
const ORIGIN_ID = 'never-asked';

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
export function functionName(from: string): string {
  const hash = createHash('sha256')
    .update(`${pulumi.getProject()}/${pulumi.getStack()}/${from}`)
    .digest('hex');
  return `redirect-${from.replaceAll('.', '-').slice(0, 40)}-${hash.slice(0, 10)}`;
}

export interface Redirect {
  /** A host name, or a full https URL whose path becomes a prefix of the request's path: `https://host/path`. */
  readonly to: string;
  /** 301 and 308 are permanent; 307 and 308 keep the method. */
  readonly status: RedirectStatus;
}

const DESCRIPTIONS: Readonly<Record<RedirectStatus, string>> = {
  301: 'Moved Permanently',
  302: 'Found',
  307: 'Temporary Redirect',
  308: 'Permanent Redirect',
};

/** Without a limit browsers keep a permanent redirect for ever: with this one they see a change after an hour. */
const PERMANENT_FOR = `max-age=${PERMANENT_SECONDS}`;

/**
 * Two years, for this host alone. Browsers ignore it over http (RFC 6797 section 8.1), and a viewer function cannot see
 * which of the two a request came by.
 */
const HSTS = 'max-age=63072000';

/**
 * Keeps path and query as they were sent: `uri` is not decoded, and `rawQueryString()` is undefined only where there
 * was no `?` (https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/general-helper-methods.html).
 * Written in ECMAScript 5.1, which every runtime of CloudFront Functions takes; limit 10 KB.
 */
export function redirectFunctionCode({ to, status }: Redirect): string {
  return `function handler(event) {
  var request = event.request;
  var query = request.rawQueryString();
  var location = ${JSON.stringify(redirectBase(to))} + request.uri + (query === undefined ? '' : '?' + query);
  return {
    statusCode: ${status},
    statusDescription: ${JSON.stringify(DESCRIPTIONS[status])},
    headers: {
      location: { value: location },
      'strict-transport-security': { value: ${JSON.stringify(HSTS)} },
      'cache-control': { value: ${JSON.stringify(isPermanent(status) ? PERMANENT_FOR : 'no-store')} }
    }
  };
}
`;
}

/** `petstore.example` → `https://petstore.example`; a URL without its final slash. */
function redirectBase(to: string): string {
  return to.startsWith('https://') ? to.replace(/\/+$/, '') : `https://${to}`;
}
