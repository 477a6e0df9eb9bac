// The step `record` of a move: how the routing record takes the place of the old one. Pure.
import { replaceCommands } from '@petstore/custom-domains/dns-hosts';
import { type Command, command } from '@petstore/custom-domains/output';
import { listHost } from '../../../infra/config/edit/edit.ts';
import { recordsText } from '../../../infra/config/host-entry.ts';
import { recordsCommand } from '../../../infra/hosts/external-host.ts';
import { stackOption } from '../../../infra/plan/stack-option.ts';
import type { MoveFacts } from './facts.ts';
import { again, byItself, done, isLocal, isOwn, type Judged, moveCommand, open, unread, up } from './step.ts';

export function judgeRecord(facts: MoveFacts): Judged {
  const { plan, stack, deployed, isRouted, findings } = facts;
  const leads = `${plan.host} leads to ${deployed?.target}`;
  // Set by hand, and not in the state of the stack: without its line in petstore:moving, no deployment would take it over.
  const isUntaken = plan.zone.provider !== 'external' && deployed?.waiting !== undefined;
  if (!isRouted) return unread(findings) ?? replacement(facts);
  if (!isUntaken) return done(leads);
  const what = `${leads}; the next deployment takes the record into the state of the stack`;
  return open(what, again(stack));
}

/**
 * On the local cloud its user is the owner of every old place, and nothing caches its DNS. The records of its zone file are served
 * in the zones of the stack, and no API has them; another Pulumi program may have created others.
 */
function replacement(facts: MoveFacts): Judged {
  const { plan, stack, deployed, old, internetFile } = facts;
  const local = isLocal(stack);
  const where = internetFile ?? 'cli/local/internet.zone, or the file that --internet names';
  const deletion = `delete the line of the old record (${recordsText(old)}), which no Pulumi program can replace; npm run local then sets the routing record by itself`;
  const ttl = Math.max(0, ...old.map((one) => one.ttl));
  const wait =
    ttl === 0 || local
      ? ''
      : `; resolvers remember the old record for ${ttl} s, so the old place serves for that long`;
  const waiting = deployed?.waiting;
  if (plan.zone.provider === 'external') {
    const names = old.length === 0 ? '' : ` (${recordsText(old)})`;
    const what = `its owner replaces the old record${names} with the routing record that the command prints${wait}`;
    return open(what, [recordsCommand(plan.host, facts)], local ? { where } : {});
  }
  if (isOwn(facts)) {
    if (local && old.length > 0) return open(deletion, [], { where });
    const refresh = local ? [] : [command`pulumi refresh --stack ${stack}`];
    const what = 'the stack has the routing record in its state, and DNS leads elsewhere';
    return open(what, [...refresh, ...again(stack)]);
  }
  if (waiting?.isByHand) {
    const none = `no single change by Pulumi replaces ${recordsText(waiting.old)}:`;
    const what = local
      ? `${none} remove it in the program that declares it, and have npm run local deploy again`
      : `${none} replace them in one change by hand, and the next deployment takes the new record over${wait}`;
    return open(what, [...(local ? [] : byHand(facts)), ...again(stack)]);
  }
  if (waiting?.why !== undefined && waiting.old.length === 0) {
    const check = command`npm run domains -- check --host ${plan.host} ${stackOption(stack)}`;
    if (!local) return open(waiting.why, [check]);
    if (old.length > 0) return open(deletion, [], { where });
  }
  return namedOrTaken(facts, wait);
}

/** The TTL is that of the record as its zone has it. */
function byHand({ plan, deployed, old }: MoveFacts): readonly Command[] {
  const { host, zone, apex, ttl } = plan;
  const replaced = (deployed?.waiting?.old ?? []).map((one) => ({
    ...one,
    ttl: old.find(({ type }) => type === one.type)?.ttl,
  }));
  return replaceCommands(zone, { host, apex, ttl, old: replaced, target: deployed?.target ?? '' });
}

/** The provider replaces the old record, once the file names it as the last deployment found it. */
function namedOrTaken(facts: MoveFacts, wait: string): Judged {
  const { plan, stack, deployed } = facts;
  const old = deployed?.waiting?.old;
  const named = plan.moving?.replaces ?? [];
  const isNamed = (old ?? []).every((one) =>
    named.some(({ type, value }) => type === one.type && value === one.value),
  );
  const end = `${byItself(stack)}${wait}`;
  if (old === undefined || isNamed)
    return open(`the routing record takes the place of the old one in one change${end}`, up(stack));
  return open(
    `name what the routing record replaces (${recordsText(old)}), and deploy: one change of the record${end}`,
    [moveCommand(facts), ...up(stack)],
    { change: (file) => listHost(file, 'petstore:moving', plan.host, { replaces: recordsText(old) }) },
  );
}
