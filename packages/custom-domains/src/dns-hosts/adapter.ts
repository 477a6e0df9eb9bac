// What a DNS host does for a custom host: the contract that each one's records.ts implements.
import type * as pulumi from '@pulumi/pulumi';
import type { HostNames } from '../names/logical-names.ts';

/** A zone at the DNS host of that id, as far as DNS goes. `external`: the host's owner sets its records. */
export type ZoneAt<Id extends string> = Id extends 'external'
  ? { readonly provider: Id; readonly verified: boolean }
  : { readonly provider: Id; readonly name: string };

/** A record to create. Name and value are full names, with or without a final dot: ACM's have one. */
export interface CnameRecord {
  readonly name: pulumi.Input<string>;
  readonly value: pulumi.Input<string>;
  /** Seconds; 3600 where absent. */
  readonly ttl?: number;
}

/** Where a host's traffic goes: the target of a gateway's domain name, or a distribution. */
export interface RoutingTarget {
  readonly domainName: pulumi.Output<string>;
  /** The Route 53 hosted zone of the target, for alias records. */
  readonly hostedZoneId: pulumi.Output<string>;
  /** Parameters of an HTTPS record (RFC 9460 7.1): `alpn="h3,h2"`. Absent: it announces no protocols, as a gateway. */
  readonly httpsParams?: pulumi.Output<string>;
}

/** `apex`: it is its zone's top name. `ttl`: seconds; an alias record has none of its own. */
interface Route {
  readonly host: string;
  readonly apex: boolean;
  readonly target: RoutingTarget;
  readonly ttl: number;
}

export interface ZoneProvider {
  /** The provider of the records and of the zone's look-up; the CustomHost's own where absent. */
  readonly provider?: pulumi.ProviderResource;
}

/** A record that a zone has already, as its DNS host's API lists it. */
export interface ExistingRecord {
  /** The id by which its provider imports it. */
  readonly importId: string;
  /** Canonical, full. */
  readonly name: string;
  readonly type: string;
  /** Canonical; the target of an alias record. */
  readonly value: string;
  /** Route 53's alias record. */
  readonly alias: boolean;
  /** Seconds; absent for an alias record. */
  readonly ttl?: number;
  /** Why it responds otherwise than a plain record: `proxied`. */
  readonly special?: string;
}

/** `DnsAdapter`, for any DNS host of the list, is in zone.ts. */
export interface DnsAdapterOf<Id extends string> {
  readonly zone: ZoneAt<Id>;
  /** Canonical, as the API has them, vanity ones too. Undefined without access, or before the zone's id is known. Rejects with the refusal. */
  nameServers(opts?: pulumi.InvokeOptions): Promise<readonly string[] | undefined>;
  /** The CNAME that proves control to ACM, which renewals need; no resource where the host's owner sets it. */
  validationRecord(
    name: string,
    record: CnameRecord,
    opts: pulumi.CustomResourceOptions,
  ): { readonly fqdn: pulumi.Input<string>; readonly resources: readonly pulumi.Resource[] };
  /** What sends the traffic to the target. At an apex an HTTPS record announces protocols; elsewhere its query follows the CNAME. */
  routingRecords(names: HostNames, route: Route, opts: pulumi.CustomResourceOptions): pulumi.Resource[];
  /** Those at the host and with an underscored label directly below it. Absent: no API that the stack can read. */
  existingRecords?(host: string, opts: pulumi.InvokeOptions): Promise<ExistingRecord[]>;
}

/** For look-ups that are made while the program runs. Throws for an id that a resource of this run decides. */
export async function knownZoneId(zoneId: pulumi.Input<string>, host: string): Promise<string> {
  const id = await zoneId;
  if (typeof id !== 'string') throw new Error(`${host}: the id of its zone is not known before the run`);
  return id;
}
