// DNS hosts by the names of their servers, as their own documentation gives them. Last verified 2026-05.
import type { ZoneRef } from '../names/types.ts';

/** Ends of server names, by who runs them. Unknown servers may be anybody's: they say nothing. */
const servers: readonly (readonly [RegExp, string])[] = [
  [/\.ns\.cloudflare\.[a-z]+$/, 'cloudflare'],
  [/\.awsdns(-\d+)?\.[a-z.]+$/, 'route53'],
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

/** Who runs that name server: a provider of ours, another DNS host's name, or undefined when it is not known. */
export function providerOf(nameServer: string): string | undefined {
  return servers.find(([end]) => end.test(nameServer))?.[1];
}

const titles = { cloudflare: 'Cloudflare', route53: 'Route 53', external: 'its DNS host' } as const;

export function providerTitle(provider: ZoneRef['provider']): string {
  return titles[provider];
}
