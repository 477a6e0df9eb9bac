// Declares every host of a plan: the DNS adapter of its zone, what it is attached to, its resources.

import { CustomHost, type DnsAdapter, type HostTarget, type Tags } from '@petstore/custom-domains';
import { dnsAdapter, type HostZone } from '@petstore/custom-domains/dns-hosts';
import {
  adopting,
  type CertificateRequest,
  type HostFailures,
  type Import,
  withoutAlias,
  withoutRouting,
} from '@petstore/custom-domains/many-hosts';
import { hostNames } from '@petstore/custom-domains/names';
import type { HostPlan } from '../plan/types.ts';
import type { HostMove, Moves } from './moving.ts';
import type { ZoneProviders } from './zone-providers.ts';

export interface HostSupport {
  /** The adapter of a host's zone: `dnsAdapters()`, the same for all hosts of a stack. */
  readonly dnsOf: (zone: HostZone) => Promise<DnsAdapter>;
  /** What a host of the plan is attached to. */
  readonly targetOf: (host: HostPlan) => HostTarget;
  /** By host; a host without an entry requests its first certificate. */
  readonly requests: ReadonlyMap<string, CertificateRequest>;
  /** By host: what exists already and is taken over, by logical name. */
  readonly imports: ReadonlyMap<string, ReadonlyMap<string, Import>>;
  /** Hosts that move in. */
  readonly moves: Moves;
  readonly failures?: HostFailures;
  readonly tags?: Tags;
}

export interface DeclaredHost {
  readonly plan: HostPlan;
  readonly resource: CustomHost;
  /** Its routing record waits: its name leads to its old place. */
  readonly waiting?: HostMove;
}

export async function declareHosts(
  plans: readonly HostPlan[],
  { dnsOf, targetOf, requests, imports, moves, failures, tags }: HostSupport,
): Promise<DeclaredHost[]> {
  const adapters = await Promise.all(plans.map(({ zone }) => dnsOf(zone)));
  return plans.map((plan, i) => {
    const { host } = plan;
    const move = moves.get(host);
    const waiting = move?.step.kind === 'replaces' ? undefined : move;
    const dns = adapters[i] as DnsAdapter;
    const args = {
      host,
      dns: waiting ? withoutRouting(dns) : dns,
      target: targetOf(plan),
      // The program has run the preflight of all of its hosts already.
      preflight: 'off' as const,
      ttl: plan.ttl,
      request: requests.get(host) ?? {},
      failures,
      tags,
    };
    const options = hostOptions(host, imports.get(host) ?? new Map(), move);
    const resource = new CustomHost(hostNames(host).component, args, options);
    return { plan, resource, waiting };
  });
}

function hostOptions(host: string, imports: ReadonlyMap<string, Import>, move: HostMove | undefined) {
  const { transformations = [] } = adopting(new Map([...imports, ...(move?.imports ?? [])]));
  const { transformations: own = [] } = move?.aliasWaits ? withoutAlias(host) : {};
  return { transformations: [...transformations, ...own] };
}

/** One adapter for each zone: a zone without an id is looked up once for all its hosts. */
export function dnsAdapters(providerOf: ZoneProviders): (zone: HostZone) => Promise<DnsAdapter> {
  const adapters = new Map<string, Promise<DnsAdapter>>();
  return (zone) => {
    if (zone.provider === 'external') return dnsAdapter(zone);
    const adapter =
      adapters.get(zone.name) ?? providerOf(zone).then((provider) => dnsAdapter(zone, { provider }));
    adapters.set(zone.name, adapter);
    return adapter;
  };
}
