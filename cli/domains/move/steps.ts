// The plan of a move: from what is known, each step as done, next, later or unknown. Pure.
import { replaceCommands } from '@petstore/custom-domains/dns-hosts';
import { type Command, command } from '@petstore/custom-domains/output';
import { exitStatus, type Finding, isBlocking } from '@petstore/custom-domains/preflight';
import { type EditResult, listHost, unlistHost } from '../../../infra/config/edit/edit.ts';
import { recordsText } from '../../../infra/config/host-entry.ts';
import type { StackText } from '../../../infra/config/stack-file.ts';
import { deployCommand, isRoutingDue, recordsCommand } from '../../../infra/hosts/external-host.ts';
import { isServed } from '../../../infra/plan/plan-stack.ts';
import { domainsCommand, stackOption } from '../../../infra/plan/stack-option.ts';
import { LOCAL_STACK } from '../../stack-names.ts';
import { externalFacts } from '../deployed-hosts.ts';
import { declareMoving, type MoveFacts } from './facts.ts';

export interface MoveStep {
  readonly id: 'declare' | 'certificate' | 'target' | 'name' | 'record' | 'release';
  /** `unknown`: what decides it could not be found out. */
  readonly state: 'done' | 'next' | 'later' | 'unknown';
  /** Who does it, and where. */
  readonly where: string;
  /** What it is, and how far it is. */
  readonly what: string;
  /** To be run, one after the other. */
  readonly commands: readonly Command[];
  /** What keeps it from being done. */
  readonly findings: readonly Finding[];
  /** The change of the stack's file, which `--write` makes. */
  readonly change?: (file: StackText) => EditResult;
}

/** What is known of one step by itself: whether an open one is next follows from those in front of it. */
interface Judged extends Partial<Omit<MoveStep, 'id' | 'state'>> {
  readonly state: 'done' | 'open' | 'unknown';
  readonly what: string;
}

