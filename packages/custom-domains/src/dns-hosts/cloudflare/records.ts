// Cloudflare's records: a CNAME everywhere, which Cloudflare itself flattens at an apex, with an HTTPS record there. Last verified 2026-11.

import { DnsRecord, type DnsRecordArgs } from '@pulumi/cloudflare/dnsRecord.js';
import { getDnsRecords } from '@pulumi/cloudflare/getDnsRecords.js';
import { getZone } from '@pulumi/cloudflare/getZone.js';
import { Provider } from '@pulumi/cloudflare/provider.js';
import * as pulumi from '@pulumi/pulumi';
import { canonical, parentOf } from '../../names/dns-name.ts';
import { RECORD_TTL } from '../../names/record-ttl.ts';
import {
  type CnameRecord,
  type DnsAdapterOf,
  type ExistingRecord,
  knownZoneId,
  type ZoneProvider,
} from '../adapter.ts';

const ROUTING_COMMENT = 'petstore custom host';

export interface CloudflareZone {
  /** `example.com`. */
  readonly name: string;
  /** 32 hex digits, on the zone's overview page. */
  readonly zoneId: pulumi.Input<string>;
}

/**
 * Records in a zone at Cloudflare. Never proxied: AWS terminates TLS itself. Names are sent as Cloudflare stores them: its provider
 * compares texts, so that any other form would be an update in every preview (cloudflare/terraform-provider-cloudflare#7286).
 * @example cloudflareDns({ name: 'example.com', zoneId: '023e105f4ecef8ad9ca31a8372d0c353' })
 */
export function cloudflareDns(
  { name: zone, zoneId }: CloudflareZone,
  { provider }: ZoneProvider = {},
): DnsAdapterOf<'cloudflare'> {
  const ofAccount = <Options extends object>(opts?: Options) => ({ ...opts, ...(provider && { provider }) });
  const record = (name: string, args: Omit<DnsRecordArgs, 'zoneId'>, opts: pulumi.CustomResourceOptions) => {
    const common = { zoneId, proxied: false };
    return new DnsRecord(name, { ...common, ...args }, ofAccount(opts));
  };
  const cname = (name: string, given: CnameRecord, comment: string, opts: pulumi.CustomResourceOptions) => {
    const content = pulumi.output(given.value).apply(canonical);
    const ttl = given.ttl ?? RECORD_TTL;
    const args = { name: pulumi.output(given.name).apply(canonical), type: 'CNAME', content, ttl, comment };
    return record(name, args, opts);
  };
  return {
    zone: { provider: 'cloudflare', name: zone },
    existingRecords: (host, opts) => existingRecords(zoneId, host, ofAccount(opts)),
    async nameServers(opts) {
      if (typeof zoneId !== 'string') return undefined;
      const found = await getZone({ zoneId }, ofAccount(opts));
      // A zone without custom name servers has null there (terraform-provider-cloudflare, internal/services/zone).
      return [...found.nameServers, ...(found.vanityNameServers ?? [])].map(canonical);
    },
    validationRecord(name, validation, opts) {
      const resource = cname(name, validation, 'ACM domain validation; renewals need it', opts);
      return { fqdn: resource.name, resources: [resource] };
    },
    routingRecords(names, { host, apex, target, ttl }, opts) {
      const routing = { name: host, value: target.domainName, ttl };
      const route = cname(names.routingRecord, routing, ROUTING_COMMENT, opts);
      if (!apex || target.httpsParams === undefined) return [route];
      // Beside a CNAME it refuses A, AAAA and CNAME alone (developers.cloudflare.com/dns/manage-dns-records/troubleshooting/
      // records-with-same-name); that it takes HTTPS there is reported in DNSControl/dnscontrol#4772 (2026-08).
      const data = { priority: 1, target: '.', value: target.httpsParams };
      const args = { name: host, type: 'HTTPS', data, ttl: RECORD_TTL, comment: ROUTING_COMMENT };
      return [route, record(names.httpsRecord, args, opts)];
    },
  };
}

/** Of a zone in another account: its provider reads that variable, so that no input and no state has the token. */
export function cloudflareProvider(
  name: string,
  { tokenVariable }: { readonly tokenVariable: string },
): pulumi.ProviderResource {
  return new Provider(name, {}, { envVarMappings: { [tokenVariable]: 'CLOUDFLARE_API_TOKEN' } });
}

/** Those at the host, and those with an underscored label directly below it, as validation records have. */
export async function existingRecords(
  zoneId: pulumi.Input<string>,
  host: string,
  opts: pulumi.InvokeOptions,
): Promise<ExistingRecord[]> {
  const id = await knownZoneId(zoneId, host);
  const filters = [{ exact: host }, { startswith: '_', endswith: `.${host}` }];
  const lists = await Promise.all(filters.map((name) => getDnsRecords({ zoneId: id, name }, opts)));
  const found = lists.flatMap(({ results }) => results.map((record) => existingRecord(id, record)));
  return found.filter(({ name }) => name === host || parentOf(name) === host);
}

/** Import ids are `<zone_id>/<dns_record_id>` (terraform-provider-cloudflare, internal/services/dns_record/resource.go). */
function existingRecord(
  zoneId: string,
  { id, name, type, content, ttl, proxied }: Awaited<ReturnType<typeof getDnsRecords>>['results'][number],
): ExistingRecord {
  return {
    importId: `${zoneId}/${id}`,
    name: canonical(name),
    type,
    value: canonical(content),
    alias: false,
    ttl,
    ...(proxied && { special: 'proxied' }),
  };
}
