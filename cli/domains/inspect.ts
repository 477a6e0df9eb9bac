// The data of `check` and `report`: the selected hosts, their findings and states, and removed hosts.
import { command, shown } from '@petstore/custom-domains/output';
import {
  type CheckedHost,
  type CheckOptions,
  check,
  exitStatus,
  type Reader,
} from '@petstore/custom-domains/preflight';
import { checkTargets } from '@petstore/custom-domains/takeover';
import { uncomparedStacks } from '../../infra/config/other-stacks.ts';
import { problemsInFile } from '../../infra/config/stack-file.ts';
import { findingsFor } from '../../infra/hosts/log.ts';
import { forecast } from '../../infra/plan/forecast.ts';
import { refusedDetachments, servedHosts } from '../../infra/plan/removals.ts';
import type { HostPlan, StackPlan } from '../../infra/plan/types.ts';
import { assertStack } from '../options.ts';
import { type Context, staleDns, staleNote, stepOptions } from './context.ts';
import {
  type Deployed,
  type DeployedHost,
  expectedHosts,
  isAttached,
  keptSentence,
  readOutputs,
} from './deployed-hosts.ts';
import { hostReport, isRefused, judged, removedReports } from './host-report.ts';
import { assertFileKept, chooseHosts, hostNamed, loadBase, loadPlan } from './stack.ts';

export interface InspectOptions {
  readonly base?: string;
  readonly host?: readonly string[];
}

function unknownNote(stack: string): string {
  const outputs = command`pulumi stack output --json --stack ${stack}`;
  return `what is deployed is not known here, so that records of the stack itself appear as conflicts, which are not to be removed: check takes --outputs FILE, with the output of ${outputs}, and report --preview ${stack}=FILE`;
}

/** `known`: the deployed hosts, as `pulumi preview` reports them; by default they are read as the options say. */
export async function inspect(context: Context, { base, host = [] }: InspectOptions, known?: Deployed) {
  const { folder, stack, io } = context;
  if (base !== undefined) await assertFileKept(context, base);
  assertStack(stack, folder);
  const deployed = known ?? readOutputs(context);
  const plan = loadPlan(folder, stack, true);
  const uncompared = uncomparedStacks(folder, stack);
  const before = base === undefined ? undefined : await loadBase(context, base);
  assertAttached(context, plan, before?.plan, deployed);
  const old = new Map(before?.plan?.hosts.map((one) => [one.host, one]));
  const isChanged = (one: HostPlan) => JSON.stringify(old.get(one.host)) !== JSON.stringify(one);
  const wanted = chooseHosts(plan, host).filter((one) => before === undefined || isChanged(one));
  // The reader is created before any progress is shown: it refuses wrong options, and a local cloud that does not run.
  const reader = context.newReader();
  if (io.isTerminal) io.progress(shown`reading DNS`);
  const stale = staleDns(context);
  const whole = await checkHosts(wanted, plan, deployed, context, { before: old, reader });
  const removed =
    before?.plan === undefined || host.length > 0
      ? []
      : await removedReports(before.plan, plan, deployed, context);
  if (io.isTerminal) io.progress(shown``);
  const findings = [...whole, ...removed].flatMap((one) => one.findings);
  // A refused removal is known to be wrong, whatever DNS says of the other hosts.
  const found = removed.some(isRefused) ? 1 : exitStatus(findings);
  return {
    stack,
    base,
    hosts: whole.map((one) => {
      const { host: name } = one.plan;
      const change = before && (old.has(name) ? ('changed' as const) : ('added' as const));
      return { ...hostReport(one, deployed?.get(name), stepOptions(context)), change };
    }),
    removed,
    notes: [
      ...(stale === undefined ? [] : [staleNote(stale)]),
      ...context.notes,
      ...uncompared,
      ...(before?.note === undefined ? [] : [before.note]),
      ...(deployed === undefined ? [] : keptNotes(deployed, host, io.now())),
      // A record that the stack created is not a conflict; only the deployed hosts tell the two apart.
      ...(deployed === undefined && wanted.some((one) => old.has(one.host)) ? [unknownNote(stack)] : []),
    ],
    staleDns: stale,
    // What is known to be wrong comes before what could not be found out; by stale DNS nothing is known.
    status: stale !== undefined || (found === 0 && uncompared.length > 0) ? 3 : found,
  };
}

/** Throws ProblemsError where `detachments` finds any. */
export function assertAttached(context: Context, ...given: Parameters<typeof detachments>) {
  const detached = detachments(...given);
  if (detached.length > 0) throw problemsInFile(detached, context.folder, context.stack);
}

/** For which live hosts a deployment of the plan is refused; what is not known of the deployed ones, `before` declared. */
export function detachments(plan: StackPlan, before?: StackPlan, deployed?: Deployed) {
  const served = before === undefined ? [] : servedHosts(before);
  // Of an external host whose outputs do not say it, `before` decides, and without that the deployment alone, by its state. To refuse each
  // of them would refuse every host whose owner is still to be waited for.
  const isServed = (name: string, { provider }: DeployedHost) =>
    provider !== 'external' || served.some(({ host }) => host === name);
  const known = [...(deployed ?? [])]
    .filter(([host, one]) => isAttached(one, isServed(host, one)))
    .map(([host, { zone }]) => ({ host, zone }));
  return refusedDetachments(deployed === undefined ? served : known, plan);
}

/** What the preflight finds of hosts of the plan, and of what their present records lead to. */
export async function checkHosts(
  hosts: readonly HostPlan[],
  plan: StackPlan,
  deployed: Deployed | undefined,
  context: Context,
  { reader = context.newReader(), ...options }: CheckOptions & { readonly reader?: Reader } = {},
): Promise<CheckedHost<HostPlan>[]> {
  const expected = expectedHosts(deployed, context.io.now());
  // Where the deployed hosts are not known, those of the base have what they use.
  const { before = new Map() } = options;
  const planned = forecast(plan, new Set((deployed === undefined ? before : expected).keys()));
  const observed = await check(hosts, reader, { expected, planned, ...options });
  const checked = observed.map((one) => judged(one, deployed, stepOptions(context)));
  // Only hosts that have a CNAME, their own or a wildcard's, lead to something that may be deleted.
  const aliases = checked.filter(({ observation }) =>
    observation.views.some(({ answers }) => answers.CNAME?.kind === 'found'),
  );
  const names = aliases.map(({ plan }) => plan.host);
  const found = await checkTargets(names, context.newReader(), { signal: context.io.signal });
  return checked.map((one) => {
    const leading = findingsFor(one.plan, found.get(one.plan.host) ?? [], stepOptions(context));
    return { ...one, findings: [...one.findings, ...leading] };
  });
}

/** Of all hosts, unless some are chosen: what a move left is deleted by a change that is about other hosts. */
function keptNotes(deployed: Deployed, chosen: readonly string[], now: Date): string[] {
  const wanted = new Set(chosen.map(hostNamed));
  return [...deployed].flatMap(([name, host]) => {
    if (wanted.size > 0 && !wanted.has(name)) return [];
    const sentence = keptSentence(host, now);
    return sentence === undefined ? [] : [`${name}: ${sentence}`];
  });
}
