// Finds a zone by its id.

import type { HostedZone } from '../dns/hosted-zones.ts';
import type { HostedDns } from '../dns/index.ts';
import { ServiceError } from '../service-error.ts';

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
