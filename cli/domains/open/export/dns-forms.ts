// Where the owner of a zone finds the form for its records, by who runs the zone's name servers. Menus, not addresses: these
// change less often. GoDaddy's, Namecheap's, NS1's and Hetzner's are in the words of their help pages (of 2026); the others
// have not been compared.
import { dnsHostOfServer, providerTitle, ZONE_HOSTS } from '@petstore/custom-domains/dns-hosts';

/** By what `dnsHostOfServer` gives. */
const FORMS: Readonly<Record<string, string>> = {
  cloudflare: 'the dashboard, the domain, DNS, Records',
  route53: 'the AWS console, Route 53, Hosted zones, the zone, Create record',
  GoDaddy: 'Domain Portfolio, the domain, DNS, DNS Records',
  Namecheap: 'Domain List, Manage, Advanced DNS',
  Google:
    'the Google Cloud console, Cloud DNS, the zone; for a domain that was at Google Domains, Squarespace, Domains, DNS',
  Azure: 'the Azure portal, DNS zones, the zone, Record sets',
  Gandi: 'Domain, the domain, DNS Records',
  OVH: 'the control panel, Web Cloud, Domain names, the domain, DNS zone',
  DigitalOcean: 'the control panel, Networking, Domains, the domain',
  DNSimple: 'the domain, DNS, Manage records',
  NS1: 'DNS, Zones, the zone, Records',
  Vercel: 'the dashboard, Domains, the domain, DNS Records',
  IONOS: 'Domains & SSL, the domain, DNS',
  Hetzner: 'the Hetzner console, DNS, the zone',
};

export interface GuessedDnsHost {
  readonly title: string;
  /** Absent where it is not known. */
  readonly form?: string;
}

/** Undefined where the names of the servers belong to nobody that is known. */
export function guessDnsHost(nameServers: readonly string[]): GuessedDnsHost | undefined {
  const id = nameServers.map(dnsHostOfServer).find((found) => found !== undefined);
  if (id === undefined) return undefined;
  const listed = ZONE_HOSTS.find((host) => host.id === id);
  return { title: listed === undefined ? id : providerTitle(listed.id), form: FORMS[id] };
}
