// The plan of a move: from what is known, each step as done, next, later or unknown. Pure.
import { exitStatus, type Finding, isBlocking } from '@petstore/custom-domains/preflight';
import { recordsText } from '../../../infra/config/moves.ts';
import { stackOption } from '../stack-to-edit.ts';
import { replaceByHand } from './by-hand.ts';
import type { FileChange } from './edits.ts';
import type { MoveFacts } from './facts.ts';

export type StepId = 'declare' | 'certificate' | 'target' | 'name' | 'record' | 'release';
/** `unknown`: what decides it could not be found out. */
export type StepState = 'done' | 'next' | 'later' | 'unknown';

export interface MoveStep {
  readonly id: StepId;
  readonly state: StepState;
  /** Who does it, and where. */
  readonly where: string;
  /** What it is, and how far it is. */
  readonly what: string;
  /** To be run, one after the other. */
  readonly commands: readonly string[];
  /** What keeps it from being done. */
  readonly findings: readonly Finding[];
  /** The change of the stack's file, which `--write` makes. */
  readonly change?: FileChange;
}

/** What is known of one step; its state follows from those before it. */
export type Known = Omit<MoveStep, 'state' | 'commands' | 'findings'> & {
  readonly state: 'done' | 'open' | 'unknown';
  readonly commands?: readonly string[];
  readonly findings?: readonly Finding[];
};

/** The first that is open is next, and what follows it is later. */
export function moveSteps(facts: MoveFacts): MoveStep[] {
  const known = [declare, certificate, target, name, record, release].flatMap((step) => step(facts) ?? []);
  const first = known.findIndex(({ state }) => state !== 'done');
  return known.map(({ commands = [], findings = [], ...step }, i) => {
    const state = step.state === 'done' || i === first ? step.state : 'later';
    return { ...step, state: state === 'open' ? 'next' : state, commands, findings };
  });
}

/** 0: nothing is left to do. 1: something is. 3: what the next step depends on could not be found out. */
export function moveStatus(steps: readonly MoveStep[]): 0 | 1 | 3 {
  if (steps.some(({ state }) => state === 'unknown')) return 3;
  const next = steps.find(({ state }) => state === 'next');
  if (next === undefined) return 0;
  return exitStatus(next.findings) === 3 ? 3 : 1;
}

const up = (stack: string) =>
  stack === 'local' ? 'npm run local deploys it by itself' : `pulumi up --stack ${stack}`;
const writing = ({ plan, stack, declaring }: MoveFacts) => {
  const site = declaring === undefined ? '' : ` --site ${declaring.site}`;
  const to = declaring?.redirectTo === undefined ? '' : ` --redirect-to ${declaring.redirectTo}`;
  return `npm run domains -- move ${plan.host}${stackOption(stack)}${site}${to} --write`;
};

function declare(facts: MoveFacts): Known {
  const { plan, stack, declaring, isRouted } = facts;
  const { host } = plan;
  const where = `Pulumi.${stack}.yaml`;
  const isDone = declaring === undefined && (plan.moving !== undefined || isRouted);
  if (isDone) return { id: 'declare', state: 'done', where, what: `${host} is declared` };
  const what = `${declaring === undefined ? '' : `declare ${host}, and `}list it in petstore:moving, so that the records of its old place are no conflict and stay`;
  const change: FileChange = { kind: 'declare', host, added: declaring };
  return { id: 'declare', state: 'open', where, what, commands: [writing(facts)], change };
}

function certificate({ plan, stack, deployed, outputsUnread, findings }: MoveFacts): Known {
  const step = { id: 'certificate', where: `AWS, ${plan.certificateRegion}` } as const;
  if (deployed?.certificate === 'ISSUED')
    return { ...step, state: 'done', what: 'the certificate is issued' };
  const blocking = findings.filter(isBlocking);
  if (outputsUnread !== undefined) return { ...step, state: 'unknown', what: outputsUnread };
  const what =
    deployed === undefined
      ? 'a certificate is requested and validated by a record of its own, while the old place serves'
      : `the certificate is ${deployed.certificate}`;
  const isExternal = plan.zone.provider === 'external';
  const host = `${plan.host}${stackOption(stack)}`;
  const byOwner = [`npm run domains -- records ${host}`, `npm run domains -- verify ${host}`];
  const commands = [up(stack), ...(isExternal && !plan.zone.verified ? [...byOwner, up(stack)] : [])];
  return { ...step, state: 'open', what, commands, findings: blocking };
}

