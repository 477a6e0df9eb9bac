// Cloudflare's records: a CNAME everywhere, which Cloudflare itself flattens at an apex. Last verified 2026-11.
import { DnsRecord } from '@pulumi/cloudflare/dnsRecord.js';
import * as pulumi from '@pulumi/pulumi';
import { canonical } from '../../names/dns-name.ts';
import { RECORD_TTL } from '../../names/record-ttl.ts';
import type { AdapterOptions, CnameRecord, DnsAdapterOf } from '../adapter.ts';

export interface CloudflareZone {
  /** `example.com`. */
  readonly name: string;
  /** 32 hex digits, on the zone's overview page. */
  readonly zoneId: pulumi.Input<string>;
}

/**
 * Records in a zone at Cloudflare. Never proxied: AWS terminates TLS itself. Names are sent in lower case and without
 * their final dot, as Cloudflare stores them: its provider compares texts, so any other form (ACM's names and values
 * end with a dot) would be an update in every preview (cloudflare/terraform-provider-cloudflare#7286).
 *
 * @example
 * cloudflareDns({ name: 'example.com', zoneId: '023e105f4ecef8ad9ca31a8372d0c353' })
 */
export function cloudflareDns(
  { name: zone, zoneId }: CloudflareZone,
  { provider }: AdapterOptions = {},
): DnsAdapterOf<'cloudflare'> {
  const cname = (name: string, record: CnameRecord, comment: string, opts: pulumi.CustomResourceOptions) =>
    new DnsRecord(
      name,
      {
        zoneId,
        name: pulumi.output(record.name).apply(canonical),
        type: 'CNAME',
        content: pulumi.output(record.value).apply(canonical),
        ttl: record.ttl ?? RECORD_TTL,
        proxied: false,
        comment,
      },
      { ...opts, ...(provider && { provider }) },
    );
  return {
    zone: { provider: 'cloudflare', name: zone },
    validationRecord(name, record, opts) {
      const resource = cname(name, record, 'ACM domain validation; renewals need it', opts);
      return { fqdn: resource.name, resources: [resource] };
    },
    routingRecords(names, { host, target, ttl }, opts) {
      const record = { name: host, value: target.domainName, ttl };
      return [cname(names.routingRecord, record, 'petstore custom host', opts)];
    },
  };
}
