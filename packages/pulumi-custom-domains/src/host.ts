// Host: the component and its arguments, in the types that every language of Pulumi has. Pulumi's analyzer reads this
// file alone, which therefore imports nothing that the types do not need.
import * as pulumi from '@pulumi/pulumi';

export const ZoneProvider = { Cloudflare: 'cloudflare', Route53: 'route53', External: 'external' } as const;
export type ZoneProvider = (typeof ZoneProvider)[keyof typeof ZoneProvider];

export interface Zone {
  /** Who serves the zone's DNS; `external` for a host whose owner sets the records. */
  readonly provider: ZoneProvider;
  /** `example.com`; not for `external`. */
  readonly name?: string;
  /** Cloudflare: required, on the zone's overview page. Route 53: looked up among the public zones where absent. */
  readonly zoneId?: string;
  /** Route 53: ARN of a role that the deployment assumes, for a zone in another account. */
  readonly role?: string;
  /** Cloudflare: the environment variable with the API token of this zone; `CLOUDFLARE_API_TOKEN` where absent. */
  readonly tokenVariable?: string;
  /** `external`: the owner has set the records. Until then nothing waits for the certificate, and the host is not attached. */
  readonly verified?: boolean;
}

export interface Gateway {
  /** Of an HTTP API. */
  readonly apiId: pulumi.Input<string>;
  /** `$default`, which serves the root, where absent. */
  readonly stage?: pulumi.Input<string>;
}

export interface Distribution {
  /** What the distribution is in front of: the regional domain name of an S3 bucket, or an HTTPS server's host name. */
  readonly origin: pulumi.Input<string>;
  /** By which CloudFront reads a private bucket; absent for a server. */
  readonly originAccessControlId?: pulumi.Input<string>;
  /** `index.html`, for a bucket. */
  readonly defaultRootObject?: pulumi.Input<string>;
  /** AWS's CachingOptimized where absent. */
  readonly cachePolicyId?: pulumi.Input<string>;
  readonly responseHeadersPolicyId?: pulumi.Input<string>;
  /** ARN of a CloudFront function for viewer requests. */
  readonly functionArn?: pulumi.Input<string>;
}

export const RedirectStatus = {
  MovedPermanently: 301,
  Found: 302,
  TemporaryRedirect: 307,
  PermanentRedirect: 308,
} as const;
export type RedirectStatus = (typeof RedirectStatus)[keyof typeof RedirectStatus];

export interface Redirect {
  /** A host name, or a full https URL whose path becomes a prefix of the request's path. */
  readonly to: pulumi.Input<string>;
  /** 301 and 308 are permanent; 307 and 308 keep the method. 308 where absent. */
  readonly status?: RedirectStatus;
}

export interface Preflight {
  /** False: nothing reads live DNS before the host is created. For emergencies. */
  readonly enabled?: boolean;
  /** `ADDR`, `ADDR:PORT` or `[V6]:PORT`; the system's resolvers where absent. */
  readonly resolver?: string;
  /** The port of the zones' own servers: that of a `resolver` on the loopback, else 53. */
  readonly authorityPort?: number;
  /** The zones' own servers are never queried, as on a closed network. */
  readonly resolverOnly?: boolean;
  /** How long one packet is waited for. */
  readonly timeoutMs?: number;
  /** Packets sent to one server for one question. */
  readonly tries?: number;
}

export interface HostArgs {
  /** FQDN in lower case, no final dot, known before the run: the logical names of the resources contain it. */
  readonly host: string;
  readonly zone: Zone;
  /** One of the three: the host serves an HTTP API. */
  readonly gateway?: Gateway;
  /** One of the three: the host has a CloudFront distribution of its own. */
  readonly distribution?: Distribution;
  /** One of the three: the host redirects. */
  readonly redirect?: Redirect;
  /** Of live DNS, before the host is created. */
  readonly preflight?: Preflight;
  /** Seconds that resolvers keep the routing record; 3600 where absent. */
  readonly ttl?: number;
  /** Of the certificate, and of what serves the host. */
  readonly tags?: pulumi.Input<Record<string, pulumi.Input<string>>>;
}

export interface HostRecord {
  /** `validation` or `routing`. */
  readonly purpose: string;
  /** Full name, no final dot. */
  readonly name: string;
  /** `CNAME`; at an apex also `ALIAS` and `HTTPS`. */
  readonly type: string;
  readonly value: string;
  readonly ttl: number;
}

type Made = Pick<Host, 'attached' | 'target' | 'certificateStatus' | 'records'> & {
  readonly host: pulumi.Output<string>;
};

export const TYPE = 'custom-domains:index:Host' as const;

/** A host name of your own: its certificate, its DNS records and what serves it, after a preflight of live DNS. */
export class Host extends pulumi.ComponentResource {
  /** `https://HOST`, once the host's last resource exists. */
  readonly url: pulumi.Output<string>;
  /** Whether the host has a certificate and a target. False for an external host that is not verified. */
  readonly attached: pulumi.Output<boolean>;
  /** The name that the routing record points at; absent where an external host has none yet. */
  readonly target: pulumi.Output<string | undefined>;
  /** ACM's status of the certificate, as far as this run knows it: `PENDING_VALIDATION`, `ISSUED`. */
  readonly certificateStatus: pulumi.Output<string>;
  /** The records of the host: those that the stack sets, or those for the owner of an external host to set. */
  readonly records: pulumi.Output<HostRecord[]>;

  constructor(
    name: string,
    args: HostArgs,
    opts: pulumi.ComponentResourceOptions,
    make: (args: HostArgs, parent: Host) => Made,
  ) {
    super(TYPE, name, {}, opts);
    const { host, attached, target, certificateStatus, records } = make(args, this);
    this.url = pulumi.interpolate`https://${host}`;
    this.attached = attached;
    this.target = target;
    this.certificateStatus = certificateStatus;
    this.records = records;
    this.registerOutputs({ url: this.url, attached, target, certificateStatus, records });
  }
}