function target({ plan, stack, deployed }: MoveFacts): Known {
  const kind = plan.target === 'gateway' ? 'a domain name of API Gateway' : 'a CloudFront distribution';
  const step = { id: 'target', where: 'AWS, the account of the stack' } as const;
  if (deployed?.target !== undefined)
    return { ...step, state: 'done', what: `${kind} exists: ${deployed.target}` };
  return { ...step, state: 'open', what: `${kind} is created for the host`, commands: [up(stack)] };
}

/** What is asked before a client is: whether the new place answers for the name. */
function name({ plan, stack, deployed, fault, isUnasked, isRouted, aliases }: MoveFacts): Known {
  const step = { id: 'name', where: 'AWS, and what serves the host' } as const;
  if (aliases.kind === 'unknown') {
    const what = `whether another CloudFront distribution has the name could not be found out: ${aliases.why}`;
    return { ...step, state: 'unknown', what };
  }
  if (aliases.kind === 'taken') return { ...step, state: 'open', ...movedAlias(plan.host, stack, aliases) };
  if (isUnasked || isRouted) {
    const what =
      deployed?.target === undefined ? 'what serves the host answers for its name' : 'it has the name';
    return { ...step, state: deployed?.target === undefined ? 'open' : 'done', what };
  }
  if (fault === undefined)
    return { ...step, state: 'done', what: `${deployed?.target} answers for ${plan.host}` };
  const what =
    deployed?.target === undefined
      ? 'what serves the host here answers for its name'
      : `${deployed.target}: ${fault}`;
  return { ...step, state: 'open', what, commands: [up(stack)] };
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
  return { what, commands: [move, up(stack)] };
}

function record(facts: MoveFacts): Known {
  const { plan, stack, deployed, old, isRouted } = facts;
  const { host, zone } = plan;
  const where = zone.provider === 'external' ? "the DNS host of the host's owner" : `the zone ${zone.name}`;
  const step = { id: 'record', where } as const;
  if (isRouted) return { ...step, state: 'done', what: `${host} leads to ${deployed?.target}` };
  const ttl = Math.max(0, ...old.map((one) => one.ttl));
  const remembered =
    ttl === 0
      ? ''
      : `; resolvers remember the old record for ${ttl} s, so the old place serves for that long`;
  if (zone.provider === 'external') {
    const commands = [`npm run domains -- records ${host}${stackOption(stack)}`];
    return { ...step, state: 'open', what: `its owner replaces the record${remembered}`, commands };
  }
  const waiting = deployed?.waiting;
  if (waiting?.isByHand) {
    const what = `no single change by Pulumi replaces ${recordsText(waiting.old)}: replace them in one change by hand, and the next deployment takes the new record over${remembered}`;
    return { ...step, state: 'open', what, commands: [...replaceByHand(facts), up(stack)] };
  }
  if (waiting === undefined || waiting.old.length === 0 || isNamed(facts)) {
    const what = `the routing record takes the place of the old one in one change${remembered}`;
    return { ...step, state: 'open', what: waiting?.why ?? what, commands: [up(stack)] };
  }
  const what = `name what the routing record replaces (${recordsText(waiting.old)}), and deploy: one change of the record${remembered}`;
  const change: FileChange = { kind: 'name', host, replaces: waiting.old };
  return { ...step, state: 'open', what, commands: [writing(facts), up(stack)], change };
}

/** The line names all that the last deployment found. */
function isNamed({ plan, deployed }: MoveFacts): boolean {
  const named = plan.moving?.replaces ?? [];
  return (deployed?.waiting?.old ?? []).every((one) =>
    named.some(({ type, value }) => type === one.type && value === one.value),
  );
}

function release(facts: MoveFacts): Known {
  const { plan, stack } = facts;
  const step = { id: 'release', where: `the old place, then Pulumi.${stack}.yaml` } as const;
  if (plan.moving === undefined && facts.declaring === undefined)
    return { ...step, state: 'done', what: 'petstore:moving does not list the host' };
  const what =
    'once no resolver remembers the old record, delete the host at its old place; dropping the line of petstore:moving then changes nothing';
  return {
    ...step,
    state: 'open',
    what,
    commands: [writing(facts)],
    change: { kind: 'finish', host: plan.host },
  };
}
