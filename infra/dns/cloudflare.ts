// Cloudflare: a CNAME everywhere, flattened by Cloudflare itself at an apex. Verified 2026-11.
import { DnsRecord } from '@pulumi/cloudflare/dnsRecord.js';
import * as pulumi from '@pulumi/pulumi';
import { type CnameRecord, type DnsAdapter, RECORD_TTL } from './adapter.ts';

/** Records in the Cloudflare zone of that id (32 hex digits). Never proxied: AWS terminates TLS itself. */
export function cloudflareDns(zoneId: pulumi.Input<string>): DnsAdapter {
  const cname = (name: string, record: CnameRecord, comment: string, opts: pulumi.CustomResourceOptions) =>
    new DnsRecord(
      name,
      {
        zoneId,
        name: record.name,
        type: 'CNAME',
        content: record.value,
        ttl: RECORD_TTL,
        proxied: false,
        comment,
      },
      opts,
    );
  return {
    provider: 'cloudflare',
    validationRecord(name, record, opts) {
      const resource = cname(name, record, 'ACM domain validation; renewals need it', opts);
      return { resource, fqdn: pulumi.output(resource.name) };
    },
    routingRecords(names, { host, target }, opts) {
      return [
        cname(names.routingRecord, { name: host, value: target.domainName }, 'petstore custom host', opts),
      ];
    },
  };
}
