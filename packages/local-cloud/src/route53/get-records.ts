// The look-up of a zone's record sets: aws:route53/getRecords:getRecords.
// terraform-provider-aws, internal/service/route53/records_data_source.go: every set whose name, with its final dot,
// matches the expression.
import type { HostedDns } from '../dns/index.ts';
import { defineInvoke, type Invoke } from '../resources/handler.ts';
import { fullName } from './change-batch.ts';
import { zoneOf } from './hosted-zone.ts';
import { type GetRecordsInputs, getRecordsInputs, type RecordInputs } from './inputs.ts';

export function getRecords(dns: HostedDns): Invoke {
  return defineInvoke<GetRecordsInputs, object>({
    token: 'aws:route53/getRecords:getRecords',
    inputs: getRecordsInputs,
    async call({ zoneId, nameRegex }) {
      const zone = zoneOf(dns, zoneId);
      const expression = new RegExp(nameRegex ?? '');
      const sets = dns.zones.recordsOf(zone).map(({ inputs }) => {
        const given = inputs as RecordInputs;
        return describe(given, `${fullName(given.name, zone)}.`);
      });
      const resourceRecordSets = sets.filter(({ name }) => expression.test(name));
      return { id: zoneId, zoneId, ...(nameRegex && { nameRegex }), resourceRecordSets };
    },
  });
}

/** An alias has no TTL and no values of its own; any other set has no alias target (API reference, ResourceRecordSet). */
function describe({ type, ttl, records = [], aliases = [] }: RecordInputs, name: string) {
  const [alias] = aliases;
  const values = records.map((value) => ({ value: type === 'TXT' ? `"${value}"` : value }));
  if (alias === undefined) return { name, type, ttl, resourceRecords: values };
  const { evaluateTargetHealth, zoneId: hostedZoneId } = alias;
  const dnsName = alias.name.endsWith('.') ? alias.name : `${alias.name}.`;
  return { name, type, resourceRecords: [], aliasTarget: { dnsName, evaluateTargetHealth, hostedZoneId } };
}
