// The redirects of a stack: a key value store with a key for each host, and functions that read it, which answer every request.

import { Distribution } from '@pulumi/aws/cloudfront/distribution.js';
import { Function as EdgeFunction } from '@pulumi/aws/cloudfront/function.js';
import { KeyValueStore } from '@pulumi/aws/cloudfront/keyValueStore.js';
import { KeyvaluestoreKey } from '@pulumi/aws/cloudfront/keyvaluestoreKey.js';
import * as pulumi from '@pulumi/pulumi';
import { hostNames } from '../names/logical-names.ts';
import { PERMANENT_SECONDS, type RedirectStatus, redirectGroup } from '../names/redirect-status.ts';
import { shown } from '../output/index.ts';
import { checkRedirect, withArguments } from './arguments.ts';
import {
  distributionTarget,
  type HostTarget,
  HTTPS_SERVER,
  KEEPS_WEB_ACL,
  type SecurityPolicy,
  type Tags,
  viewerArgs,
  viewerHost,
} from './targets.ts';

export interface Redirect {
  /** A host name, or a full https URL whose path becomes a prefix of the request's path: `https://host/path`. */
  readonly to: string;
  /** 301 and 308 are permanent; 307 and 308 keep the method. */
  readonly status: RedirectStatus;
}

/**
 * One for each stack, or each provider. CloudFront lets a function have 100 distributions and a store ten functions: the hosts share ten.
 * @example
 * const redirects = new Redirects('redirects');
 * const target = redirects.target({ to: 'www.example.com', status: 308 });
 */
export class Redirects {
  readonly #name: string;
  readonly #args: { readonly tags?: Tags };
  readonly #securityPolicy: SecurityPolicy | undefined;
  readonly #opts: pulumi.CustomResourceOptions;
  readonly #functions = new Map<number, EdgeFunction>();
  #declared?: KeyValueStore;

  /** `opts`: with the parent and the provider of the store and the functions. */
  constructor(
    name: string,
    { securityPolicy, ...args }: { readonly tags?: Tags; readonly securityPolicy?: SecurityPolicy } = {},
    opts: pulumi.CustomResourceOptions = {},
  ) {
    this.#name = name;
    this.#securityPolicy = securityPolicy;
    this.#args = args;
    this.#opts = opts;
  }

  /**
   * A host that comes to redirect, or to serve, keeps its distribution and alias: both have the same logical name and parent. `ready`: what
   * must exist before, such as the host that it leads to: where two swap, they would be a loop until both have changed. Throws RedirectError. */
  target(
    redirect: Omit<Redirect, 'to'> & { readonly to: pulumi.Input<string> },
    ready: pulumi.Input<pulumi.Input<pulumi.Resource>[]> = [],
  ): HostTarget {
    withArguments(shown`a redirect`, () => checkRedirect(redirect));
    const value = pulumi.output(redirect.to).apply((to) => redirectValue({ to, status: redirect.status }));
    return {
      kind: 'distribution',
      attach: (request, opts) => {
        const { host, tags } = request;
        const names = hostNames(host);
        const { parent, provider } = opts;
        const dependsOn = pulumi.all([opts.dependsOn ?? [], ready]).apply((all) => all.flat());
        const key = new KeyvaluestoreKey(
          names.redirect,
          { keyValueStoreArn: this.#store.arn, key: host, value },
          { parent, provider, dependsOn },
        );
        const viewer = viewerArgs(viewerHost(request), `${host} redirects`, this.#securityPolicy);
        const args = { ...viewer, ...redirecting(this.#function(redirectGroup(host))), tags };
        // CloudFront sends what changed in a store to its locations within seconds, and a distribution within minutes.
        const after = dependsOn.apply((all) => [...all, key]);
        const own = { ...opts, ...KEEPS_WEB_ACL, dependsOn: after };
        return distributionTarget(new Distribution(names.attachment, args, own));
      },
    };
  }

  get #store(): KeyValueStore {
    // UpdateKeyValueStore requires a comment, and the provider calls it for changed tags too.
    const args = { comment: 'Where each host redirects to', ...this.#args };
    this.#declared ??= new KeyValueStore(this.#name, args, this.#opts);
    return this.#declared;
  }

  #function(group: number): EdgeFunction {
    const declared = this.#functions.get(group);
    if (declared !== undefined) return declared;
    const args = {
      ...{ runtime: 'cloudfront-js-2.0', code: REDIRECT_CODE, publish: true },
      keyValueStoreAssociations: [this.#store.arn],
      ...this.#args,
    };
    const created = new EdgeFunction(`${this.#name}-${group}`, args, this.#opts);
    this.#functions.set(group, created);
    return created;
  }
}

/** AWS's managed CachingDisabled: the function responds before any cache. */
const CACHING_DISABLED = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad';
const ORIGIN_ID = 'never-asked';

function redirecting(redirect: EdgeFunction) {
  return {
    // A distribution must have an origin. CloudFront never requests this one: the function responds to each request itself.
    origins: [{ originId: ORIGIN_ID, domainName: 'never-asked.invalid', customOriginConfig: HTTPS_SERVER }],
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

function redirectValue({ to, status }: Redirect): string {
  return JSON.stringify({ to: to.startsWith('https://') ? to.replace(/\/+$/, '') : `https://${to}`, status });
}

// Two years, for this host alone. Browsers ignore it over http (RFC 6797 8.1), which a viewer function cannot tell from https.
const HSTS = 'max-age=63072000';

const DESCRIPTIONS: Readonly<Record<RedirectStatus, string>> = {
  301: 'Moved Permanently',
  302: 'Found',
  307: 'Temporary Redirect',
  308: 'Permanent Redirect',
};

// Keeps path and query as they were sent: `uri` is not decoded, and `rawQueryString()` is undefined only without a `?`
// (https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/general-helper-methods.html). Without a key, `get` throws.
export const REDIRECT_CODE = `import cf from ${JSON.stringify('cloudfront')};
const redirects = cf.kvs();
const descriptions = ${JSON.stringify(DESCRIPTIONS)};
async function handler(event) {
  const request = event.request;
  const host = request.headers.host.value.toLowerCase().split(':')[0];
  const query = request.rawQueryString();
  let redirect;
  try {
    redirect = await redirects.get(host, { format: 'json' });
  } catch (error) {
    return {
      statusCode: 503,
      statusDescription: 'Service Unavailable',
      headers: { 'retry-after': { value: '5' }, 'cache-control': { value: 'no-store' } }
    };
  }
  const isPermanent = redirect.status === 301 || redirect.status === 308;
  return {
    statusCode: redirect.status,
    statusDescription: descriptions[redirect.status],
    headers: {
      location: { value: redirect.to + request.uri + (query === undefined ? '' : '?' + query) },
      'strict-transport-security': { value: ${JSON.stringify(HSTS)} },
      'cache-control': { value: isPermanent ? "max-age=${PERMANENT_SECONDS}" : 'no-store' }
    }
  };
}
`;
