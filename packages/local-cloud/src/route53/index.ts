// Route 53: record sets of public hosted zones.
import type { HostedDns } from '../dns/index.ts';
import type { ServiceHandlers } from '../resources/handler.ts';
import { getRecords, getZone } from './look-ups.ts';
import { recordHandler } from './record.ts';

export function createRoute53(dns: HostedDns): ServiceHandlers {
  return { handlers: [recordHandler(dns)], invokes: [getZone(dns), getRecords(dns)] };
}
