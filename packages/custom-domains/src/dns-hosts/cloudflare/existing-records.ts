// The records that a zone at Cloudflare has of a host: cloudflare.getDnsRecords, with the token of the deployment.
import { getDnsRecords } from '@pulumi/cloudflare/getDnsRecords.js';
import type * as pulumi from '@pulumi/pulumi';
import { canonical, parentOf } from '../../names/dns-name.ts';
import type { ExistingRecord } from '../adapter.ts';
import { knownZoneId } from '../known-zone-id.ts';

/** Those at the host, and those with an underscored label directly below it, as validation records have. */
export async function existingRecords(
  zoneId: pulumi.Input<string>,
  host: string,
  opts: pulumi.InvokeOptions,
): Promise<ExistingRecord[]> {
  const id = await knownZoneId(zoneId, host);
  const filters = [{ exact: host }, { startswith: '_', endswith: `.${host}` }];
  const lists = await Promise.all(filters.map((name) => getDnsRecords({ zoneId: id, name }, opts)));
  const found = lists.flatMap(({ results }) => results.map((record) => existingRecord(id, record)));
  return found.filter(({ name }) => name === host || parentOf(name) === host);
}

/** Import ids are `<zone_id>/<dns_record_id>` (terraform-provider-cloudflare, internal/services/dns_record/resource.go). */
function existingRecord(
  zoneId: string,
  { id, name, type, content, ttl, proxied }: Awaited<ReturnType<typeof getDnsRecords>>['results'][number],
): ExistingRecord {
  return {
    ...{ importId: `${zoneId}/${id}`, name: canonical(name), type, value: canonical(content) },
    ...{ alias: false, ttl },
    ...(proxied && { special: 'proxied' }),
  };
}
