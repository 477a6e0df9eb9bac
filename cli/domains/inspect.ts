// The data of `check` and `report`: the selected hosts, their findings and states, and removed hosts.
import { shown } from '@petstore/custom-domains/output';
import {
  type CheckedHost,
  type CheckOptions,
  check,
  type Reader,
  withAdoption,
} from '@petstore/custom-domains/preflight';
import { checkTargets } from '@petstore/custom-domains/takeover';
import { uncomparedStacks } from '../../infra/config/other-stacks.ts';
import { localFixes } from '../../infra/hosts/local-fixes.ts';
import type { HostPlan, StackPlan } from '../../infra/plan/types.ts';
import { assertStack } from '../known-stack.ts';
import type { Context } from './context.ts';
import { type Deployed, expectedHosts, keptSentence, readOutputs } from './deployed-hosts.ts';
import { type HostChange, hostReport, judgeMoving, type StackReport } from './host-report.ts';
import { stepOptions } from './next-steps.ts';
import { removedReports, statusWith } from './removed-hosts.ts';
import { assertFileKept, chooseHosts, hostNamed, loadBase, loadOwnPlan } from './stack.ts';
import { type StaleDns, staleDns } from './stale-dns.ts';

export interface InspectOptions {
  readonly base?: string;
  readonly host?: readonly string[];
}

/** Deployed hosts as `pulumi preview` reports them; by default they are read as the options say. */
interface Known {
  readonly deployed?: Deployed;
}

/** With more hosts than this, progress is shown. */
const FEW_HOSTS = 4;

export async function inspect(
  context: Context,
  { base, host = [] }: InspectOptions,
  known: Known = {},
): Promise<StackReport> {
  const { folder, stack, outputsFile, io } = context;
  if (base !== undefined) await assertFileKept(context, base);
  assertStack(stack, folder);
  const deployed = known.deployed ?? readOutputs({ folder, stack, file: outputsFile });
  const plan = loadOwnPlan(folder, stack);
  const uncompared = uncomparedStacks(folder, stack);
  const before = base === undefined ? undefined : await loadBase(context, base);
  const changes = before && changesSince(before.plan, plan);
  const wanted = chooseHosts(plan, host).filter((one) => changes === undefined || changes.has(one.host));
  // The reader is created before any progress is shown: it refuses wrong options, and a local cloud that does not run.
  const reader = context.newReader();
  const onChecked = (done: number) => {
    if (wanted.length > FEW_HOSTS && io.isTerminal)
      io.progress(shown`reading DNS: ${done} of ${wanted.length} hosts`);
  };
  if (wanted.length > FEW_HOSTS) io.progress(shown`reading DNS of ${wanted.length} hosts`);
  const stale = staleDns(context);
  const whole = await checkHosts(wanted, deployed, context, {
    before: plansBefore(changes),
    onChecked,
    reader,
  });
  const removed =
    before?.plan === undefined || host.length > 0
      ? []
      : await removedReports(before.plan, plan, deployed, context);
  if (io.isTerminal) io.progress(shown``);
  return {
    stack,
    base,
    hosts: whole.map((one) =>
      hostReport(one, deployed?.get(one.plan.host), stepOptions(context), changes?.get(one.plan.host)),
    ),
    removed,
    unchanged: changes === undefined ? 0 : plan.hosts.length - changes.size,
    notes: [
      ...context.notes,
      ...uncompared,
      ...(before?.note === undefined ? [] : [before.note]),
      ...(deployed === undefined ? unknownNote(changes) : keptNotes(deployed, host, io.now())),
    ],
    uncompared,
    staleDns: stale,
    status: statusOf(statusWith(removed, whole), uncompared, stale),
  };
}

/** What is known to be wrong comes before what could not be found out; by stale DNS nothing is known. */
function statusOf(
  status: StackReport['status'],
  uncompared: readonly string[],
  stale: StaleDns | undefined,
): StackReport['status'] {
  if (stale !== undefined) return 3;
  return status === 0 && uncompared.length > 0 ? 3 : status;
}

/** What the preflight finds of hosts, and of what their present records lead to. */
export async function checkHosts(
  hosts: readonly HostPlan[],
  deployed: Deployed | undefined,
  context: Context,
  {
    reader = context.newReader(),
    ...options
  }: Pick<CheckOptions, 'before' | 'onChecked'> & { readonly reader?: Reader } = {},
): Promise<CheckedHost<HostPlan>[]> {
  const expected = expectedHosts(deployed, context.io.now());
  const observed = await check(hosts, reader, { expected, ...options });
  const checked = observed.map((one) => {
    const host = deployed?.get(one.plan.host);
    return judgeMoving(host === undefined ? asAdopted(one) : one, host, context.stack);
  });
  // Only hosts that have a CNAME, their own or a wildcard's, lead to something that may be deleted.
  const aliases = checked.filter(({ observation }) =>
    observation.views.some(({ answers }) => answers.CNAME?.kind === 'found'),
  );
  const names = aliases.map(({ plan }) => plan.host);
  const leading = await checkTargets(names, context.newReader(), { signal: context.io.signal });
  return checked.map((one) => ({
    ...one,
    findings: [...localFixes(one.findings, context.stack), ...(leading.get(one.plan.host) ?? [])],
  }));
}

/** A command has no account: `pulumi preview` compares what exists with what the stack would create. */
function asAdopted(checked: CheckedHost<HostPlan>): CheckedHost<HostPlan> {
  const { plan, findings } = checked;
  return { ...checked, findings: withAdoption(plan, findings, { declared: plan.adopt !== undefined }) };
}

type Changes = ReadonlyMap<string, HostChange>;

/** Hosts that are new, or whose site, role, zone, target or redirect differs. */
function changesSince(before: StackPlan | undefined, now: StackPlan): Changes {
  const old = new Map((before?.hosts ?? []).map((plan) => [plan.host, plan]));
  const changes = new Map<string, HostChange>();
  for (const plan of now.hosts) {
    const was = old.get(plan.host);
    if (was === undefined) changes.set(plan.host, { change: 'added' });
    else if (JSON.stringify(was) !== JSON.stringify(plan)) changes.set(plan.host, { change: 'changed', was });
  }
  return changes;
}

function plansBefore(changes: Changes = new Map()): Map<string, HostPlan> {
  return new Map(
    [...changes].flatMap(([host, { was }]) => (was === undefined ? [] : [[host, was] as const])),
  );
}

/** A record that the stack created is not a conflict; only the deployed hosts tell the two apart. */
function unknownNote(changes: Changes | undefined): string[] {
  const changed = [...(changes ?? [])].flatMap(([host, { was }]) => (was === undefined ? [] : [host]));
  if (changed.length === 0) return [];
  return [
    `the deployed hosts are not known here, so records that the stack created may appear as conflicts of ${changed.join(', ')}`,
  ];
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
