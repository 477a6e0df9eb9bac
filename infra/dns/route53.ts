// Route 53: a CNAME below the apex; at an apex, which cannot be a CNAME, alias A and AAAA records.
import { getZone } from '@pulumi/aws/route53/getZone.js';
import { Record as DnsRecord } from '@pulumi/aws/route53/record.js';
import type * as pulumi from '@pulumi/pulumi';
import { type DnsAdapter, RECORD_TTL, type RoutingTarget } from './adapter.ts';

/** Records in the public hosted zone of that id. Nothing is ever overwritten: a record in the way is an error. */
export function route53Dns(zoneId: pulumi.Input<string>): DnsAdapter {
  const cname = (
    name: string,
    record: { name: pulumi.Input<string>; value: pulumi.Input<string> },
    opts: pulumi.CustomResourceOptions,
  ) =>
    new DnsRecord(
      name,
      { zoneId, name: record.name, type: 'CNAME', ttl: RECORD_TTL, records: [record.value] },
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
    provider: 'route53',
    validationRecord(name, record, opts) {
      const resource = cname(name, record, opts);
      return { resource, fqdn: resource.fqdn };
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

/** The id of a public hosted zone by its name; an error where none, or more than one, has it. */
export function lookUpZoneId(name: string, opts?: pulumi.InvokeOptions): Promise<string> {
  return getZone({ name, privateZone: false }, opts).then((zone) => zone.zoneId);
}
