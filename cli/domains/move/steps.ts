// The plan of a move: from what is known, each step as done, next, later or unknown. Pure.
import { isBlocking } from '@petstore/custom-domains/preflight';
import { recordsText } from '../../../infra/config/moves.ts';
import { domainsCommand, recordsCommand } from '../../../infra/hosts/external-host.ts';
import { stackOption } from '../../../infra/plan/stack-option.ts';
import { replaceByHand } from './by-hand.ts';
import type { FileChange, MoveFacts } from './facts.ts';
import {
  AGAIN,
  deletedLine,
  givesWay,
  noWait,
  otherProgramsAlias,
  otherProgramsRecords,
  ownersLine,
  shadowingLine,
} from './on-local-cloud.ts';
import {
  byItself,
  cloudOf,
  command,
  isLocal,
  isUnread,
  type Known,
  type MoveStep,
  unread,
  up,
  writing,
} from './step.ts';

/** The first that is open is next, and what follows it is later; what is not known stays so. */
export function moveSteps(facts: MoveFacts): MoveStep[] {
  const known = [declare, certificate, target, name, record, release].map((step) => step(facts));
  const first = known.findIndex(({ state }) => state !== 'done');
  return known.map(({ commands = [], findings = [], ...step }, i) => {
    const open = i === first ? 'next' : 'later';
    return { ...step, state: step.state === 'open' ? open : step.state, commands, findings };
  });
}

/** Undefined where nothing is left to do; `unknown` where what decides it could not be found out. */
export function nextOf(steps: readonly MoveStep[]): MoveStep | undefined {
  return steps.find(({ state }) => state !== 'done');
}

/** 0: nothing is left to do. 1: something is. 3: what the next step depends on could not be found out. */
export function moveStatus(steps: readonly MoveStep[]): 0 | 1 | 3 {
  const next = nextOf(steps);
  if (next === undefined) return 0;
  return next.state === 'unknown' ? 3 : 1;
}

export function declare(facts: MoveFacts): Known {
  const { plan, stack, declaring, deployed, isRouted, old, findings, outputsUnread } = facts;
  const { host } = plan;
  const step = { id: 'declare', where: `Pulumi.${stack}.yaml` } as const;
  const isOwn = deployed?.target !== undefined && deployed.waiting === undefined;
  const isDone = declaring === undefined && (plan.moving !== undefined || isRouted || isOwn);
  if (isDone) return { ...step, state: 'done', what: `${host} is declared` };
  if (declaring === undefined && outputsUnread !== undefined)
    return { ...step, state: 'unknown', what: outputsUnread };
  if (isUnread(findings)) return { ...step, ...unread(findings) };
  if (old.length === 0 && declaring !== undefined) {
    const what = `DNS has no record that leads ${host} elsewhere: nothing moves, and adding it is enough`;
    return { ...step, state: 'open', what, commands: [command('add', facts)] };
  }
  const what = `${declaring === undefined ? '' : `declare ${host}, and `}list it in petstore:moving, so that the records of its old place are no conflict and stay`;
  const change: FileChange = { kind: 'declare', host, added: declaring };
  return { ...step, state: 'open', what, commands: [writing(facts)], change };
}

export function certificate(facts: MoveFacts): Known {
  const { plan, stack, deployed, outputsUnread, findings } = facts;
  const step = { id: 'certificate', where: `${cloudOf(stack)}, ${plan.certificateRegion}` } as const;
  if (deployed?.certificate === 'ISSUED')
    return { ...step, state: 'done', what: 'the certificate is issued' };
  const blocking = findings.filter(isBlocking);
  if (outputsUnread !== undefined) return { ...step, state: 'unknown', what: outputsUnread };
  if (isUnread(blocking)) return { ...step, ...unread(findings) };
  const what =
    deployed === undefined
      ? `a certificate is requested and validated by a record of its own, while the old place serves${byItself(stack)}`
      : `the certificate is ${deployed.certificate}`;
  if (!isUnverified(plan)) return { ...step, state: 'open', what, commands: up(stack), findings: blocking };
  const commands = [...up(stack), ...byOwner(facts), ...up(stack)];
  return { ...step, state: 'open', what: `${what}; ${ownersPart(facts)}`, commands, findings: blocking };
}

