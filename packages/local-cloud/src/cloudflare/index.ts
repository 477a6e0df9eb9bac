// Cloudflare's DNS: its records, and the look-ups of a zone (cloudflare:index/getZone:getZone) and of its records (cloudflare:index/getDnsRecords:getDnsRecords).
// terraform-provider-cloudflare, internal/services/zone/data_source.go, internal/services/dns_record/list_data_source.go; the
// filters are those of https://developers.cloudflare.com/api/resources/dns/subresources/records/methods/list/.
import { canonical } from '@petstore/custom-domains/names';
import type { HostedRecord } from '../dns/hosted-zones.ts';
import type { HostedDns } from '../dns/index.ts';
import { defineInvoke, type Invoke, type ServiceHandlers } from '../resources/handler.ts';
import { dnsRecordHandler } from './dns-record.ts';
import {
  type DnsRecordInputs,
  type GetDnsRecordsInputs,
  type GetZoneInputs,
  getDnsRecordsInputs,
  getZoneInputs,
} from './inputs.ts';
import { zoneOf } from './record-checks.ts';

export function createCloudflare(dns: HostedDns): ServiceHandlers {
  return { handlers: [dnsRecordHandler(dns)], invokes: [getDnsRecords(dns), getZone(dns)] };
}

/** Every zone here is active, uses Cloudflare as its DNS host (`full`), and has no custom name servers. */
function getZone(dns: HostedDns): Invoke {
  return defineInvoke<GetZoneInputs, object>({
    token: 'cloudflare:index/getZone:getZone',
    inputs: getZoneInputs,
    async call({ zoneId }) {
      const { id, name, nameServers } = zoneOf(dns, zoneId);
      return {
        ...{ id, zoneId: id, name, status: 'active', type: 'full', paused: false },
        ...{ nameServers, vanityNameServers: [], developmentMode: 0 },
      };
    },
  });
}

function getDnsRecords(dns: HostedDns): Invoke {
  return defineInvoke<GetDnsRecordsInputs, object>({
    token: 'cloudflare:index/getDnsRecords:getDnsRecords',
    inputs: getDnsRecordsInputs,
    async call({ maxItems, ...wanted }) {
      const zone = zoneOf(dns, wanted.zoneId, '/dns_records');
      const found = dns.zones.recordsOf(zone).filter((record) => isMatch(record, wanted));
      return { ...wanted, results: found.slice(0, maxItems).map(describe) };
    },
  });
}

function isMatch(
  { name, type }: HostedRecord,
  { name: wanted = {}, type: wantedType }: Omit<GetDnsRecordsInputs, 'maxItems'>,
) {
  const { exact, startswith, endswith } = wanted;
  return (
    (wantedType === undefined || type === wantedType) &&
    (exact === undefined || name === canonical(exact)) &&
    (startswith === undefined || name.startsWith(startswith.toLowerCase())) &&
    (endswith === undefined || name.endsWith(endswith.toLowerCase()))
  );
}

function describe({ id, name, type, value, inputs, computed }: HostedRecord) {
  const { ttl, proxied, comment } = inputs as DnsRecordInputs;
  return { ...computed, id, name, type, content: value, ttl, proxied, comment: comment ?? '' };
}
