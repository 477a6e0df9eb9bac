// The zones that the accounts at Cloudflare and Route 53 hold.
import { hash } from 'node:crypto';
import type { ZoneRecord } from '../interfaces.ts';
import { NAME_SERVERS, type ZoneSeed } from './base-zones.ts';

export type DnsProvider = keyof typeof NAME_SERVERS;

export interface DeclaredZone {
  readonly name: string;
  readonly provider: string;
  readonly zoneId?: string;
  /** The role, of the zone's account, by which its records are changed. */
  readonly role?: string;
}

type ServedZone = DeclaredZone & { readonly provider: DnsProvider };

/** Whether the local cloud stands in for the DNS host of that zone. */
export function isServed(zone: DeclaredZone): zone is ServedZone {
  return Object.hasOwn(NAME_SERVERS, zone.provider);
}

export interface HostedZone extends ZoneSeed {
  readonly id: string;
  readonly provider: DnsProvider;
}

/** One record (Cloudflare) or record set (Route 53) as its API stores it. */
export interface HostedRecord {
  readonly id: string;
  readonly provider: DnsProvider;
  readonly zoneId: string;
  readonly name: string;
  readonly type: string;
  /** Canonical RDATA; of a record set, the RDATA of all records in order. */
  readonly value: string;
  /** What queries get: the record itself, or addresses for a flattened one or an alias. */
  readonly served: readonly ZoneRecord[];
  readonly inputs: object;
  readonly computed: object;
}

export function hostedZone(setting: ServedZone): HostedZone {
  const { name, provider } = setting;
  const nameServers = NAME_SERVERS[provider];
  // Each host's own SOA: negative caching lasts half an hour at Cloudflare, 15 minutes at Route 53.
  const soa =
    provider === 'cloudflare'
      ? { value: `${nameServers[0]} dns.cloudflare.localhost 1 10000 2400 604800 1800`, ttl: 1800 }
      : { value: `${nameServers[0]} awsdns-hostmaster.localhost 1 7200 900 1209600 86400`, ttl: 900 };
  return { id: setting.zoneId ?? route53Id(name), name, provider, nameServers, soa };
}

/** Always the same for a name, so that a restart finds its records again. */
function route53Id(name: string): string {
  return `Z${hash('sha256', name).slice(0, 20).toUpperCase()}`;
}
