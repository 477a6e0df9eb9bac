// The data of `check` and `report`: the selected hosts, their findings and states, and removed hosts.

import { providerTitle } from '@petstore/custom-domains/dns-hosts';
import { shown } from '@petstore/custom-domains/output';
import type { Finding } from '@petstore/custom-domains/preflight';
import {
  type CheckedHost,
  type CheckOptions,
  check,
  exitStatus,
  type Reader,
  summarizeCaa,
  withAdoption,
} from '@petstore/custom-domains/preflight';
import { type NextStep, nextSteps } from '../../infra/hosts/external-host.ts';
import { type OwnersRemoval, ownersRemoval } from '../../infra/hosts/external-removal.ts';
import { localFixes } from '../../infra/hosts/local-fixes.ts';
import { type RemovedHost, removedHosts, unconfirmedRemovals } from '../../infra/plan/removals.ts';
import type { HostPlan, StackPlan } from '../../infra/plan/types.ts';
import type { Context } from './context.ts';
import {
  type Deployed,
  type DeployedHost,
  expectedHosts,
  externalFacts,
  hasRecords,
  keptSentence,
  readOutputs,
} from './deployed-hosts.ts';
import { type HostState, stateOf } from './lifecycle.ts';
import { judgeMoving } from './move/judge.ts';
import { placeOfRecords, stepOptions } from './next-steps.ts';
import { redirectCommand } from './redirect-command.ts';
import { chooseHosts, hostNamed, loadBase, loadOwnPlan } from './stack.ts';
import { declaredTargets, remainingOf, removedTargets } from './targets.ts';

export interface HostReport {
  readonly plan: HostPlan;
  readonly state: HostState;
  /** Compared with --base. */
  readonly change?: 'added' | 'changed';
  /** The plan of a changed host at --base. */
  readonly was?: HostPlan;
  readonly findings: readonly Finding[];
  /** For the line of a healthy host: `Route 53 · Amazon may issue (no CAA) · no conflicts`. */
  readonly summary: string;
  /** It is in the stack already: what is found of it does not take it out. */
  readonly isDeployed: boolean;
  /** Of an external host, until it is live. */
  readonly next: readonly NextStep[];
  /** On the local cloud, where the records of a host that is left out are set. */
  readonly place?: string;
}

export interface RemovedHostReport extends RemovedHost {
  /** The command that preserves the links to it. */
  readonly keep: string;
  /** How to confirm the removal, where production refuses it. */
  readonly refused?: string;
  /** What the owner of an external host deletes; absent for a host whose records the stack sets. */
  readonly owners?: OwnersRemoval;
  /** Where its name leads, if that is deleted or will be. */
  readonly findings: readonly Finding[];
}

export interface StackReport {
  readonly stack: string;
  readonly base?: string;
  readonly hosts: readonly HostReport[];
  readonly removed: readonly RemovedHostReport[];
  /** The number of declared hosts that are not shown. */
  readonly unchanged: number;
  readonly notes: readonly string[];
  /** 1 also where production refuses a removal. */
  readonly status: 0 | 1 | 3;
}

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
  const plan = loadOwnPlan(folder, stack);
  const deployed = known.deployed ?? readOutputs({ folder, stack, file: outputsFile });
  const before = base === undefined ? undefined : await loadBase(folder, stack, base);
  const changes = before && changesSince(before.plan, plan);
  const wanted = chooseHosts(plan, host).filter((one) => changes === undefined || changes.has(one.host));
  // In front of what is shown of its progress: options that it refuses, or a cloud that does not run, are all there is to say.
  const reader = context.newReader();
  const onChecked = (done: number) => {
    if (wanted.length > FEW_HOSTS && io.isTerminal)
      io.progress(shown`reading DNS: ${done} of ${wanted.length} hosts`);
  };
  if (wanted.length > FEW_HOSTS) io.progress(shown`reading DNS of ${wanted.length} hosts`);
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
      reportOf(one, deployed?.get(one.plan.host), context, changes?.get(one.plan.host)),
    ),
    removed,
    unchanged: plan.hosts.length - wanted.length,
    notes: [
      ...context.notes,
      ...(before?.note === undefined ? [] : [before.note]),
      ...(deployed === undefined ? unknownNote(changes) : keptNotes(deployed, host, io.now())),
    ],
    status: removed.some(isRefused)
      ? 1
      : exitStatus([...whole, ...removed].flatMap(({ findings }) => findings)),
  };
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
  const leading = await declaredTargets(checked, context);
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

/** Production ends its run at such a removal, before anything is changed. */
export const isRefused = ({ refused }: RemovedHostReport): boolean => refused !== undefined;

type Changes = ReadonlyMap<string, Pick<HostReport, 'change' | 'was'>>;

/** Hosts that are new, or whose site, role, zone, target or redirect differs. */
function changesSince(before: StackPlan | undefined, now: StackPlan): Changes {
  const old = new Map((before?.hosts ?? []).map((plan) => [plan.host, plan]));
  const changes = new Map<string, Pick<HostReport, 'change' | 'was'>>();
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

async function removedReports(
  before: StackPlan,
  now: StackPlan,
  deployed: Deployed | undefined,
  context: Context,
): Promise<RemovedHostReport[]> {
  const all = removedHosts(before, now);
  const names = all.map(({ host }) => host);
  const leading = await removedTargets(names, before, deployed, context);
  const external = new Set(
    before.hosts.filter(({ zone }) => zone.provider === 'external').map(({ host }) => host),
  );
  const remaining = await remainingOf(names, deployed, context);
  return all.map((host) => {
    const findings = leading.get(host.host) ?? [];
    const owners = external.has(host.host)
      ? ownersRemoval(remaining.get(host.host), stepOptions(context))
      : undefined;
    const keep = redirectCommand(host.host, host.site, now.stack, now.settings[host.site].primary);
    const refused =
      deployed?.has(host.host) === false ? undefined : unconfirmedRemovals([host.host], now)[0]?.fix;
    return { ...host, keep, refused, findings, ...(owners && { owners }) };
  });
}

function reportOf(
  checked: CheckedHost<HostPlan>,
  deployed: DeployedHost | undefined,
  context: Context,
  change: Pick<HostReport, 'change' | 'was'> = {},
): HostReport {
  const { plan, observation, findings } = checked;
  const provider = plan.zone.provider === 'external' ? 'external' : providerTitle(plan.zone.provider);
  const summary = `${provider} · ${summarizeCaa(plan, observation)} · no conflicts`;
  const options = stepOptions(context);
  const next = nextSteps({ plan, findings, ...externalFacts(deployed) }, options);
  const isDeployed = hasRecords(deployed);
  const place = placeOfRecords(checked, isDeployed, options);
  return { plan, state: stateOf(checked, deployed), ...change, findings, summary, isDeployed, next, place };
}
