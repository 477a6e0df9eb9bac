// The step of a move that sends traffic to the new place: who replaces the old record, and how.
import { command } from '@petstore/custom-domains/output';
import { recordsText } from '../../../infra/config/host-entry.ts';
import { recordsCommand } from '../../../infra/hosts/external-host.ts';
import { replaceByHand } from './by-hand.ts';
import type { MoveFacts } from './facts.ts';
import {
  AGAIN,
  deletedLine,
  givesWay,
  noWait,
  otherProgramsRecords,
  ownersLine,
  shadowingLine,
} from './on-local-cloud.ts';
import {
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
  if (isRouted && isUntaken(facts)) {
    const what = `${leads}; the next deployment takes the record into the state of the stack`;
    return open(what, isLocal(stack) ? AGAIN : up(stack));
  }
  if (isRouted) return done(leads);
  return isUnread(findings) ? unread(findings) : replacement(facts);
}

/** Set by hand, and not in the state of the stack: without its line in petstore:moving, no deployment would take it over. */
function isUntaken({ plan, deployed }: MoveFacts): boolean {
  return plan.zone.provider !== 'external' && deployed?.waiting !== undefined;
}

function replacement(facts: MoveFacts): Judged {
  const { plan, stack, deployed, old } = facts;
  const wait = waitFor(Math.max(0, ...old.map((one) => one.ttl)), stack);
  const waiting = deployed?.waiting;
  if (plan.zone.provider === 'external') return setByOwner(facts, wait);
  if (deployed?.target !== undefined && waiting === undefined) return drifted(facts);
  if (waiting?.isByHand) return replacedByHand(facts, wait);
  if (waiting?.why !== undefined && waiting.old.length === 0) return unlisted(facts, waiting.why, wait);
  if (isLocal(stack) && waiting === undefined && old.length > 0) return givesWay(facts, wait);
  if (waiting === undefined || isNamed(facts))
    return open(
      `the routing record takes the place of the old one in one change${byItself(stack)}${wait}`,
      up(stack),
    );
  return open(
    `name what the routing record replaces (${recordsText(waiting.old)}), and deploy: one change of the record${byItself(stack)}${wait}`,
    [writing(facts), ...up(stack)],
    { change: { kind: 'name', host: plan.host, replaces: waiting.old } },
  );
}

/** `ttl`: of the old record, as its zone has it; 0 where it is not known. */
function waitFor(ttl: number, stack: string): string {
  if (ttl === 0) return '';
  if (isLocal(stack)) return noWait(ttl);
  return `; resolvers remember the old record for ${ttl} s, so the old place serves for that long`;
}

function setByOwner(facts: MoveFacts, wait: string): Judged {
  const commands = [recordsCommand(facts.plan.host, facts)];
  if (isLocal(facts.stack)) return ownersLine(facts, wait, commands);
  const what = `its owner replaces the old record with the routing record that the command prints${wait}`;
  return open(what, commands);
}

/** A host whose routing record is in the state moves no more. */
function drifted(facts: MoveFacts): Judged {
  const { stack, old } = facts;
  if (isLocal(stack) && old.length > 0) return shadowingLine(facts);
  const what = 'the stack has the routing record in its state, and DNS leads elsewhere';
  return open(what, [command`pulumi refresh --stack ${stack}`, ...up(stack)]);
}

function replacedByHand(facts: MoveFacts, wait: string): Judged {
  const { stack, deployed } = facts;
  if (isLocal(stack)) return otherProgramsRecords(facts, wait);
  const what = `no single change by Pulumi replaces ${recordsText(deployed?.waiting?.old ?? [])}: replace them in one change by hand, and the next deployment takes the new record over${wait}`;
  return open(what, [...replaceByHand(facts), ...up(stack)]);
}

function unlisted(facts: MoveFacts, why: string, wait: string): Judged {
  const { plan, stack, old } = facts;
  if (!isLocal(stack))
    return open(why, [command`npm run domains -- check --host ${plan.host} ${stackWords(stack)}`]);
  if (old.length > 0) return deletedLine(facts, wait);
  return open(`no record leads elsewhere: the routing record is set${byItself(stack)}`);
}

/** The line names all that the last deployment found. */
function isNamed({ plan, deployed }: MoveFacts): boolean {
  const named = plan.moving?.replaces ?? [];
  return (deployed?.waiting?.old ?? []).every((one) =>
    named.some(({ type, value }) => type === one.type && value === one.value),
  );
}
