// Route 53: a CNAME below the apex; at an apex, which cannot be a CNAME, alias A and AAAA records.
import { getZone } from '@pulumi/aws/route53/getZone.js';
import { Record as DnsRecord } from '@pulumi/aws/route53/record.js';
import type * as pulumi from '@pulumi/pulumi';
import { RECORD_TTL } from '../../names/record-ttl.ts';
import type { DnsAdapter, RoutingTarget } from '../adapter.ts';

export interface Route53Zone {
  /** `example.com`. */
  readonly name: string;
  /** Looked up by name, once, where left out: an error where no public zone, or more than one, has it. */
  readonly zoneId?: pulumi.Input<string>;
}

/**
 * Records in a public hosted zone. A routing record that is in the way is an error. ACM's validation record of a name
 * is the same for each certificate of an account: one that is there already is the account's own, and is overwritten.
 */
export function route53Dns(zone: Route53Zone): DnsAdapter {
  const zoneId = zone.zoneId ?? lookUpZoneId(zone.name);
  const cname = (
    name: string,
    record: { name: pulumi.Input<string>; value: pulumi.Input<string> },
    opts: pulumi.CustomResourceOptions,
    allowOverwrite?: true,
  ) =>
    new DnsRecord(
      name,
      { zoneId, name: record.name, type: 'CNAME', ttl: RECORD_TTL, records: [record.value], allowOverwrite },
      opts,
    );
  const alias = (
    name: string,
    host: string,
    type: 'A' | 'AAAA',
    target: RoutingTarget,
    opts: pulumi.CustomResourceOptions,
  ) =>
    new DnsRecord(
      name,
      {
        zoneId,
        name: host,
        type,
        aliases: [{ name: target.domainName, zoneId: target.hostedZoneId, evaluateTargetHealth: false }],
      },
      opts,
    );
  return {
    zone: { provider: 'route53', name: zone.name },
    validationRecord(name, record, opts) {
      const resource = cname(name, record, opts, true);
      return { fqdn: resource.fqdn, resources: [resource] };
    },
    routingRecords(names, { host, apex, target }, opts) {
      if (!apex) return [cname(names.routingRecord, { name: host, value: target.domainName }, opts)];
      return [
        alias(names.routingRecordA, host, 'A', target, opts),
        alias(names.routingRecordAaaa, host, 'AAAA', target, opts),
      ];
    },
  };
}

function lookUpZoneId(name: string): Promise<string> {
  return getZone({ name, privateZone: false }).then((zone) => zone.zoneId);
}
