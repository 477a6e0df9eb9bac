// Declares every host of a plan: the DNS adapter of its zone, what it is attached to, its resources.

import type { CertificateRequest, HostFailures, HostTarget } from '@petstore/custom-domains';
import { CustomHost } from '@petstore/custom-domains';
import { cloudflareDns } from '@petstore/custom-domains/cloudflare';
import type { DnsAdapter } from '@petstore/custom-domains/dns-hosts';
import { external, route53Dns } from '@petstore/custom-domains/dns-hosts';
import type { HostZone } from '@petstore/custom-domains/names';
import type { HostPlan } from '../plan/types.ts';

export interface HostSupport {
  /** What a host of the plan is attached to. */
  readonly targetOf: (host: HostPlan) => HostTarget;
  /** By host; a host that is not there asks for its first certificate. */
  readonly requests: ReadonlyMap<string, CertificateRequest>;
  readonly failures?: HostFailures;
  readonly tags?: Readonly<Record<string, string>>;
}

export interface DeclaredHost {
  readonly plan: HostPlan;
  readonly resource: CustomHost;
}

export function declareHosts(
  plans: readonly HostPlan[],
  { targetOf, requests, failures, tags }: HostSupport,
): DeclaredHost[] {
  const dnsOf = dnsAdapters();
  return plans.map((plan) => {
    const target = targetOf(plan);
    const request = requests.get(plan.host) ?? {};
    const shared = { dns: dnsOf(plan.zone), target, request, failures, tags };
    // The program has asked about all of its hosts already.
    const resource = new CustomHost(plan.host, { ...shared, preflight: 'off' });
    return { plan, resource };
  });
}

/** One adapter for each zone: a zone without an id is looked up once for all its hosts. */
function dnsAdapters(): (zone: HostZone) => DnsAdapter {
  const adapters = new Map<string, DnsAdapter>();
  return (zone) => {
    if (zone.provider === 'external') return external(zone);
    const adapter = adapters.get(zone.name) ?? adapterOf(zone);
    adapters.set(zone.name, adapter);
    return adapter;
  };
}

function adapterOf(zone: Exclude<HostZone, { provider: 'external' }>): DnsAdapter {
  return zone.provider === 'cloudflare' ? cloudflareDns(zone) : route53Dns(zone);
}
