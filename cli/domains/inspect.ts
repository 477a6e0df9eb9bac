// The data of `check` and `report`: the selected hosts, their findings and states, and removed hosts.
import { dnsHost, type ZoneDeclaration } from '@petstore/custom-domains/dns-hosts';
import { command, shown } from '@petstore/custom-domains/output';
import { exitStatus } from '@petstore/custom-domains/preflight';
import type { RawConfig } from '../../infra/config/declared.ts';
import { uncomparedStacks } from '../../infra/config/other-stacks.ts';
import { problemsInFile } from '../../infra/config/stack-file.ts';
import type { Deployed } from '../../infra/hosts/host-output.ts';
import { keptSentence } from '../../infra/hosts/stage-words.ts';
import {
  accessOf,
  hasCredentials,
  hasProtections,
  readZones,
  unreadZones,
  zoneApis,
} from '../../infra/hosts/zone-apis.ts';
import { refusedDetachments, removedHosts, servedHosts } from '../../infra/plan/removals.ts';
import type { StackPlan } from '../../infra/plan/types.ts';
import type { Ready } from '../local-files.ts';
import { assertStack } from '../options.ts';
import { LOCAL_STACK } from '../stack-names.ts';
import { type Context, dnsSettled, localAccess } from './context.ts';
import { changedHosts, checkHosts, type HostReport, reportOf } from './hosts.ts';
import { readOutputs } from './outputs.ts';
import { isRefused, type RemovedHostReport, removalFacts, removedReports } from './removed.ts';
import {
  assertFileKept,
  chooseHosts,
  hostNamed,
  loadBase,
  loadPlan,
  type OtherStack,
  rawConfig,
} from './stack.ts';

export interface InspectOptions {
  readonly base?: string;
  readonly host?: readonly string[];
}

export interface StackReport {
  readonly stack: string;
  readonly base?: string;
  readonly hosts: readonly HostReport[];
  readonly removed: readonly RemovedHostReport[];
  readonly notes: readonly string[];
  /** 1 also where production refuses a removal, 3 also where another stack's file could not be compared. */
  readonly status: 0 | 1 | 2 | 3;
  /** Of `check` with --base: what else the change touches, and was not read. */
  readonly others?: readonly OtherStack[];
}

/** `known`: the deployed hosts, as `pulumi preview` reports them; by default they are read as the options say. */
export async function inspect(
  context: Context,
  { base, host = [] }: InspectOptions,
  known?: Deployed,
): Promise<StackReport> {
  const { folder, stack, io } = context;
  await dnsSettled(context);
  const before = base === undefined ? undefined : await loadBase(io.git, folder, stack, base);
  if (base !== undefined && before) assertFileKept(folder, stack, base, before);
  assertStack(stack, folder);
  const deployed = known ?? readOutputs(context);
  const plan = loadPlan(folder, stack, true);
  const uncompared = uncomparedStacks(folder, stack);
  assertAttached(folder, plan, deployed, before?.plan);
  const { was, changed } = changedHosts(before?.plan, plan);
  const wanted = chooseHosts(plan, host).filter((one) => before === undefined || changed.includes(one));
  // The reader is created before any progress is shown: it refuses wrong options, and a local cloud that does not run.
  const reads = context.reads();
  if (io.isTerminal) io.progress(shown`reading DNS`);
  const { zones: declared } = plan.settings;
  const zones = await readZones(
    declared,
    zoneAccess(plan, rawConfig(folder, stack), context.local, io.signal),
  );
  const hosts = await checkHosts(wanted, plan, deployed, reads, { was, zones });
  const gone = host.length === 0 && before?.plan ? removedHosts(before.plan, plan) : [];
  const factsOf = await removalFacts(gone, deployed, context);
  const removed = removedReports(gone, plan, { factsOf, deployed, zones, audience: context });
  if (io.isTerminal) io.progress(shown``);
  const outputs = command`pulumi stack output --json --stack ${stack}`;
  const unknown = `what is deployed is not known here, so that records of the stack itself appear as conflicts, which are not to be removed: check takes --outputs FILE, with the output of ${outputs}, and report --preview ${stack}=FILE`;
  const changeOf = (name: string) => before && (was.has(name) ? ('changed' as const) : ('added' as const));
  const found = exitStatus([...hosts, ...removed].flatMap(({ findings }) => findings));
  return {
    ...{ stack, base, removed },
    hosts: hosts.map((one) => ({ ...reportOf(one, context), change: changeOf(one.plan.host) })),
    notes: [
      ...[...context.notes, ...uncompared],
      ...unreadZones(declared, zones).map(([zone, text]) => `${zone}: ${text}`),
      ...(before?.note === undefined ? [] : [before.note]),
      ...keptNotes(deployed, host, io.now()),
      // A record that the stack created is not a conflict; only the deployed hosts tell the two apart.
      ...(deployed === undefined && wanted.some((one) => was.has(one.host)) ? [unknown] : []),
    ],
    // What is known to be wrong, as a refused removal is, comes before what could not be found out.
    status: removed.some(isRefused) ? 1 : found === 0 && uncompared.length > 0 ? 3 : found,
  };
}

/** By which zones are asked: those of the account where its credentials are named, others by the token that is here. */
function zoneAccess(plan: StackPlan, raw: RawConfig, cloud: Ready | undefined, signal: AbortSignal) {
  const local = localAccess(cloud);
  const isLocal = plan.stack === LOCAL_STACK;
  const isNamed = isLocal ? local !== undefined : hasCredentials(raw, process.env);
  const apis = zoneApis(plan, () => accessOf(plan, raw, local), signal);
  const hasToken = (zone: ZoneDeclaration) =>
    !isLocal && Boolean(process.env[dnsHost(zone.provider).tokenVariable?.(zone) ?? '']);
  return (zone: ZoneDeclaration) => ((hasProtections(zone) ? isNamed : hasToken(zone)) ? apis : undefined);
}

/** Throws ProblemsError for live hosts of which a deployment of the plan is refused; what is not known of the deployed ones, `before` declared. */
export function assertAttached(folder: string, plan: StackPlan, deployed?: Deployed, before?: StackPlan) {
  const served = before === undefined ? [] : servedHosts(before);
  const known = deployed && [...deployed].filter(([, { attached }]) => attached);
  const attached = known?.map(([host, { zone }]) => ({ host, zone }));
  const detached = refusedDetachments(attached ?? served, plan);
  if (detached.length > 0) throw problemsInFile(detached, folder, plan.stack);
}

/** Of all hosts, unless some are chosen: what a move left is deleted by a change that is about other hosts. */
function keptNotes(deployed: Deployed | undefined, chosen: readonly string[], now: Date): string[] {
  const wanted = chosen.map(hostNamed);
  return [...(deployed ?? [])].flatMap(([name, host]) => {
    const sentence = wanted.length > 0 && !wanted.includes(name) ? undefined : keptSentence(host, now);
    return sentence === undefined ? [] : [`${name}: ${sentence}`];
  });
}
