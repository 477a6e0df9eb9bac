// What a DNS host does for one custom host; one adapter for each, its quirks in its own file.
import type * as pulumi from '@pulumi/pulumi';
import type { HostNames } from '../names/logical-names.ts';
import type { ZoneRef } from '../names/types.ts';

/** A record to be. Name and value are full names, with or without a final dot: ACM's have one. */
export interface CnameRecord {
  readonly name: pulumi.Input<string>;
  readonly value: pulumi.Input<string>;
}

/** Where a host's traffic goes: a gateway domain name's target, or a distribution. */
export interface RoutingTarget {
  readonly domainName: pulumi.Output<string>;
  /** The Route 53 zone of the target, for alias records. */
  readonly hostedZoneId: pulumi.Output<string>;
}

/** Logical names of the routing records: one, or an A and an AAAA alias. */
export type RoutingNames = Pick<HostNames, 'routingRecord' | 'routingRecordA' | 'routingRecordAaaa'>;

export interface ValidationRecord {
  readonly fqdn: pulumi.Input<string>;
  /** None where the host's owner sets the record. */
  readonly resources: readonly pulumi.Resource[];
}

export interface DnsAdapter {
  readonly zone: ZoneRef;
  /** The CNAME that proves control to ACM; it stays as long as the certificate, for renewals. */
  validationRecord(name: string, record: CnameRecord, opts: pulumi.CustomResourceOptions): ValidationRecord;
  /** The record, or records, that send the host's traffic to the target. `apex`: the host is its zone's top name. */
  routingRecords(
    names: RoutingNames,
    route: { readonly host: string; readonly apex: boolean; readonly target: RoutingTarget },
    opts: pulumi.CustomResourceOptions,
  ): pulumi.Resource[];
}
