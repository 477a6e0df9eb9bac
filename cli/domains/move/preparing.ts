// The steps that prepare a move while the old place serves: the file, the certificate, the target, the name.
import { isBlocking } from '@petstore/custom-domains/preflight';
import { domainsCommand, recordsCommand } from '../../../infra/hosts/external-host.ts';
import type { FileChange } from './edits.ts';
import type { MoveFacts } from './facts.ts';
import { otherProgramsAlias } from './on-local-cloud.ts';
import { byItself, cloudOf, command, isLocal, isUnread, type Known, unread, up, writing } from './step.ts';

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
