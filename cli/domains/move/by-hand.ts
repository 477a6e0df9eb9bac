// Commands that replace records in one change at the DNS host, where Pulumi's providers would take two.
import { isIP } from 'node:net';
import { shellQuoted } from '@petstore/custom-domains/output';
import type { MoveFacts } from './facts.ts';

/** None where the command cannot be known: of alias records, or at an apex of Route 53. */
export function replaceByHand(facts: MoveFacts): string[] {
  return facts.plan.zone.provider === 'cloudflare' ? atCloudflare(facts) : atRoute53(facts);
}

/**
 * One batch: "in a single database transaction", deletions first; an error changes nothing. The propagation of several
 * records is not atomic. https://developers.cloudflare.com/dns/manage-dns-records/how-to/batch-record-changes/
 */
function atCloudflare({ plan, deployed }: MoveFacts): string[] {
  const { host, zone, ttl } = plan;
  if (zone.provider !== 'cloudflare') return [];
  const url = `https://api.cloudflare.com/client/v4/zones/${zone.zoneId}/dns_records`;
  const curl = `curl -s -H "Authorization: Bearer $${zone.tokenVariable ?? 'CLOUDFLARE_API_TOKEN'}"`;
  const types = [...new Set(deployed?.waiting?.old.map(({ type }) => `.type == "${type}"`))].join(' or ');
  const posts = [{ name: host, type: 'CNAME', content: deployed?.target, ttl, proxied: false }];
  const batch = `{deletes: [.result[] | select(${types}) | {id}], posts: ${JSON.stringify(posts)}}`;
  return [`${curl} "${url}?name=${host}" | jq -c ${shellQuoted(batch)} | ${curl} "${url}/batch" --json @-`];
}

/** API reference, ChangeResourceRecordSets: a batch is applied whole, or not at all. */
function atRoute53({ plan, deployed, old }: MoveFacts): string[] {
  const { host, zone, ttl, apex } = plan;
  if (zone.provider !== 'route53' || apex) return [];
  const records = deployed?.waiting?.old ?? [];
  if (records.some(({ type, value }) => type !== 'CNAME' && isIP(value) === 0)) return [];
  const deletions = [...Map.groupBy(records, ({ type }) => type)].map(([type, set]) => ({
    Action: 'DELETE',
    ResourceRecordSet: setOf(
      host,
      type,
      old.find((one) => one.type === type)?.ttl,
      set.map(({ value }) => value),
    ),
  }));
  const created = {
    Action: 'CREATE',
    ResourceRecordSet: setOf(host, 'CNAME', ttl, [deployed?.target ?? '']),
  };
  const batch = shellQuoted(JSON.stringify({ Changes: [...deletions, created] }));
  const byName = `aws route53 list-hosted-zones-by-name --dns-name ${zone.name} --max-items 1 --query 'HostedZones[0].Id' --output text`;
  const id = zone.zoneId ?? `"$(${byName})"`;
  return [`aws route53 change-resource-record-sets --hosted-zone-id ${id} --change-batch ${batch}`];
}

function setOf(Name: string, Type: string, TTL: number | undefined, values: readonly string[]) {
  return { Name, Type, TTL, ResourceRecords: values.map((Value) => ({ Value })) };
}
