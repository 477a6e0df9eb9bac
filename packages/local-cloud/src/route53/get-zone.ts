// The look-up of a hosted zone: aws:route53/getZone:getZone. The messages are the provider's own.
import { canonical } from '@petstore/custom-domains/names';
import type { HostedZone } from '../dns/hosted-zones.ts';
import type { HostedDns } from '../dns/index.ts';
import { defineInvoke, type Invoke } from '../resources/handler.ts';
import { zoneOf } from './hosted-zone.ts';
import { type GetZoneInputs, getZoneInputs } from './inputs.ts';

/** Every zone here is public. */
export function getZone(dns: HostedDns): Invoke {
  return defineInvoke<GetZoneInputs, object>({
    token: 'aws:route53/getZone:getZone',
    inputs: getZoneInputs,
    async call({ name, zoneId, privateZone }) {
      if (zoneId !== undefined) return describe(dns, zoneOf(dns, zoneId));
      const ours = dns.zones.zones.filter((zone) => zone.provider === 'route53' && !privateZone);
      const [zone, second] = ours.filter((one) => one.name === canonical(name ?? ''));
      if (zone === undefined) throw new Error('no matching Route 53 Hosted Zone found');
      if (second === undefined) return describe(dns, zone);
      throw new Error(
        'multiple Route 53 Hosted Zones matched; use additional constraints to reduce matches to a single Route 53 Hosted Zone',
      );
    },
  });
}

function describe(dns: HostedDns, zone: HostedZone): object {
  const { id, name, nameServers } = zone;
  return {
    ...{ id, zoneId: id, name, arn: `arn:aws:route53:::hostedzone/${id}`, privateZone: false, tags: {} },
    ...{ nameServers, primaryNameServer: nameServers[0], callerReference: id, comment: '' },
    ...{ linkedServiceDescription: '', linkedServicePrincipal: '', vpcId: '' },
    // With the SOA and NS sets that every zone has.
    resourceRecordSetCount: dns.zones.recordsOf(zone).length + 2,
  };
}