/** In the order in which they are done. The first that is open is next, and what follows it is later; what is not known stays so. */
export function moveSteps(facts: MoveFacts): MoveStep[] {
  const { stack, plan } = facts;
  const { zone, certificateRegion } = plan;
  const file = `Pulumi.${stack}.yaml`;
  const cloud = isLocal(stack) ? 'the local cloud' : 'AWS';
  const inCloud = (what: string) => (isLocal(stack) ? cloud : `AWS, ${what}`);
  const zoneOf = zone.provider === 'external' ? "the DNS host of the host's owner" : `the zone ${zone.name}`;
  const all: readonly (readonly [id: MoveStep['id'], where: string, judged: Judged])[] = [
    ['declare', file, judgeDeclaration(facts)],
    ['certificate', `${cloud}, ${certificateRegion}`, judgeCertificate(facts)],
    ['target', inCloud('the account of the stack'), judgeTarget(facts)],
    ['name', inCloud('and what serves the host'), judgeName(facts)],
    ['record', zoneOf, judgeRecord(facts)],
    ['release', isLocal(stack) ? file : `the old place, then ${file}`, judgeRelease(facts)],
  ];
  const first = all.findIndex(([, , { state }]) => state !== 'done');
  return all.map(([id, where, { state, commands = [], findings = [], ...step }], index) => {
    const whenOpen = index === first ? 'next' : 'later';
    return { id, where, ...step, state: state === 'open' ? whenOpen : state, commands, findings };
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

function judgeDeclaration(facts: MoveFacts): Judged {
  const { plan, declaring, isRouted, old, findings, outputsUnread } = facts;
  const { host } = plan;
  if (declaring === undefined && (plan.moving !== undefined || isRouted || isSettled(facts)))
    return done(`${host} is declared`);
  if (declaring === undefined && outputsUnread !== undefined) return unknown(outputsUnread);
  const unjudged = unread(findings);
  if (unjudged !== undefined) return unjudged;
  if (old.length === 0 && declaring !== undefined) {
    const what = `DNS has no record that leads ${host} elsewhere: nothing moves, and adding it is enough`;
    return open(what, [moveCommand('add', facts)]);
  }
  const what = `${declaring === undefined ? '' : `declare ${host}, and `}list it in petstore:moving, so that the records of its old place are no conflict and stay`;
  return open(what, [writing(facts)], { change: (file) => declareMoving(file, host, declaring) });
}

function judgeCertificate(facts: MoveFacts): Judged {
  const { plan, stack, deployed, outputsUnread, internetFile } = facts;
  if (deployed?.certificate === 'ISSUED') return done('the certificate is issued');
  if (outputsUnread !== undefined) return unknown(outputsUnread);
  const findings = facts.findings.filter(isBlocking);
  const unjudged = unread(findings);
  if (unjudged !== undefined) return unjudged;
  if (deployed?.certificate === 'FAILED') {
    const failed = `the last deployment of the host failed: ${deployCommand(stack)} shows why`;
    return open(`${failed}; once that is fixed, deploy it again`, again(stack), { findings });
  }
  const what =
    deployed === undefined
      ? `a certificate is requested and validated by a record of its own, while the old place serves${byItself(stack)}`
      : `the certificate is ${deployed.certificate}`;
  if (isServed(plan)) return open(what, up(stack), { findings });
  const verify = domainsCommand('verify', plan.host, facts);
  if (facts.isValidationSet)
    return open(`${what}; its validation record is set`, [verify, ...up(stack)], { findings });
  const where = internetFile === undefined ? '' : ` to ${internetFile}`;
  const owners = `its owner adds the validation record${where}, and leaves the record of the old place until the step record`;
  const byOwner = [recordsCommand(plan.host, facts), verify];
  return open(`${what}; ${owners}`, [...up(stack), ...byOwner, ...up(stack)], { findings });
}

function judgeTarget({ plan, stack, deployed }: MoveFacts): Judged {
  const kind = plan.target === 'gateway' ? 'a domain name of API Gateway' : 'a CloudFront distribution';
  return deployed?.target === undefined
    ? open(`${kind} is created for the host${byItself(stack)}`, up(stack))
    : done(`${kind} exists: ${deployed.target}`);
}

const OTHER_PROGRAM =
  'another distribution of the local cloud has the name: remove it from the aliases there, in the program that declares them, and have npm run local deploy again, which gives it to the one here';

/** In front of the step that sends clients there: whether the new place answers for the name. */
function judgeName({ plan, stack, deployed, fault, isUnasked, aliases }: MoveFacts): Judged {
  const target = deployed?.target;
  if (target === undefined) {
    const what = `what serves the host here ${isUnasked ? 'has' : 'answers for'} its name`;
    return open(`${what}, before the record leads to it${byItself(stack)}`, up(stack));
  }
  if (!isServed(plan))
    return open(`${target} gets the name when the host is verified${byItself(stack)}`, up(stack));
  if (aliases.kind === 'taken')
    return isLocal(stack) ? open(OTHER_PROGRAM, again(stack)) : movedAlias(plan.host, stack, aliases);
  if (aliases.kind === 'unknown')
    return unknown(
      `${target}: ${fault}; whether another CloudFront distribution has the name could not be found out: ${aliases.why}`,
    );
  if (!isRoutingDue({ plan, ...externalFacts(deployed) }))
    return open(`${target} gets the name with the next deployment${byItself(stack)}`, up(stack));
  if (isUnasked) return done(`${target} has the name`);
  return fault === undefined
    ? done(`${target} answers for ${plan.host}`)
    : open(`${target}: ${fault}`, up(stack));
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
): Judged {
  const holders = by.map(({ domain, resource, account }) => `${resource} in account ${account} (${domain})`);
  const who = holders.length === 0 ? 'another CloudFront distribution' : holders.join(' and ');
  const what = `${who} has the name. Within one account, the command moves it in one step. Where the other one is in another account, its owner first puts a wildcard in the place of the name there, or disables it; AWS Support moves an apex`;
  const ifMatch = command`aws cloudfront get-distribution --id ${distribution} --query ETag --output text`;
  const move = command`aws cloudfront update-domain-association --domain ${host} --target-resource ${`DistributionId=${distribution}`} --if-match "$(${{ line: ifMatch }})"`;
  return open(what, [move, ...up(stack)]);
}

function judgeRecord(facts: MoveFacts): Judged {
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
    [writing(facts), ...up(stack)],
    { change: (file) => listHost(file, 'petstore:moving', plan.host, { replaces: recordsText(old) }) },
  );
}

function judgeRelease(facts: MoveFacts): Judged {
  const { plan, stack, isRouted } = facts;
  if (plan.moving === undefined && (isRouted || isSettled(facts)))
    return done('petstore:moving does not list the host');
  const wait =
    'delete the host at its old place when no resolver remembers the old record, its TTL after the change. ';
  const what = `${isLocal(stack) ? '' : wait}${OUT_OF_STATE}; dropping the line of petstore:moving then changes nothing`;
  return open(what, [writing(facts)], { change: (file) => unlistHost(file, 'petstore:moving', plan.host) });
}

/** A provider deletes a record by its id or by its name and type, whoever changed it since. */
const OUT_OF_STATE =
  'Where a program of Pulumi or Terraform has created the old place, its destroy would delete the records of the new one: first take the routing record and the validation record out of its state (pulumi state delete URN, terraform state rm)';

const done = (what: string): Judged => ({ state: 'done', what });

const unknown = (what: string): Judged => ({ state: 'unknown', what });

function open(what: string, commands: readonly Command[] = [], more: Partial<Judged> = {}): Judged {
  return { state: 'open', what, commands, ...more };
}

/** Undefined: DNS could be read. */
function unread(findings: readonly Finding[]): Judged | undefined {
  if (exitStatus(findings) !== 3) return undefined;
  return { ...unknown('DNS could not be read'), findings: findings.filter(isBlocking) };
}

const isLocal = (stack: string) => stack === LOCAL_STACK;

/** `npm run local` deploys a change of the file by itself. */
const up = (stack: string) => (isLocal(stack) ? [] : [command`pulumi up --stack ${stack}`]);

/** `npm run local` deploys when the file is saved, and sees no change of another program. */
const again = (stack: string) => (isLocal(stack) ? [command`touch ${`Pulumi.${stack}.yaml`}`] : up(stack));

/** Of a step that a deployment does: there is no command for it on the local cloud. */
const byItself = (stack: string) => (isLocal(stack) ? '; npm run local does it by itself' : '');

/** Its routing record is in the state of the stack: it moves no more. */
const isOwn = ({ deployed }: MoveFacts) => deployed?.target !== undefined && deployed.waiting === undefined;

/** An external host that is not verified has its target before it is served there: its old place is left in its move alone. */
const isSettled = (facts: MoveFacts) => isOwn(facts) && (isServed(facts.plan) || facts.old.length === 0);

const writing = (facts: MoveFacts) => moveCommand('move', facts, ['--write']);

/** With what declares the host, where the stack does not yet. */
function moveCommand(verb: 'add' | 'move', facts: MoveFacts, more: readonly string[] = []): Command {
  const { plan, declaring } = facts;
  const site = declaring === undefined ? [] : ['--site', declaring.site];
  const to = declaring?.redirectTo === undefined ? [] : ['--redirect-to', declaring.redirectTo];
  return domainsCommand(verb, plan.host, facts, [...site, ...to, ...more]);
}
