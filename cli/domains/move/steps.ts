// The plan of a move: from what is known, each step as done, next, later or unknown. Pure.
import { command } from '@petstore/custom-domains/output';
import { isBlocking } from '@petstore/custom-domains/preflight';
import { unlistHost } from '../../../infra/config/edit/edit.ts';
import {
  deployCommand,
  isPlaceLost,
  isRoutingDue,
  recordsCommand,
} from '../../../infra/hosts/external-host.ts';
import { isServed } from '../../../infra/plan/plan-stack.ts';
import { domainsCommand } from '../../../infra/plan/stack-option.ts';
import { externalFacts } from '../deployed-hosts.ts';
import { declareMoving, type MoveFacts } from './facts.ts';
import { judgeRecord } from './record-step.ts';
import type { Judged, MoveStep } from './step.ts';
import { again, byItself, done, isLocal, isOwn, moveCommand, open, unknown, unread, up } from './step.ts';

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
  const { plan, declaring, isRouted, old, findings, outputsUnread, otherStack } = facts;
  const { host } = plan;
  if (declaring === undefined && (plan.moving !== undefined || isRouted || isSettled(facts)))
    return done(`${host} is declared`);
  if (declaring === undefined && outputsUnread !== undefined) return unknown(outputsUnread);
  const unjudged = unread(findings);
  if (unjudged !== undefined) return unjudged;
  if (old.length === 0 && declaring !== undefined && otherStack === undefined) {
    const what = `DNS has no record that leads ${host} elsewhere: nothing moves, and adding it is enough`;
    return open(what, [moveCommand(facts, 'add')]);
  }
  const what = `${declaring === undefined ? '' : `declare ${host}, and `}list it in petstore:moving, so that the records of its old place are no conflict and stay`;
  return open(what, [moveCommand(facts)], { change: (file) => declareMoving(file, host, declaring) });
}

function judgeCertificate(facts: MoveFacts): Judged {
  const { plan, stack, deployed, outputsUnread, internetFile } = facts;
  if (deployed?.certificate === 'ISSUED') return done('the certificate is issued');
  if (outputsUnread !== undefined) return unknown(outputsUnread);
  const findings = facts.findings.filter((one) => isBlocking(one) || isPlaceLost(one));
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
  const old = findings.some(isPlaceLost)
    ? 'sets the record of the old place again'
    : 'leaves the record of the old place until the step record';
  const owners = `its owner adds the validation record${where}, and ${old}`;
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

function judgeRelease(facts: MoveFacts): Judged {
  const { plan, stack, isRouted } = facts;
  if (plan.moving === undefined && (isRouted || isSettled(facts)))
    return done('petstore:moving does not list the host');
  const wait =
    'delete the host at its old place when no resolver remembers the old record, its TTL after the change. ';
  const what = `${isLocal(stack) ? '' : wait}${OUT_OF_STATE}; dropping the line of petstore:moving then changes nothing`;
  return open(what, [moveCommand(facts)], {
    change: (file) => unlistHost(file, 'petstore:moving', plan.host),
  });
}

/** A provider deletes a record by its id or by its name and type, whoever changed it since. */
const OUT_OF_STATE =
  'Where a program of Pulumi or Terraform has created the old place, its destroy would delete the records of the new one: first take the routing record and the validation record out of its state (pulumi state delete URN, terraform state rm)';

/** An external host that is not verified has its target before it is served there: its old place is left in its move alone. */
const isSettled = (facts: MoveFacts) => isOwn(facts) && (isServed(facts.plan) || facts.old.length === 0);
