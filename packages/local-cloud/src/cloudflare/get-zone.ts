// The look-up of a zone: cloudflare:index/getZone:getZone.
// Fields and messages: terraform-provider-cloudflare, internal/services/zone/data_source.go and data_source_schema.go.
import type { HostedDns } from '../dns/index.ts';
import { defineInvoke, type Invoke } from '../resources/handler.ts';
import { zoneOf } from './hosted-zone.ts';
import { type GetZoneInputs, getZoneInputs } from './inputs.ts';

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
