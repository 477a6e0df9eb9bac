// Cloudflare's DNS API, and the look-up of a zone.
import type { HostedDns } from '../dns/index.ts';
import type { ServiceHandlers } from '../resources/handler.ts';
import { dnsRecordHandler } from './dns-record.ts';
import { getDnsRecords, getZone } from './look-ups.ts';

export function createCloudflare(dns: HostedDns): ServiceHandlers {
  return { handlers: [dnsRecordHandler(dns)], invokes: [getDnsRecords(dns), getZone(dns)] };
}
