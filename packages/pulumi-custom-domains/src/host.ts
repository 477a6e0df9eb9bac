import { CustomHost, gatewayTarget, Preflight, Redirects } from '@petstore/custom-domains';
import type { DnsAdapter } from '@petstore/custom-domains';
import * as pulumi from '@pulumi/pulumi';

export const ZoneProvider = { Cloudflare: 'cloudflare', Route53: 'route53', External: 'external' } as const;
export type ZoneProvider = (typeof ZoneProvider)[keyof typeof ZoneProvider];
export const RedirectStatus = { MovedPermanently: 301, Found: 302, TemporaryRedirect: 307, PermanentRedirect: 308 } as const;
export type RedirectStatus = (typeof RedirectStatus)[keyof typeof RedirectStatus];

export interface ZoneArgs {
  /** Who */
  readonly provider: ZoneProvider;
  readonly name?: string;
  readonly zoneId?: pulumi.Input<string>;
  readonly role?: string;
  readonly verified?: boolean;
}
export interface GatewayArgs {
  readonly apiId: pulumi.Input<string>;
  readonly stage?: pulumi.Input<string>;
}
export interface RedirectArgs {
  readonly to: pulumi.Input<string>;
  readonly status?: RedirectStatus;
}
export interface PreflightArgs {
  readonly enabled?: boolean;
  readonly resolver?: string;
  readonly authorityPort?: number;
  readonly resolverOnly?: boolean;
}
export interface HostArgs {
  readonly host: string;
  readonly zone: ZoneArgs;
  readonly gateway?: GatewayArgs;
  readonly redirect?: RedirectArgs;
  readonly preflight?: PreflightArgs;
  readonly ttl?: number;
  readonly tags?: pulumi.Input<Record<string, pulumi.Input<string>>>;
}
export interface RecordToSet {
  readonly purpose: string;
  readonly name: string;
  readonly type: string;
  readonly value: string;
  readonly ttl: number;
}

export class Host extends pulumi.ComponentResource {
  /** url */
  readonly url: pulumi.Output<string>;
  readonly attached: pulumi.Output<boolean>;
  readonly target: pulumi.Output<string | undefined>;
  readonly certificateStatus: pulumi.Output<string>;
  readonly records: pulumi.Output<RecordToSet[]>;
  constructor(name: string, args: HostArgs, opts?: pulumi.ComponentResourceOptions, dns?: DnsAdapter) {
    super('custom-domains:index:Host', name, {}, opts);
    const { enabled, ...reader } = args.preflight ?? {};
    const host = new CustomHost(name, {
      host: args.host, dns: dns!, ttl: args.ttl, tags: args.tags,
      target: args.gateway ? gatewayTarget({ stage: '$default', ...args.gateway }) : new Redirects('redirects').target({ status: 308, ...args.redirect! }),
      preflight: enabled === false ? 'off' : new Preflight(reader),
    }, { parent: this });
    this.url = pulumi.interpolate`https://${host.host}`;
    this.attached = host.attached;
    this.target = host.target;
    this.certificateStatus = host.certificateStatus;
    this.records = host.records;
    this.registerOutputs({ url: this.url, attached: this.attached, target: this.target, certificateStatus: this.certificateStatus, records: this.records });
  }
}
