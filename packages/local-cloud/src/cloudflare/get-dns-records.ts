// The look-up of a zone's records: cloudflare:index/getDnsRecords:getDnsRecords.
// terraform-provider-cloudflare, internal/services/dns_record/list_data_source.go; the filters are those of
// https://developers.cloudflare.com/api/resources/dns/subresources/records/methods/list/, which ignore case.
import { canonical } from '@petstore/custom-domains/names';
import type { HostedRecord } from '../dns/hosted-zones.ts';
import type { HostedDns } from '../dns/index.ts';
import { defineInvoke, type Invoke } from '../resources/handler.ts';
import { zoneOf } from './hosted-zone.ts';
import { type DnsRecordInputs, type GetDnsRecordsInputs, getDnsRecordsInputs } from './inputs.ts';

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
