// The record sets that a hosted zone has of a host: aws.route53.getRecords, which lists a zone and filters by name.
import { getRecords } from '@pulumi/aws/route53/getRecords.js';
import type * as pulumi from '@pulumi/pulumi';
import { canonical } from '../../names/dns-name.ts';
import type { ExistingRecord } from '../adapter.ts';
import { knownZoneId } from '../known-zone-id.ts';

type RecordSet = Awaited<ReturnType<typeof getRecords>>['resourceRecordSets'][number];

/** Those at the host, and those with an underscored label directly below it, as validation records have. */
export async function existingRecords(
  zoneId: pulumi.Input<string>,
  host: string,
  opts: pulumi.InvokeOptions,
): Promise<ExistingRecord[]> {
  const id = await knownZoneId(zoneId, host);
  const nameRegex = `^(_[^.]+\\.)?${host.replaceAll('.', '\\.')}\\.$`;
  const { resourceRecordSets } = await getRecords({ zoneId: id, nameRegex }, opts);
  return resourceRecordSets.map((set) => existingRecord(id, set));
}

/**
 * Import ids are `ZONEID_name_TYPE` (terraform-provider-aws, website/docs/r/route53_record.html.markdown); a set with a
 * routing policy has a fourth part, and is never one that a stack creates.
 */
function existingRecord(zoneId: string, set: RecordSet): ExistingRecord {
  const { type, ttl, aliasTarget, resourceRecords = [] } = set;
  const name = canonical(set.name);
  const values = aliasTarget ? [aliasTarget.dnsName] : resourceRecords.map(({ value }) => value);
  return {
    ...{ importId: `${zoneId}_${name}_${type}`, name, type, alias: Boolean(aliasTarget) },
    value: values.map(canonical).join(' '),
    ...(aliasTarget ? {} : { ttl }),
    ...(set.setIdentifier ? { special: 'with a routing policy' } : {}),
  };
}