const isUnverified = ({ zone }: MoveFacts['plan']) => zone.provider === 'external' && !zone.verified;

/** Of the records that the command prints, the routing record is of a later step. */
function ownersPart({ internetFile }: MoveFacts): string {
  const where = internetFile === undefined ? '' : ` to ${internetFile}`;
  return `its owner adds the validation record${where}, and leaves the record of the old place until the step record`;
}

function byOwner(facts: MoveFacts): string[] {
  const { host } = facts.plan;
  return [recordsCommand(host, facts), domainsCommand('verify', host, facts)];
}

export function target({ plan, stack, deployed }: MoveFacts): Known {
  const kind = plan.target === 'gateway' ? 'a domain name of API Gateway' : 'a CloudFront distribution';
  const where = isLocal(stack) ? cloudOf(stack) : 'AWS, the account of the stack';
  const step = { id: 'target', where } as const;
  if (deployed?.target !== undefined)
    return { ...step, state: 'done', what: `${kind} exists: ${deployed.target}` };
  return {
    ...step,
    state: 'open',
    what: `${kind} is created for the host${byItself(stack)}`,
    commands: up(stack),
  };
}

/** What is asked before a client is: whether the new place answers for the name. */
export function name({ plan, stack, deployed, fault, isUnasked, aliases }: MoveFacts): Known {
  const where = isLocal(stack) ? cloudOf(stack) : 'AWS, and what serves the host';
  const step = { id: 'name', where } as const;
  if (deployed?.target === undefined) {
    const what = `what serves the host here ${isUnasked ? 'has' : 'answers for'} its name, before the record leads to it${byItself(stack)}`;
    return { ...step, state: 'open', what, commands: up(stack) };
  }
  if (isUnverified(plan)) {
    const what = `${deployed.target} gets the name when the host is verified${byItself(stack)}`;
    return { ...step, state: 'open', what, commands: up(stack) };
  }
  if (aliases.kind === 'taken') {
    const moved = isLocal(stack) ? otherProgramsAlias() : movedAlias(plan.host, stack, aliases);
    return { ...step, state: 'open', ...moved };
  }
  if (aliases.kind === 'unknown') {
    const what = `${deployed.target}: ${fault}; whether another CloudFront distribution has the name could not be found out: ${aliases.why}`;
    return { ...step, state: 'unknown', what };
  }
  if (isUnasked) return { ...step, state: 'done', what: `${deployed.target} has the name` };
  if (fault === undefined)
    return { ...step, state: 'done', what: `${deployed.target} answers for ${plan.host}` };
  return { ...step, state: 'open', what: `${deployed.target}: ${fault}`, commands: up(stack) };
}

/**
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/alternate-domain-names-move-options.html:
 * in one account the command moves the name in one step; in another, the old distribution must be disabled before, or
 * have a wildcard over the name in its place.
 */
function movedAlias(
  host: string,
  stack: string,
  { distribution = 'ID', by }: Extract<MoveFacts['aliases'], { kind: 'taken' }>,
) {
  const holders = by.map(({ domain, resource, account }) => `${resource} in account ${account} (${domain})`);
  const who = holders.length === 0 ? 'another CloudFront distribution' : holders.join(' and ');
  const what = `${who} has the name. Within one account, the command moves it in one step. Where the other one is in another account, its owner first puts a wildcard in the place of the name there, or disables it; AWS Support moves an apex`;
  const ifMatch = `aws cloudfront get-distribution --id ${distribution} --query ETag --output text`;
  const move = `aws cloudfront update-domain-association --domain ${host} --target-resource DistributionId=${distribution} --if-match "$(${ifMatch})"`;
  return { what, commands: [move, ...up(stack)] };
}

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
