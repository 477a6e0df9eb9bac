// The list of DNS hosts, and who runs a name server. Everything that depends on which there are is derived from it.
import { cloudflare } from './cloudflare/descriptor.ts';
import type { DnsHost } from './descriptor.ts';
import { external } from './external/descriptor.ts';
import { route53 } from './route53/descriptor.ts';

/** In the order in which the schema of a stack file shows them. */
const LIST = [cloudflare, route53, external] as const satisfies readonly DnsHost[];

type Listed = (typeof LIST)[number];

export type DnsHostId = Listed['id'];

export const DNS_HOSTS: readonly (DnsHost & { readonly id: DnsHostId })[] = LIST;

export type ZoneHost = Extract<Listed, { readonly zone: object }>;

export const ZONE_HOSTS: readonly ZoneHost[] = LIST.filter((one) => 'zone' in one);

export function dnsHost(id: DnsHostId): DnsHost {
  return LIST.find((one) => one.id === id) as DnsHost;
}

/** DNS hosts that are in no list of ours, so that a zone delegated to one of them is seen to be elsewhere. */
const OTHERS: readonly (readonly [RegExp, string])[] = [
  [/\.domaincontrol\.com$/, 'GoDaddy'],
  [/\.registrar-servers\.com$/, 'Namecheap'],
  [/\.googledomains\.com$/, 'Google'],
  [/\.azure-dns\.(com|net|org|info)$/, 'Azure'],
  [/\.gandi\.net$/, 'Gandi'],
  [/\.ovh\.net$/, 'OVH'],
  [/\.digitalocean\.com$/, 'DigitalOcean'],
  [/\.dnsimple(-edge)?\.(com|net|org)$/, 'DNSimple'],
  [/\.nsone\.net$/, 'NS1'],
  [/\.vercel-dns\.com$/, 'Vercel'],
  [/\.ui-dns\.(com|de|org|biz)$/, 'IONOS'],
  [/\.hetzner\.(com|de)$/, 'Hetzner'],
];

/** The id of a DNS host of the list, another one's name, or undefined: an unknown server can be anybody's. */
export function dnsHostOfServer(nameServer: string): string | undefined {
  const listed = DNS_HOSTS.find(({ nameServers }) => nameServers.some((end) => end.test(nameServer)));
  return listed?.id ?? OTHERS.find(([end]) => end.test(nameServer))?.[1];
}
