// Declares every host of a plan: the DNS adapter of its zone, what it is attached to, its resources.
import type * as pulumi from '@pulumi/pulumi';
import { cloudflareDns } from '../dns/cloudflare.ts';
import { lookUpZoneId, route53Dns } from '../dns/route53.ts';
import { hostNames } from '../plan/names.ts';
import type { HostPlan } from '../plan/types.ts';
import type { Attachable } from './attachment.ts';
import { CustomHost, type HostDns } from './custom-host.ts';

export interface HostSupport {
  /** What a host of the plan is attached to. */
  readonly attachmentOf: (host: HostPlan) => Attachable;
  /** Run before the first resource of a host is created; what it throws stops that host (the preflight). */
  readonly beforeHost?: pulumi.ResourceHook;
  readonly tags?: Readonly<Record<string, string>>;
}

export interface DeclaredHost {
  readonly plan: HostPlan;
  readonly resource: CustomHost;
}

export function declareHosts(
  plans: readonly HostPlan[],
  { attachmentOf, beforeHost, tags }: HostSupport,
): DeclaredHost[] {
  const dnsOf = dnsAdapters();
  return plans.map((host) => {
    const resource = new CustomHost(hostNames(host.host).component, {
      host: host.host,
      apex: host.apex,
      dns: dnsOf(host),
      attachTo: attachmentOf(host),
      tags,
      beforeCreate: beforeHost && [beforeHost],
    });
    return { plan: host, resource };
  });
}

/** The adapter of a host's zone; a zone without an id is looked up once for all its hosts. */
function dnsAdapters(): (host: HostPlan) => HostDns {
  const zoneIds = new Map<string, Promise<string>>();
  const lookUp = (name: string) => {
    const found = zoneIds.get(name) ?? lookUpZoneId(name);
    zoneIds.set(name, found);
    return found;
  };
  return ({ zone }) => {
    if (zone.provider === 'by-hand') return zone;
    if (zone.provider === 'cloudflare') return cloudflareDns(zone.zoneId);
    return route53Dns(zone.zoneId ?? lookUp(zone.name));
  };
}
