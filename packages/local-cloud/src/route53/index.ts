// Route 53: record sets of public hosted zones.
import type { HostedDns } from '../dns/index.ts';
import type { ServiceHandlers } from '../resources/handler.ts';
import { getRecords } from './get-records.ts';
import { getZone } from './get-zone.ts';
import { recordHandler } from './record.ts';

export function createRoute53(dns: HostedDns): ServiceHandlers {
  return { handlers: [recordHandler(dns)], invokes: [getZone(dns), getRecords(dns)] };
}
