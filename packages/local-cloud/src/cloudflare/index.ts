// Cloudflare's DNS: its records, and the look-ups of a zone (cloudflare:index/getZone:getZone) and of its records (cloudflare:index/getDnsRecords:getDnsRecords).
// terraform-provider-cloudflare, internal/services/zone/data_source.go, internal/services/dns_record/list_data_source.go; the
// filters are those of https://developers.cloudflare.com/api/resources/dns/subresources/records/methods/list/.
import { canonical } from '@petstore/custom-domains/names';
import type { GetDnsRecordsArgs } from '@pulumi/cloudflare/getDnsRecords.js';
import type { GetZoneArgs } from '@pulumi/cloudflare/getZone.js';
import { z } from 'zod';
import type { HostedRecord } from '../dns/hosted-zones.ts';
import type { Dns } from '../dns/index.ts';
import type { Quotas } from '../quotas.ts';
import { defineInvoke, type Invoke, type ServiceHandlers } from '../resources/handler.ts';
import { argsOf, needed } from '../schema.ts';
import { type DnsRecordInputs, dnsRecordHandler, zoneOf } from './dns-record.ts';

export function createCloudflare(dns: Dns, quotas: Quotas): ServiceHandlers {
  return { handlers: [dnsRecordHandler(dns, quotas)], invokes: [getDnsRecords(dns), getZone(dns)] };
}

/** Every zone here is active, and has no custom name servers. */
function getZone(dns: Dns): Invoke {
  return defineInvoke({
    token: 'cloudflare:index/getZone:getZone',
    inputs: argsOf<GetZoneArgs>()({
      zoneId: z.string(needed('a look-up without an id', 'no program here filters zones')).min(1),
    }),
    async call({ zoneId }) {
      const { id, name, nameServers } = zoneOf(dns, zoneId);
      return { id, zoneId: id, name, status: 'active', nameServers, vanityNameServers: [] };
    },
  });
}

const text = z.string().min(1).optional();

function getDnsRecords(dns: Dns): Invoke {
  return defineInvoke({
    token: 'cloudflare:index/getDnsRecords:getDnsRecords',
    inputs: argsOf<GetDnsRecordsArgs>()({
      zoneId: z.string(),
      name: z.strictObject({ exact: text, startswith: text, endswith: text }).optional(),
    }),
    async call({ zoneId, name: { exact, startswith = '', endswith = '' } = {} }) {
      const isWanted = ({ name }: HostedRecord) =>
        (exact === undefined || name === canonical(exact)) &&
        name.startsWith(startswith.toLowerCase()) &&
        name.endsWith(endswith.toLowerCase());
      const found = dns.recordsOf(zoneOf(dns, zoneId, '/dns_records')).filter(isWanted);
      // The provider's default of maxItems: internal/services/dns_record/list_data_source_schema.go.
      return { zoneId, results: found.slice(0, 1000).map(describe) };
    },
  });
}

function describe({ id, name, type, value, inputs, computed }: HostedRecord) {
  const { ttl, proxied, comment } = inputs as DnsRecordInputs;
  return { ...computed, id, name, type, content: value, ttl, proxied, comment: comment ?? '' };
}
