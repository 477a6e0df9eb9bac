// Route 53: record sets of public hosted zones; and the look-ups of a hosted zone (aws:route53/getZone:getZone) and of its record
// sets (aws:route53/getRecords:getRecords). The messages are the provider's own.
import { canonical } from '@petstore/custom-domains/names';
import type { GetRecordsArgs } from '@pulumi/aws/route53/getRecords.js';
import type { GetZoneArgs } from '@pulumi/aws/route53/getZone.js';
import { z } from 'zod';
import type { Dns } from '../dns/index.ts';
import type { Api } from '../endpoint/index.ts';
import { defineInvoke, type Invoke, type ServiceHandlers } from '../resources/handler.ts';
import { argsOf } from '../schema.ts';
import type { Store } from '../store.ts';
import { createApi } from './api.ts';
import { createGuards } from './guards.ts';
import { fullName, type RecordInputs, recordHandler, zoneOf } from './record.ts';

export function createRoute53(dns: Dns, store: Store) {
  const guards = createGuards(dns, store);
  const handlers = [recordHandler(dns, guards)];
  return {
    handlers,
    invokes: [getZone(dns), getRecords(dns)],
    api: createApi(dns, guards),
  } satisfies ServiceHandlers & { api: Api };
}

const zoneInputs = argsOf<GetZoneArgs>()({
  name: z.string().optional(),
  zoneId: z.string().optional(),
  // Every zone here is public.
  privateZone: z.literal(false).default(false),
}).refine(({ name, zoneId }) => (name === undefined) !== (zoneId === undefined), {
  message: 'exactly one of `zone_id` or `name` must be set',
});
function getZone(dns: Dns): Invoke {
  return defineInvoke<z.infer<typeof zoneInputs>, object>({
    token: 'aws:route53/getZone:getZone',
    inputs: zoneInputs,
    async call({ name, zoneId }) {
      const matches = dns.zones.filter(
        (zone) => zone.provider === 'route53' && zone.name === canonical(name ?? ''),
      );
      const zone = zoneId === undefined ? matches[0] : zoneOf(dns, zoneId);
      if (zone === undefined) throw new Error('no matching Route 53 Hosted Zone found');
      if (zoneId === undefined && matches.length > 1)
        throw new Error('multiple Route 53 Hosted Zones matched');
      const { id, nameServers } = zone;
      return { id, zoneId: id, name: zone.name, privateZone: false, nameServers };
    },
  });
}

const recordsInputs = argsOf<GetRecordsArgs>()({ zoneId: z.string(), nameRegex: z.string().optional() });

/** terraform-provider-aws, records_data_source.go: every set whose name, with its final dot, matches the expression. */
function getRecords(dns: Dns): Invoke {
  return defineInvoke<z.infer<typeof recordsInputs>, object>({
    token: 'aws:route53/getRecords:getRecords',
    inputs: recordsInputs,
    async call({ zoneId, nameRegex }) {
      const zone = zoneOf(dns, zoneId);
      const expression = new RegExp(nameRegex ?? '');
      const sets = dns.recordsOf(zone).map(({ inputs }) => {
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
  const values = records.map((value) => ({ value }));
  if (alias === undefined) return { name, type, ttl, resourceRecords: values };
  const { evaluateTargetHealth, zoneId: hostedZoneId } = alias;
  const dnsName = alias.name.endsWith('.') ? alias.name : `${alias.name}.`;
  return { name, type, resourceRecords: [], aliasTarget: { dnsName, evaluateTargetHealth, hostedZoneId } };
}
