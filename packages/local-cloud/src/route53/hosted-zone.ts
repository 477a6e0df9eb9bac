// Finds a hosted zone by its id.

import type { HostedZone } from '../dns/hosted-zones.ts';
import type { HostedDns } from '../dns/index.ts';
import { ServiceError } from '../service-error.ts';

/** The provider accepts an id with its path too (cleanZoneID). */
export function zoneOf(dns: HostedDns, id: string): HostedZone {
  const zone = dns.zones.find('route53', id.replace(/^\/hostedzone\//, ''));
  if (zone !== undefined) return zone;
  throw new ServiceError('NoSuchHostedZone', `No hosted zone found with ID: ${id}`, 404);
}
