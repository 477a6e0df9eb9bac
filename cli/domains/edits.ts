// The commands that edit a stack's file: `domains add`, `remove`, `primary` and `adopt`.
import { dirname } from 'node:path';
import { closestHost, REDIRECT_STATUSES, registrableName } from '@petstore/custom-domains/names';
import { type Command, command, type Shown, shown, UsageError } from '@petstore/custom-domains/output';
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
import type { Deployed } from '../../infra/hosts/host-output.ts';
import { deployCommand } from '../../infra/hosts/next-steps.ts';
import { isServed } from '../../infra/plan/plan-stack.ts';
import { type Audience, domainsCommand } from '../../infra/plan/stack-option.ts';
import type { HostPlan, StackPlan } from '../../infra/plan/types.ts';
import { type Context, dnsSettled, openContext, type SharedOptions } from './context.ts';
import { type Change, editStack, proposeEdit } from './edit-stack.ts';
import { detailText, hostRow, type Row, removedRow } from './formats/text.ts';
import { checkEdit, type ReadHost, reportOf } from './hosts.ts';
import type { Io } from './io.ts';
import { readOutputs } from './outputs.ts';
import { checkOf, printNext, type VERBS } from './pull-request.ts';
import { type RemovalTerms, removalFacts, removalTerms, removedReports } from './removed.ts';
import { declaredHost, loadPlan } from './stack.ts';

interface AddOptions extends SharedOptions {
  readonly site: NewHost['site'];
  readonly redirectTo?: string;
  /** One of REDIRECT_STATUSES, as it was typed. */
  readonly status?: string;
}

export async function runAdd(host: string, options: AddOptions, io: Io): Promise<void> {
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
    return;
  }
  await dnsSettled(context);
  const outside = plan.zone.provider === 'external' ? inNoZone(plan.host, stack, context) : '';
  const outcome = shown`${plan.host} is now ${what} in ${before.name}${outside}`;
  const next = [checkOf(context, [plan.host])];
  const edit = { verb: 'add', host: plan.host, change, outcome, next } as const;
  await makeEdit(context, readOutputs(context), edit);
}

interface Edit {
  readonly verb: (typeof VERBS)[number];
  readonly host: string;
  readonly change: Change;
  /** What it does, in words. */
  readonly outcome: Shown;
  /** Of what it removes. */
  readonly rows?: readonly Row[];
  readonly next: readonly Command[];
}

/** A misspelt name is external too: it says how to take that back where a zone is like it. */
function inNoZone(host: string, { settings }: StackPlan, context: Context): Shown {
  const near = closestHost(
    registrableName(host),
    settings.zones.map((zone) => zone.name),
  );
  const meant =
    near === undefined ? '' : shown`. If ${near} was meant: ${domainsCommand('remove', host, context)}`;
  return shown`\n  It is in no zone of petstore:zones: its owner sets its records${meant}`;
}

/** Resolves to what the preflight finds of the hosts that the edit adds or changes, read before it is written: the local stack deploys it
 * at once. Throws after the signal: the file is unchanged then. */
