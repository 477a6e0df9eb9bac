// The look-ups of a hosted zone (aws:route53/getZone:getZone) and of its record sets (aws:route53/getRecords:getRecords). The
// messages are the provider's own.
import { canonical } from '@petstore/custom-domains/names';
import type { HostedZone } from '../dns/hosted-zones.ts';
import type { HostedDns } from '../dns/index.ts';
import { defineInvoke, type Invoke } from '../resources/handler.ts';
import { fullName, zoneOf } from './change-batch.ts';
import {
  type GetRecordsInputs,
  type GetZoneInputs,
  getRecordsInputs,
  getZoneInputs,
  type RecordInputs,
} from './inputs.ts';

/** Every zone here is public. */
export function getZone(dns: HostedDns): Invoke {
  return defineInvoke<GetZoneInputs, object>({
    token: 'aws:route53/getZone:getZone',
    inputs: getZoneInputs,
    async call({ name, zoneId, privateZone }) {
      if (zoneId !== undefined) return describeZone(dns, zoneOf(dns, zoneId));
      const ours = dns.zones.zones.filter((zone) => zone.provider === 'route53' && !privateZone);
      const [zone, second] = ours.filter((one) => one.name === canonical(name ?? ''));
      if (zone === undefined) throw new Error('no matching Route 53 Hosted Zone found');
      if (second === undefined) return describeZone(dns, zone);
      throw new Error(
        'multiple Route 53 Hosted Zones matched; use additional constraints to reduce matches to a single Route 53 Hosted Zone',
      );
    },
  });
}

function describeZone(dns: HostedDns, zone: HostedZone): object {
  const { id, name, nameServers } = zone;
  return {
    ...{ id, zoneId: id, name, arn: `arn:aws:route53:::hostedzone/${id}`, privateZone: false, tags: {} },
    ...{ nameServers, primaryNameServer: nameServers[0], callerReference: id, comment: '' },
    ...{ linkedServiceDescription: '', linkedServicePrincipal: '', vpcId: '' },
    // With the SOA and NS sets that every zone has.
    resourceRecordSetCount: dns.zones.recordsOf(zone).length + 2,
  };
}

/** terraform-provider-aws, records_data_source.go: every set whose name, with its final dot, matches the expression. */
export function getRecords(dns: HostedDns): Invoke {
  return defineInvoke<GetRecordsInputs, object>({
    token: 'aws:route53/getRecords:getRecords',
    inputs: getRecordsInputs,
    async call({ zoneId, nameRegex }) {
      const zone = zoneOf(dns, zoneId);
      const expression = new RegExp(nameRegex ?? '');
      const sets = dns.zones.recordsOf(zone).map(({ inputs }) => {
        const given = inputs as RecordInputs;
        return describeSet(given, `${fullName(given.name, zone)}.`);
      });
      const resourceRecordSets = sets.filter(({ name }) => expression.test(name));
      return { id: zoneId, zoneId, ...(nameRegex && { nameRegex }), resourceRecordSets };
    },
  });
}

/** An alias has no TTL and no values of its own; any other set has no alias target (API reference, ResourceRecordSet). */
function describeSet({ type, ttl, records = [], aliases = [] }: RecordInputs, name: string) {
  const [alias] = aliases;
  const values = records.map((value) => ({ value: type === 'TXT' ? `"${value}"` : value }));
  if (alias === undefined) return { name, type, ttl, resourceRecords: values };
  const { evaluateTargetHealth, zoneId: hostedZoneId } = alias;
  const dnsName = alias.name.endsWith('.') ? alias.name : `${alias.name}.`;
  return { name, type, resourceRecords: [], aliasTarget: { dnsName, evaluateTargetHealth, hostedZoneId } };
}
