// What the small internet has before anyone adds to it: a root, a few top-level domains, the platforms' own names.
import type { ZoneRecord } from '../interfaces.ts';

export interface ZoneSeed {
  readonly name: string;
  readonly nameServers: readonly string[];
  /** RFC 1035 3.3.13, in zone-file form; the last field bounds how long "not there" is kept. */
  readonly soa: { readonly value: string; readonly ttl: number };
}

const REGISTRY_SERVER = 'ns.localhost';

/** `localhost` has the platforms' names; the others are there so that every climb ends at a real top-level domain. */
const TOP_LEVEL = ['', 'localhost', 'example', 'test', 'com', 'dev', 'net', 'org', 'aws'];

/** Where ACM's validation records point; nothing answers below it, as in reality. */
const PLATFORM_ZONES = ['acm-validations.aws'];

export function registryZone(name: string): ZoneSeed {
  const value = `${REGISTRY_SERVER} hostmaster.localhost 1 7200 900 1209600 300`;
  return { name, nameServers: [REGISTRY_SERVER], soa: { value, ttl: 900 } };
}

export const BASE_ZONES: readonly ZoneSeed[] = [...TOP_LEVEL, ...PLATFORM_ZONES].map(registryZone);

/** Cloudflare's edge: what a proxied name answers with. */
export const EDGE_HOST = 'edge.cloudflare.localhost';

/** Two for Cloudflare and four for Route 53, as every zone there has. */
export const NAME_SERVERS = {
  cloudflare: ['ada', 'bob'].map((server) => `${server}.ns.cloudflare.localhost`),
  route53: [1, 2, 3, 4].map((server) => `ns-${server}.awsdns.localhost`),
} as const;

const LOOPBACK_HOSTS = ['localhost', EDGE_HOST];
const SERVER_HOSTS = [REGISTRY_SERVER, ...NAME_SERVERS.cloudflare, ...NAME_SERVERS.route53];

export const BASE_RECORDS: readonly ZoneRecord[] = [
  ...LOOPBACK_HOSTS.flatMap(loopback),
  ...SERVER_HOSTS.map((name) => ({ name, type: 'A', ttl: 3600, value: '127.0.0.1' })),
];

/** A name at which this machine answers; CloudFront's and API Gateway's own TTL is 60 s. */
export function loopback(name: string): ZoneRecord[] {
  return [
    { name, type: 'A', ttl: 60, value: '127.0.0.1' },
    { name, type: 'AAAA', ttl: 60, value: '::1' },
  ];
}