async function makeEdit(context: Context, deployed: Deployed | undefined, edit: Edit): Promise<ReadHost[]> {
  const { io, canRead } = context;
  const { verb, host, change, outcome, rows = [], next } = edit;
  const read = canRead ? await checkEdit(proposeEdit(context, change), deployed, context) : [];
  io.signal.throwIfAborted();
  await editStack(context, change);
  // What is next of a host, the commands after the edit say.
  const found = read.map((one) => ({ ...hostRow(reportOf(one, context)), next: [] }));
  io.print(outcome);
  for (const row of [...found, ...rows]) {
    io.print(shown`  ${row.host}: ${row.line}`);
    for (const line of detailText(row, 2, io)) io.print(line);
  }
  await printNext(context, verb, host, next);
  return read;
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

/** Production requires a confirmation of each removal of a deployed host by name, and whoever asks for this edit gives it. */
export function removal(file: StackText, host: string, { isListed }: RemovalTerms): EditResult {
  const edited = removeHost(file, host);
  return 'problems' in edited || !isListed
    ? edited
    : listHost({ ...file, ...edited }, 'petstore:removals', host);
}

/** What is found of the host's record does not prevent the edit. */
export async function runRemove(name: string, options: SharedOptions, io: Io): Promise<void> {
  const { context, before, plan, deployed, file } = await openHost(name, options, io);
  const { host } = plan;
  const terms = removalTerms(plan, before.production, deployed);
  const change: Change = (text) => removal(text, host, terms);
  const factsOf = await removalFacts([plan], deployed, context);
  const after = proposeEdit(context, change).plan;
  const reports = removedReports([plan], after, { factsOf, deployed, audience: context });
  const listed = terms.isListed ? ', and listed in petstore:removals' : '';
  const outcome = shown`${host} is removed from ${file}${listed}`;
  const [rows, next] = [reports.map(removedRow), [checkOf(context)]];
  await makeEdit(context, deployed, { verb: 'remove', host, change, outcome, rows, next });
}

export async function runPrimary(name: string, options: SharedOptions, io: Io): Promise<void> {
  const { context, before, plan, deployed, file } = await openHost(name, options, io);
  const { host, site, role, redirect } = plan;
  if (role === 'primary') {
    io.print(shown`${host} is the primary of ${site} already; ${file} was not changed`);
    return;
  }
  assertServing(plan, context, deployed);
  const change: Change = (text) => setPrimary(text, host);
  const former = before.settings[site].primary ?? host;
  const to = redirect?.to ?? `https://${former}`;
  const ended = to === `https://${former}` ? '' : shown`\n  It no longer redirects to ${to}.`;
  const outcome = shown`${host} is now the primary of ${site} in ${file}${ended}`;
  const next = [checkOf(context)];
  await makeEdit(context, deployed, { verb: 'primary', host, change, outcome, next });
}

/** A primary is an address that is public: throws UsageError for what does not serve yet. `deployed`: undefined where it is not known. */
export function assertServing(plan: HostPlan, audience: Audience, deployed: Deployed | undefined): void {
  const { host, moving } = plan;
  const output = deployed?.get(host);
  const see = (verb: string) => domainsCommand(verb, host, audience);
  const refusals: readonly [isRefused: boolean, what: string, fix: string][] = [
    [
      !isServed(plan),
      'external and not verified: nothing serves it until then',
      `verify it first: ${see('verify')}`,
    ],
    [
      moving !== undefined,
      'in petstore:moving: its move has not ended',
      `end the move first: ${see('move')}`,
    ],
    [
      deployed !== undefined && output === undefined,
      'not deployed: nothing serves it until then',
      `see what is in the way: ${see('status')}`,
    ],
    [
      output?.routingAwaitedUntil !== undefined,
      'external, and no deployment has seen its routing record: nothing leads clients there until then',
      `once its owner has set it, deploy: ${deployCommand(audience.stack)}`,
    ],
  ];
  const refused = refusals.find(([isRefused]) => isRefused);
  if (refused !== undefined) throw new UsageError(`${host} is ${refused[1]}.`, refused[2]);
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
      `see it with ${domainsCommand('status', host, context)}`,
    );
  const adopt = idsOf(plan, options, context);
  const change: Change = (text) => listHost(text, 'petstore:adopt', host, adopt);
  const outcome = shown`${host} is in petstore:adopt of ${file}`;
  const next = [local ? checkOf(context, [host]) : command`pulumi preview --stack ${stack}`];
  const read = await makeEdit(context, deployed, { verb: 'adopt', host, change, outcome, next });
  return exitStatus(read.flatMap(({ findings }) => findings));
}

/** What no look-up finds, which depends on the kind of the host. Throws UsageError where it is absent, or of another kind. */
function idsOf({ host, target }: HostPlan, ids: AdoptOptions, { local }: Context) {
  const isApi = target === 'gateway';
  const own = isApi ? 'mapping' : 'distribution';
  const other = isApi ? 'distribution' : 'mapping';
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
