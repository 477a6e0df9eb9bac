// The list of DNS hosts. Everything that depends on which there are is derived from it.
import { cloudflare } from './cloudflare/descriptor.ts';
import type { DnsHost } from './descriptor.ts';
import { external } from './external/descriptor.ts';
import { route53 } from './route53/descriptor.ts';

/** In the order in which the schema of a stack file shows them. */
const LIST = [cloudflare, route53, external] as const satisfies readonly DnsHost[];

type Listed = (typeof LIST)[number];

export type DnsHostId = Listed['id'];

export const DNS_HOSTS: readonly (DnsHost & { readonly id: DnsHostId })[] = LIST;

/** A DNS host at which a stack file can declare zones. */
export type ZoneHost = Extract<Listed, { readonly zone: object }>;

export const ZONE_HOSTS: readonly ZoneHost[] = LIST.filter((one) => 'zone' in one);

export function dnsHost(id: DnsHostId): DnsHost {
  return LIST.find((one) => one.id === id) as DnsHost;
}

/** Its name in a message: `Cloudflare`. */
export function providerTitle(id: DnsHostId): string {
  return dnsHost(id).title;
}
