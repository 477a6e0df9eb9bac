// `domains move`: how a host that is live elsewhere comes into the stack without an interruption, stage by stage.
import type { DomainConflict } from '@aws-sdk/client-cloudfront';
import { closestHost } from '@petstore/custom-domains/names';
import { type Command, join, json, type Shown, shown, UsageError } from '@petstore/custom-domains/output';
import { formatFindings, paint } from '@petstore/custom-domains/preflight';
import type { NewHost } from '../../../infra/config/edit/edit.ts';
import { stacksOfHosts } from '../../../infra/config/other-stacks.ts';
import type { AliasConflicts, NewPlace } from '../../../infra/hosts/facts.ts';
import { firstOpen } from '../../../infra/hosts/lifecycle.ts';
import { declareMoving } from '../../../infra/hosts/next-steps.ts';
import { domainsCommand } from '../../../infra/plan/stack-option.ts';
import type { StackPlan } from '../../../infra/plan/types.ts';
import { LOCAL_STACK } from '../../stack-names.ts';
import { type Context, dnsSettled, openContext, type SharedOptions } from '../context.ts';
import { editStack, proposeEdit } from '../edit-stack.ts';
import { findingJson } from '../formats/json.ts';
import { stepText } from '../formats/text.ts';
import { type HostReport, readHosts, reportOf, type Step } from '../hosts.ts';
import type { Io, TextOptions } from '../io.ts';
import { requireOutputs } from '../outputs.ts';
import { printNext } from '../pull-request.ts';
import { declaredHost, hostNamed, loadPlan } from '../stack.ts';
import { probeOf } from '../status/probe.ts';

interface MoveOptions extends SharedOptions {
  /** What the host is to serve: needed where the stack does not declare it, and refused where it does. */
  readonly site?: NewHost['site'];
  readonly redirectTo?: string;
  readonly write?: boolean;
}

/** Prints the stages as they are after the change, if there is one. Resolves to the exit status. */
export async function runMove(name: string, options: MoveOptions, io: Io): Promise<number> {
  const context = openContext(options, io, options.write);
  const { stack } = context;
  const before = await readMove(name, options, context);
  const next = firstOpen(before.steps);
  const change = options.write && next?.state === 'now' ? next.edit : undefined;
  if (change !== undefined) await editStack(context, change);
  if (options.write) io.error(shown`Pulumi.${stack}.yaml ${writtenText(next)}`);
  const isNew = before.newPlace?.declaring !== undefined && context.local === undefined;
  const host = change === undefined ? before : await readMove(name, {}, context, isNew);
  const isText = options.format !== 'json';
  io.print(isText ? moveText(host, stack, io) : moveJson(host, stack));
  // How the change comes to its deployment; `npm run local` deploys that of the local stack by itself.
  if (change !== undefined && isText && stack !== LOCAL_STACK) {
    io.print(shown``);
    await printNext(context, 'move', host.plan.host);
  }
  for (const note of [...lostZone(host, context), ...context.notes]) io.error(shown`note: ${note}`);
  return change === undefined ? statusOf(next) : 0;
}

/** Where the other stack's zone is not declared here, the records that it set become a task of the owner. */
function lostZone({ plan: { host, zone }, newPlace }: HostReport, { stack }: Context): string[] {
  const { stack: other, zone: lost } = newPlace?.otherStack ?? {};
  if (zone.provider !== 'external' || lost === undefined) return [];
  const fix = `unless that is meant, declare ${lost} in petstore:zones of Pulumi.${stack}.yaml first`;
  return [`${other} has the zone ${lost}, and ${stack} has not: ${host} is external there; ${fix}`];
}

/** 0: nothing is left to do. 1: something is. 3: what the next stage depends on could not be found out. */
export function statusOf(next: Step | undefined): 0 | 1 | 3 {
  if (next === undefined) return 0;
  return next.state === 'unknown' ? 3 : 1;
}

/** What --write did, to go on after the name of the file. */
function writtenText(next: Step | undefined): string {
  if (next === undefined) return 'was not changed: nothing is left to do';
  if (next.state === 'now' && next.edit !== undefined) return `has the change of the stage ${next.id}`;
  const isUnknown = next.state === 'unknown';
  const open = isUnknown ? 'what decides the next stage is not known' : '--write makes no change for it';
  return `was not changed: ${next.id} is next, and ${open}`;
}

type Declaring = Pick<MoveOptions, 'site' | 'redirectTo'>;

/** What every command reads of the host; and whether the new place answers, and who has the name. `isNew`: declared by this command. Throws
 * UsageError where an option is missing that says how it will be declared, or the file has what it says. */
