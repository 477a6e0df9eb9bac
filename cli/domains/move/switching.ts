// The steps that end a move: the record, and the release of the old place.
import { recordsText } from '../../../infra/config/moves.ts';
import { recordsCommand } from '../../../infra/hosts/external-host.ts';
import { stackOption } from '../../../infra/plan/stack-option.ts';
import { replaceByHand } from './by-hand.ts';
import type { FileChange } from './edits.ts';
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
import { byItself, isLocal, isUnread, type Known, unread, up, writing } from './step.ts';

export function record(facts: MoveFacts): Known {
  const { plan, stack, deployed, isRouted, findings } = facts;
  const { host, zone } = plan;
  const where = zone.provider === 'external' ? "the DNS host of the host's owner" : `the zone ${zone.name}`;
  const step = { id: 'record', where } as const;
  const leads = `${host} leads to ${deployed?.target}`;
  if (isRouted && isUntaken(facts)) return { ...step, state: 'open', ...takenOver(leads, stack) };
  if (isRouted) return { ...step, state: 'done', what: leads };
  if (isUnread(findings)) return { ...step, ...unread(findings) };
  return { ...step, state: 'open', ...openRecord(facts) };
}

/** Set by hand, and not in the state of the stack: without its line in petstore:moving, no deployment would take it over. */
function isUntaken({ plan, deployed }: MoveFacts): boolean {
  return plan.zone.provider !== 'external' && deployed?.waiting !== undefined;
}

function takenOver(leads: string, stack: string): Open {
  const what = `${leads}; the next deployment takes the record into the state of the stack`;
  return { what, commands: isLocal(stack) ? AGAIN : up(stack) };
}

type Open = Pick<Known, 'what' | 'commands' | 'change'> & Partial<Pick<Known, 'where'>>;

function openRecord(facts: MoveFacts): Open {
  const { plan, stack, deployed, old } = facts;
  const wait = waitFor(Math.max(0, ...old.map((one) => one.ttl)), stack);
  const waiting = deployed?.waiting;
  if (plan.zone.provider === 'external') return setByOwner(facts, wait);
  if (deployed?.target !== undefined && waiting === undefined) return drifted(facts);
  if (waiting?.isByHand) return replacedByHand(facts, wait);
  if (waiting?.why !== undefined && waiting.old.length === 0) return unlisted(facts, waiting.why, wait);
  if (isLocal(stack) && waiting === undefined && old.length > 0) return givesWay(facts, wait);
  if (waiting === undefined || isNamed(facts)) {
    const what = `the routing record takes the place of the old one in one change${byItself(stack)}${wait}`;
    return { what, commands: up(stack) };
  }
  const what = `name what the routing record replaces (${recordsText(waiting.old)}), and deploy: one change of the record${byItself(stack)}${wait}`;
  const change: FileChange = { kind: 'name', host: plan.host, replaces: waiting.old };
  return { what, commands: [writing(facts), ...up(stack)], change };
}

/** `ttl`: of the old record, as its zone has it; 0 where it is not known. */
function waitFor(ttl: number, stack: string): string {
  if (ttl === 0) return '';
  if (isLocal(stack)) return noWait(ttl);
  return `; resolvers remember the old record for ${ttl} s, so the old place serves for that long`;
}

function setByOwner(facts: MoveFacts, wait: string): Open {
  const { plan, stack } = facts;
  const commands = [recordsCommand(plan.host, facts)];
  if (isLocal(stack)) return { ...ownersLine(facts, wait), commands };
  return {
    what: `its owner replaces the old record with the routing record that the command prints${wait}`,
    commands,
  };
}

/** A host whose routing record is in the state moves no more. */
function drifted(facts: MoveFacts): Open {
  const { stack, old } = facts;
  if (isLocal(stack) && old.length > 0) return shadowingLine(facts);
  const what = 'the stack has the routing record in its state, and DNS leads elsewhere';
  return { what, commands: [`pulumi refresh --stack ${stack}`, ...up(stack)] };
}

function replacedByHand(facts: MoveFacts, wait: string): Open {
  const { stack, deployed } = facts;
  if (isLocal(stack)) return otherProgramsRecords(facts, wait);
  const what = `no single change by Pulumi replaces ${recordsText(deployed?.waiting?.old ?? [])}: replace them in one change by hand, and the next deployment takes the new record over${wait}`;
  return { what, commands: [...replaceByHand(facts), ...up(stack)] };
}

function unlisted(facts: MoveFacts, why: string, wait: string): Open {
  const { plan, stack, old } = facts;
  if (!isLocal(stack)) {
    return { what: why, commands: [`npm run domains -- check --host ${plan.host}${stackOption(stack)}`] };
  }
  if (old.length > 0) return deletedLine(facts, wait);
  return { what: `no record leads elsewhere: the routing record is set${byItself(stack)}` };
}

/** The line names all that the last deployment found. */
function isNamed({ plan, deployed }: MoveFacts): boolean {
  const named = plan.moving?.replaces ?? [];
  return (deployed?.waiting?.old ?? []).every((one) =>
    named.some(({ type, value }) => type === one.type && value === one.value),
  );
}

export function release(facts: MoveFacts): Known {
  const { plan, stack, deployed, isRouted, old } = facts;
  const file = `Pulumi.${stack}.yaml`;
  const step = { id: 'release', where: isLocal(stack) ? file : `the old place, then ${file}` } as const;
  const isOwn = deployed?.target !== undefined && deployed.waiting === undefined;
  if (plan.moving === undefined && (isRouted || isOwn))
    return { ...step, state: 'done', what: 'petstore:moving does not list the host' };
  const change: FileChange = { kind: 'finish', host: plan.host };
  const ttl = Math.max(0, ...old.map((one) => one.ttl));
  return { ...step, state: 'open', what: releaseText(ttl, stack), commands: [writing(facts)], change };
}

function releaseText(ttl: number, stack: string): string {
  const drop = 'dropping the line of petstore:moving then changes nothing';
  if (isLocal(stack)) return `${OUT_OF_STATE}; ${drop}`;
  const time = ttl === 0 ? 'its TTL' : `${ttl} s`;
  return `delete the host at its old place when no resolver remembers the old record, ${time} after the change. ${OUT_OF_STATE}; ${drop}`;
}

/** A provider deletes a record by its id or by its name and type, whoever changed it since. */
const OUT_OF_STATE =
  'Where a program of Pulumi or Terraform has created the old place, its destroy would delete the records of the new one: first take the routing record and the validation record out of its state (pulumi state delete URN, terraform state rm)';
