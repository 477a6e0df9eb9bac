// The commands that edit a stack's file: `domains add`, `remove`, `primary` and `adopt`.
import { dirname } from 'node:path';
import { REDIRECT_STATUSES } from '@petstore/custom-domains/names';
import { command, shown } from '@petstore/custom-domains/output';
import { exitStatus } from '@petstore/custom-domains/preflight';
import { storedIds } from '@petstore/local-cloud/stored-ids';
import {
  addHost,
  type EditResult,
  listHost,
  type NewHost,
  removeHost,
  setPrimary,
} from '../../infra/config/edit/edit.ts';
import type { StackText } from '../../infra/config/stack-file.ts';
import { type Deployed, isAttached } from '../../infra/hosts/host-output.ts';
import { deployCommand } from '../../infra/hosts/next-steps.ts';
import { isServed } from '../../infra/plan/plan-stack.ts';
import { domainsCommand } from '../../infra/plan/stack-option.ts';
import type { HostPlan, StackPlan } from '../../infra/plan/types.ts';
import { UsageError } from '../usage-error.ts';
import { type Context, dnsSettled, openContext, type SharedOptions } from './context.ts';
import { type Change, editStack, proposeEdit } from './edit-stack.ts';
import { brokenLinks, capital, detailText, hostRow, isAdvised, untilLive } from './formats/text.ts';
import { checkEdit, type ReadHost, reportOf } from './hosts.ts';
import type { Io } from './io.ts';
import { readOutputs } from './outputs.ts';
import { checkOf, printNext } from './pull-request.ts';
import { keptBy, removalFacts } from './removed.ts';
import { declaredHost, loadPlan } from './stack.ts';

interface AddOptions extends SharedOptions {
  readonly site: NewHost['site'];
  readonly redirectTo?: string;
  /** One of REDIRECT_STATUSES, as it was typed. */
  readonly status?: string;
}

/** Resolves to the exit status, 0: what is refused throws, and the file is unchanged then. */
export async function runAdd(host: string, options: AddOptions, io: Io): Promise<number> {
  const { site, redirectTo, status } = options;
  if (status !== undefined && redirectTo === undefined)
    throw new UsageError(
      `--status ${status} is the status of a redirect, and there is no --redirect-to.`,
      'name the target with --redirect-to, or leave --status out',
    );
  const context = openContext(options, io, true);
  const added = { host, site, redirectTo, status: REDIRECT_STATUSES.find((one) => String(one) === status) };
  const change: Change = (file) => addHost(file, added);
  const { before, text, plan: stack } = proposeEdit(context, change);
  const plan = declaredHost(stack, host);
  const { redirect } = plan;
  const what = redirect ? `a redirect of ${site} to ${redirectTo} (${redirect.status})` : `a host of ${site}`;
  if (text === before.text) {
    io.print(shown`${plan.host} is ${what} already; ${before.name} was not changed`);
    return 0;
  }
  await dnsSettled(context);
  const read = await readAndEdit(context, change, readOutputs(context));
  if (read === undefined) return 0;
  io.print(shown`${plan.host} is now ${what} in ${before.name}`);
  printRead(read, context);
  await printNext(context, 'add', plan.host, [checkOf(context, [plan.host])]);
  return 0;
}

/** Resolves to what the preflight finds of the hosts that the edit adds or changes, read before it is written: the local stack deploys it
 * at once. Undefined after the signal: the file is unchanged then, and `main` gives the status. */
async function readAndEdit(
  context: Context,
  change: Change,
  deployed: Deployed | undefined,
): Promise<ReadHost[] | undefined> {
  const proposed = proposeEdit(context, change);
  const read = context.canRead ? await checkEdit(proposed, deployed, context) : [];
  if (context.io.signal.aborted) return undefined;
  await editStack(context, change);
  return read;
}

function printRead(read: readonly ReadHost[], context: Context): void {
  for (const { host, line, findings } of read.map((one) => hostRow(reportOf(one, context)))) {
    context.io.print(shown`  ${host}: ${line}`);
    printBelow({ findings }, context.io);
  }
}