async function readMove(name: string, { site, redirectTo }: Declaring, context: Context, isNew = false) {
  const { folder, stack, local } = context;
  const host = hostNamed(name);
  const before = loadPlan(folder, stack);
  const declared = before.hosts.find((one) => one.host === host);
  assertDeclaring(host, { site, redirectTo }, before, domainsCommand('move', host, context));
  const declaring = declared || !site ? undefined : { host, site, redirectTo };
  // The stack as the file would have it, with the host and its entry; nothing is written.
  const all = declaring ? proposeEdit(context, (file) => declareMoving(file, host, declaring)).plan : before;
  const plan = declaredHost(all, host);
  await dnsSettled(context);
  // What is not declared is not deployed, nor is what was declared just now.
  const isDeployable = declaring === undefined && !isNew;
  const outputs = isDeployable ? await requireOutputs(context, context.io.signal) : undefined;
  const reads = context.reads();
  // Its old place is no conflict, whether the file lists it or not.
  const moving = { ...plan, moving: plan.moving ?? {} };
  const [read] = await readHosts([moving], all, outputs, reads);
  if (read === undefined) throw new Error(`${host} was not read`);
  const isUnasked = local !== undefined;
  const place = isUnasked ? undefined : read.output?.target;
  const { fault } = place ? await probeOf(plan, read.output, reads, place) : {};
  const newPlace: NewPlace = {
    ...{ declaring, isUnasked, fault },
    otherStack: stacksOfHosts(folder, stack).get(host),
    // Where the new place answers for the host, no other distribution has its name.
    aliases: fault && plan.target === 'distribution' ? await aliasConflicts(host, place) : undefined,
  };
  return reportOf({ ...read, plan, newPlace }, context);
}

function assertDeclaring(
  host: string,
  { site, redirectTo }: Declaring,
  { stack, hosts }: StackPlan,
  move: Command,
): void {
  const plan = hosts.find((one) => one.host === host);
  const file = `Pulumi.${stack}.yaml`;
  if (plan === undefined && site === undefined) {
    const near = closestHost(
      host,
      hosts.map((one) => one.host),
    );
    const meant = near === undefined ? '' : `did you mean "${near}"? If not, `;
    throw new UsageError(
      `${host} is not declared in ${file}.`,
      `${meant}say what it will serve: ${move} --site docs (or api; for a redirect, --redirect-to TARGET too)`,
    );
  }
  const isAsDeclared = site === undefined || (site === plan?.site && plan.redirect === undefined);
  if (plan !== undefined && !(isAsDeclared && redirectTo === undefined))
    throw new UsageError(
      `${host} is declared in ${file}, which says what it serves.`,
      `leave --site and --redirect-to out: ${move}`,
    );
}

const TIMEOUT_MS = 20_000;

/** CloudFront API reference, ListDomainConflicts (2025): it needs a distribution of the own account whose certificate covers the name, as
 * the stack has once it has deployed the host. AWS_ENDPOINT_URL_CLOUDFRONT is respected. */
async function aliasConflicts(Domain: string, target: string | undefined): Promise<AliasConflicts> {
  const by: DomainConflict[] = [];
  let DistributionId: string | undefined;
  let why = `the account of these credentials has no distribution ${target}`;
  try {
    // Imported here, so that every other command starts without it.
    const aws = await import('@aws-sdk/client-cloudfront');
    const client = new aws.CloudFrontClient({ region: 'us-east-1', maxAttempts: 2 });
    const limited = { abortSignal: AbortSignal.timeout(TIMEOUT_MS) };
    for await (const { DistributionList } of aws.paginateListDistributions({ client }, {}, limited))
      DistributionId ??= DistributionList?.Items?.find(({ DomainName }) => DomainName === target)?.Id;
    const input = { Domain, DomainControlValidationResource: { DistributionId } };
    const pages = DistributionId ? aws.paginateListDomainConflicts({ client }, input, limited) : [];
    for await (const { DomainConflicts = [] } of pages)
      by.push(...DomainConflicts.filter(({ ResourceId }) => ResourceId !== DistributionId));
  } catch (error) {
    DistributionId = undefined;
    why = (error as Error).message;
  }
  if (DistributionId === undefined) return { kind: 'unknown', why };
  return by.length === 0 ? { kind: 'none' } : { kind: 'taken', distribution: DistributionId, by };
}

/** The first stage that is not done has its findings and commands; any other, its place in the order. */
export function moveText({ plan, steps }: HostReport, stack: string, shape: TextOptions): Shown {
  const first = firstOpen(steps);
  const end = first === undefined ? 'nothing is left to do' : 'the stages of its move';
  const lines = steps.flatMap((step) => {
    const { text, where, findings, commands } = step;
    const found = findings.length > 0 ? [formatFindings(findings, { ...shape, indent: 4 })] : [];
    const next = commands.map((command) => shown`    ${paint('bold', command, shape.color)}`);
    const line = stepText({ ...step, text: `${text} (${where})`.trim() }, shape);
    return [line, ...found, ...(step === first ? next : [])];
  });
  return join([shown`${paint('bold', plan.host, shape.color)}  ${stack} · ${end}`, '', ...lines]);
}

/** Fields may be added; none is removed or changes its meaning. */
export function moveJson({ plan, steps }: HostReport, stack: string): Shown {
  return json({
    ...{ host: plan.host, stack, next: firstOpen(steps)?.id ?? null },
    steps: steps.map(({ id, state, by, where, text, commands, findings }) => ({
      ...{ id, state, by, where, what: text, commands },
      findings: findings.map(findingJson),
    })),
  });
}
