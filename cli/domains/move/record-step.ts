// The step of a move that sends traffic to the new place: who replaces the old record, and how.
import { isIP } from 'node:net';
import { command, shellQuoted } from '@petstore/custom-domains/output';
import { recordsText } from '../../../infra/config/host-entry.ts';
import { recordsCommand } from '../../../infra/hosts/external-host.ts';
import type { MoveFacts } from './facts.ts';
import {
  AGAIN,
  byItself,
  done,
  isLocal,
  isUnread,
  type Judged,
  open,
  stackWords,
  unread,
  up,
  writing,
} from './step.ts';

export function judgeRecord(facts: MoveFacts): Judged {
  const { plan, stack, deployed, isRouted, findings } = facts;
  const leads = `${plan.host} leads to ${deployed?.target}`;
  // Set by hand, and not in the state of the stack: without its line in petstore:moving, no deployment would take it over.
  const isUntaken = plan.zone.provider !== 'external' && deployed?.waiting !== undefined;
  if (isRouted && isUntaken) {
    const what = `${leads}; the next deployment takes the record into the state of the stack`;
    return open(what, isLocal(stack) ? AGAIN : up(stack));
  }
  if (isRouted) return done(leads);
  if (isUnread(findings)) return unread(findings);
  return isLocal(stack) ? replacedLocally(facts) : replacement(facts);
}

function replacement(facts: MoveFacts): Judged {
  const { plan, stack, deployed } = facts;
  const ttl = ttlOf(facts);
  const wait =
    ttl === 0
      ? ''
      : `; resolvers remember the old record for ${ttl} s, so the old place serves for that long`;
  const waiting = deployed?.waiting;
  if (plan.zone.provider === 'external')
    return open(`its owner replaces the old record with the routing record that the command prints${wait}`, [
      recordsCommand(plan.host, facts),
    ]);
  // A host whose routing record is in the state moves no more.
  if (deployed?.target !== undefined && waiting === undefined)
    return open('the stack has the routing record in its state, and DNS leads elsewhere', [
      command`pulumi refresh --stack ${stack}`,
      ...up(stack),
    ]);
  if (waiting?.isByHand) {
    const what = `no single change by Pulumi replaces ${recordsText(waiting.old)}: replace them in one change by hand, and the next deployment takes the new record over${wait}`;
    return open(what, [
      ...(plan.zone.provider === 'cloudflare' ? atCloudflare(facts) : atRoute53(facts)),
      ...up(stack),
    ]);
  }
  if (waiting?.why !== undefined && waiting.old.length === 0)
    return open(waiting.why, [command`npm run domains -- check --host ${plan.host} ${stackWords(stack)}`]);
  return namedOrTaken(facts, wait);
}

/**
 * On the local cloud its user is the owner of every old place, and nothing caches its DNS. The records of its zone file are served
 * in the zones of the stack, and no API has them; another Pulumi program may have created others.
 */
function replacedLocally(facts: MoveFacts): Judged {
  const { plan, deployed, old, internetFile } = facts;
  const waiting = deployed?.waiting;
  const ttl = ttlOf(facts);
  const wait = ttl === 0 ? '' : `; nothing caches the local DNS, so its TTL of ${ttl} s need not pass`;
  const where = internetFile ?? 'cli/local/internet.zone, or the file that --internet names';
  const names = old.length === 0 ? '' : ` (${recordsText(old)})`;
  if (plan.zone.provider === 'external')
    return open(
      `replace the old record${names} with the routing record that the command prints${wait}`,
      [recordsCommand(plan.host, facts)],
      { where },
    );
  if (deployed?.target !== undefined && waiting === undefined && old.length > 0)
    return open(`delete the line that leads elsewhere${names}: the stack has the routing record`, [], {
      where,
    });
  if (deployed?.target !== undefined && waiting === undefined)
    return open('the stack has the routing record in its state, and DNS leads elsewhere', AGAIN);
  if (waiting?.isByHand) {
    const what = `no single change by Pulumi replaces ${recordsText(waiting.old)}: remove it in the program that declares it, and have npm run local deploy again, which sets the routing record${wait}`;
    return open(what, AGAIN);
  }
  if (waiting?.why !== undefined && waiting.old.length === 0) {
    if (old.length === 0)
      return open(`no record leads elsewhere: the routing record is set${byItself(facts.stack)}`);
    const what = `delete the line of the old record${names}, which no Pulumi program can replace; npm run local then sets the routing record by itself${wait}`;
    return open(what, [], { where });
  }
  if (waiting === undefined && old.length > 0)
    return open(
      `the routing record takes the place of the old one: you delete its line in ${where}; where another Pulumi program has created it, npm run local replaces it${wait}`,
    );
  return namedOrTaken(facts, wait);
}

/** The provider replaces the old record, once the file names it as the last deployment found it. */
function namedOrTaken(facts: MoveFacts, wait: string): Judged {
  const { plan, stack, deployed } = facts;
  const old = deployed?.waiting?.old;
  const named = plan.moving?.replaces ?? [];
  const isNamed = (old ?? []).every((one) =>
    named.some(({ type, value }) => type === one.type && value === one.value),
  );
  if (old === undefined || isNamed)
    return open(
      `the routing record takes the place of the old one in one change${byItself(stack)}${wait}`,
      up(stack),
    );
  return open(
    `name what the routing record replaces (${recordsText(old)}), and deploy: one change of the record${byItself(stack)}${wait}`,
    [writing(facts), ...up(stack)],
    { change: { kind: 'name', host: plan.host, replaces: old } },
  );
}

/** Of the old record, as its zone has it; 0 where it is not known. */
const ttlOf = ({ old }: MoveFacts) => Math.max(0, ...old.map((one) => one.ttl));

/**
 * Replaces the records in one batch: "in a single database transaction", deletions first; an error changes nothing. The
 * propagation of several records is not atomic.
 * https://developers.cloudflare.com/dns/manage-dns-records/how-to/batch-record-changes/
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

/**
 * API reference, ChangeResourceRecordSets: a batch is applied whole, or not at all. None where the command cannot be known: of
 * alias records, or at an apex.
 */
function atRoute53({ plan, deployed, old }: MoveFacts): string[] {
  const { host, zone, ttl, apex } = plan;
  const records = deployed?.waiting?.old ?? [];
  const hasAlias = records.some(({ type, value }) => type !== 'CNAME' && isIP(value) === 0);
  if (zone.provider !== 'route53' || apex || hasAlias) return [];
  const change = (Action: string, Type: string, TTL: number | undefined, values: readonly string[]) => ({
    Action,
    ResourceRecordSet: { Name: host, Type, TTL, ResourceRecords: values.map((Value) => ({ Value })) },
  });
  const deletions = [...Map.groupBy(records, ({ type }) => type)].map(([type, set]) => {
    const now = old.find((one) => one.type === type)?.ttl;
    return change(
      'DELETE',
      type,
      now,
      set.map(({ value }) => value),
    );
  });
  const Changes = [...deletions, change('CREATE', 'CNAME', ttl, [deployed?.target ?? ''])];
  const batch = shellQuoted(JSON.stringify({ Changes }));
  const byName = `aws route53 list-hosted-zones-by-name --dns-name ${zone.name} --max-items 1 --query 'HostedZones[0].Id' --output text`;
  const id = zone.zoneId ?? `"$(${byName})"`;
  return [`aws route53 change-resource-record-sets --hosted-zone-id ${id} --change-batch ${batch}`];
}
