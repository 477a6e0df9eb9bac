// Who runs a name server, by the end of its name, as each DNS host's own documentation has it. Last verified 2026-05.
import { DNS_HOSTS } from './list.ts';

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
