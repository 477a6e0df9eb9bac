// The initial content of the local internet: a root, a few top-level domains, the platforms' own names.
import type { ZoneRecord } from '../interfaces.ts';

export interface ZoneSeed {
  readonly name: string;
  readonly nameServers: readonly string[];
  /** RFC 1035 3.3.13, in zone-file form; the last field bounds negative caching (RFC 2308). */
  readonly soa: { readonly value: string; readonly ttl: number };
}

/** Seconds: of the names of CloudFront and API Gateway. */
export const PLATFORM_TTL = 60;

const REGISTRY_SERVER = 'ns.localhost';

export function registryZone(name: string): ZoneSeed {
  const value = `${REGISTRY_SERVER} hostmaster.localhost 1 7200 900 1209600 300`;
  return { name, nameServers: [REGISTRY_SERVER], soa: { value, ttl: 900 } };
}

/** `localhost` holds the platforms' names; the last one the targets of ACM's validation records, none of which exists. */
const BASE_NAMES = ' localhost example test com dev net org aws acm-validations.aws'.split(' ');

export const BASE_ZONES: readonly ZoneSeed[] = BASE_NAMES.map(registryZone);

/** As for every zone there: two at Cloudflare, four at Route 53. */
export const NAME_SERVERS = {
  cloudflare: ['ada', 'bob'].map((server) => `${server}.ns.cloudflare.localhost`),
  route53: [1, 2, 3, 4].map((server) => `ns-${server}.awsdns.localhost`),
} as const;

const SERVER_HOSTS = [REGISTRY_SERVER, ...NAME_SERVERS.cloudflare, ...NAME_SERVERS.route53];

export const BASE_RECORDS: readonly ZoneRecord[] = [
  ...loopback('localhost'),
  ...SERVER_HOSTS.map((name) => ({ name, type: 'A', ttl: 3600, value: '127.0.0.1' })),
];

export function loopback(name: string): ZoneRecord[] {
  return [
    { name, type: 'A', ttl: PLATFORM_TTL, value: '127.0.0.1' },
    { name, type: 'AAAA', ttl: PLATFORM_TTL, value: '::1' },
  ];
}