function printBelow(found: Parameters<typeof detailText>[0], io: Io): void {
  for (const line of detailText(found, 2, io)) io.print(line);
}

/** The stack as its file declares it, what is deployed of it, and a host of it. Throws UsageError for one that it does not declare. */
async function openHost(name: string, options: SharedOptions, io: Io) {
  const context = openContext(options, io, true);
  const before = loadPlan(context.folder, context.stack);
  const plan = declaredHost(before, name);
  await dnsSettled(context);
  const deployed = readOutputs(context);
  return { context, before, plan, deployed, file: `Pulumi.${context.stack}.yaml` };
}

/** What the removal of a declared host needs, of the command and of the page alike. */
export type RemovalTerms = ReturnType<typeof removalTerms>;

export function removalTerms(plan: HostPlan, { production }: StackPlan, deployed: Deployed | undefined) {
  // Nobody has a link to a host that was never deployed. Where the outputs are not known, it may have been.
  const isDeployed = deployed === undefined || deployed.has(plan.host);
  const known = deployed?.get(plan.host);
  const served = known === undefined ? isServed(plan) : isAttached(known, isServed(plan));
  return {
    /** Production refuses a removal without an entry in petstore:removals. */
    isListed: production && isDeployed,
    isDeployed,
    /** Or nobody knows here that it is not. */
    isAttached: isDeployed && served,
    /** Whether a client may have had a response from it: DNS leads to no other place. */
    isServing: isDeployed && served && known?.waiting === undefined,
  };
}

/** Production requires a confirmation of each removal of a deployed host by name, and whoever asks for this edit gives it. */
export function removal(file: StackText, host: string, { isListed }: RemovalTerms): EditResult {
  const edited = removeHost(file, host);
  return 'problems' in edited || !isListed
    ? edited
    : listHost({ ...file, ...edited }, 'petstore:removals', host);
}

/** Resolves to the exit status. What is found of the host's record does not prevent the edit. */
export async function runRemove(name: string, options: SharedOptions, io: Io): Promise<number> {
  const { context, before, plan, deployed, file } = await openHost(name, options, io);
  const { folder, stack } = context;
  const { host } = plan;
  const { to, ...found } = (await removalFacts([host], before, deployed, context))(host);
  const terms = removalTerms(plan, before, deployed);
  const read = await readAndEdit(context, (text) => removal(text, host, terms), deployed);
  if (read === undefined) return 0;
  const removed = { ...plan, to };
  const { keep } = keptBy(removed, loadPlan(folder, stack), context);
  const never = `It was never deployed: the outputs of ${stack} do not have it`;
  const served = `${capital(brokenLinks(removed))} when this is deployed`;
  const outcome = terms.isServing ? served : terms.isDeployed ? NOTHING_SERVED : never;
  const listed = terms.isListed ? ', and listed in petstore:removals' : '';
  io.print(shown`${host} is removed from ${file}${listed}\n  ${outcome}.`);
  if (terms.isServing && isAdvised(removed)) io.print(shown`  To keep them${untilLive(to)}: ${keep}`);
  printBelow(found, io);
  await printNext(context, 'remove', host, [checkOf(context)]);
  return 0;
}

/** Of a host that is deployed, and not attached yet, or that is live elsewhere. */
export const NOTHING_SERVED = 'The stack serves nothing there yet, so that no link to it breaks';

/** Resolves to the exit status: 0 also where the host is the primary already. */
export async function runPrimary(name: string, options: SharedOptions, io: Io): Promise<number> {
  const { context, before, plan, deployed, file } = await openHost(name, options, io);
  const { host, site } = plan;
  assertServing(plan, before.stack, deployed);
  if (plan.role === 'primary') {
    io.print(shown`${host} is the primary of ${site} already; ${file} was not changed`);
    return 0;
  }
  const read = await readAndEdit(context, (text) => setPrimary(text, host), deployed);
  if (read === undefined) return 0;
  io.print(shown`${host} is now the primary of ${site} in ${file}`);
  const former = before.settings[site].primary ?? host;
  const to = plan.redirect?.to;
  if (to !== undefined && to !== `https://${former}`) io.print(shown`  It no longer redirects to ${to}.`);
  printRead(read, context);
  await printNext(context, 'primary', host, [checkOf(context)]);
  return 0;
}

