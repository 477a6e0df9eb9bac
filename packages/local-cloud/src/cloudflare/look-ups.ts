// The look-ups of a zone (cloudflare:index/getZone:getZone) and of its records (cloudflare:index/getDnsRecords:getDnsRecords).
// terraform-provider-cloudflare, internal/services/zone/data_source.go, internal/services/dns_record/list_data_source.go; the
// filters are those of https://developers.cloudflare.com/api/resources/dns/subresources/records/methods/list/.
import { canonical } from '@petstore/custom-domains/names';
import type { HostedRecord, HostedZone } from '../dns/hosted-zones.ts';
import type { HostedDns } from '../dns/index.ts';
import { defineInvoke, type Invoke } from '../resources/handler.ts';
import { ServiceError } from '../service-error.ts';
import {
  type DnsRecordInputs,
  type GetDnsRecordsInputs,
  type GetZoneInputs,
  getDnsRecordsInputs,
  getZoneInputs,
} from './inputs.ts';

/**
 * Throws the API's errors: one for an id that is not 32 hex digits, another for an unknown one. `path`: of the call,
 * below the zone.
 */
export function zoneOf(dns: HostedDns, id: string, path = ''): HostedZone {
  const zone = dns.zones.find('cloudflare', id);
  if (zone !== undefined) return zone;
  if (/^[0-9a-f]{32}$/.test(id)) throw new ServiceError('1001', 'Invalid zone identifier', 404);
  throw new ServiceError(
    '7003',
    `Could not route to /client/v4/zones/${id}${path}, perhaps your object identifier is invalid?`,
    404,
  );
}

/** Every zone here is active, uses Cloudflare as its DNS host (`full`), and has no custom name servers. */
export function getZone(dns: HostedDns): Invoke {
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

export function getDnsRecords(dns: HostedDns): Invoke {
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
  const { exact, startswith, endswith, contains } = wanted;
  return (
    (wantedType === undefined || type === wantedType) &&
    (exact === undefined || name === canonical(exact)) &&
    (startswith === undefined || name.startsWith(startswith.toLowerCase())) &&
    (endswith === undefined || name.endsWith(endswith.toLowerCase())) &&
    (contains === undefined || name.includes(contains.toLowerCase()))
  );
}

function describe({ id, name, type, value, inputs, computed }: HostedRecord) {
  const { ttl, proxied, comment } = inputs as DnsRecordInputs;
  return { ...computed, id, name, type, content: value, ttl, proxied, comment: comment ?? '' };
}