/** A primary is an address that is public: throws UsageError for what does not serve yet. `deployed`: undefined where it is not known. */
export function assertServing(plan: HostPlan, stack: string, deployed: Deployed | undefined): void {
  const { host, role, moving } = plan;
  const output = deployed?.get(host);
  const see = (verb: string) => domainsCommand(verb, host, { stack });
  const refuse = (what: string, fix: string) => {
    throw new UsageError(`${host} is ${what}.`, fix);
  };
  if (role === 'primary') return;
  if (!isServed(plan))
    refuse('external and not verified: nothing serves it until then', `verify it first: ${see('verify')}`);
  if (moving !== undefined)
    refuse('in petstore:moving: its move has not ended', `end the move first: ${see('move')}`);
  if (deployed !== undefined && output === undefined)
    refuse('not deployed: nothing serves it until then', `see what is in the way: ${see('status')}`);
  if (output?.routingAwaitedUntil !== undefined)
    refuse(
      'external, and no deployment has seen its routing record: nothing leads clients there until then',
      `once its owner has set it, deploy: ${deployCommand(stack)}`,
    );
}

interface AdoptOptions extends SharedOptions {
  readonly mapping?: string;
  readonly distribution?: string;
}

/** Resolves to the exit status: 1 where DNS has records at the host that are not the stack's. */
export async function runAdopt(name: string, options: AdoptOptions, io: Io): Promise<number> {
  const { context, plan, deployed, file } = await openHost(name, options, io);
  const { stack, local } = context;
  const { host } = plan;
  const own = deployed?.get(host);
  if (own?.certificate === 'ISSUED' && own.target !== undefined)
    throw new UsageError(
      `${host} is deployed by the stack ${stack} already: there is nothing to take over.`,
      `see it with ${domainsCommand('status', host, { stack })}`,
    );
  const adopt = idsOf(plan, options, context);
  const change: Change = (text) => listHost(text, 'petstore:adopt', host, adopt);
  const read = await readAndEdit(context, change, deployed);
  if (read === undefined) return 0;
  io.print(shown`${host} is in petstore:adopt of ${file}`);
  printRead(read, context);
  const next = local ? checkOf(context, [host]) : command`pulumi preview --stack ${stack}`;
  await printNext(context, 'adopt', host, [next]);
  return exitStatus(read.flatMap(({ findings }) => findings));
}

/** The id that a host of the kind needs, and that of the other kind. */
const NEEDS = {
  gateway: ['mapping', 'distribution'],
  distribution: ['distribution', 'mapping'],
} as const;

/** What no look-up finds, which depends on the kind of the host. Throws UsageError where it is absent, or of another kind. */
function idsOf({ host, target }: HostPlan, ids: AdoptOptions, { local }: Context) {
  const isApi = target === 'gateway';
  const [own, other] = NEEDS[target];
  const fix = isApi
    ? `--mapping ID, the ApiMappingId of: ${command`aws apigatewayv2 get-api-mappings --domain-name ${host}`} (or --mapping none)`
    : `--distribution ID, from: ${command`aws cloudfront list-distributions --query ${`DistributionList.Items[?Aliases.Items && contains(Aliases.Items, '${host}')].Id`}`}`;
  // AWS's tools cannot list what the local cloud has, nor delete a mapping there.
  const stored = local && storedIds(dirname(local.caFile), host)[own];
  if (local && isApi && stored === undefined && ids[other] === undefined)
    throw new UsageError(
      `${host} leads to an API of an earlier state, or to none: it cannot be taken over here.`,
      'to begin anew, stop npm run local and start it as before with --fresh, which deletes the animals and the keys too',
    );
  const id = ids[own] ?? stored;
  if (id !== undefined && ids[other] === undefined) return { [own]: id };
  const why = ids[other] === undefined ? `no look-up finds the id of its ${own}` : `it takes no --${other}`;
  throw new UsageError(`${host} is served by a ${target}: ${why}.`, fix);
}
