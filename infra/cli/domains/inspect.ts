// What `check` and `report` show: the hosts that count, their findings and states, and what is removed.
import { type RemovedHost, removedHosts } from '../../plan/removal.ts';
import type { HostPlan, StackPlan } from '../../plan/types.ts';
import { type CheckedHost, check, exitStatus } from '../../preflight/check.ts';
import type { Finding } from '../../preflight/finding.ts';
import { summarizeCaa } from '../../preflight/rules/caa.ts';
import { providerTitle } from '../../preflight/rules/dns-hosts.ts';
import { redirectCommand } from './change.ts';
import type { Context } from './context.ts';
import { type Deployed, expectedHosts, readOutputs } from './outputs.ts';
import { chooseHosts, loadBase, loadPlan } from './stack.ts';
import { type HostState, stateOf } from './state.ts';

export interface HostReport {
  readonly plan: HostPlan;
  readonly state: HostState;
  /** Against --base. */
  readonly change?: 'added' | 'changed';
  readonly findings: readonly Finding[];
  /** For the line of a healthy host: `Route 53 · Amazon may issue (no CAA) · no conflicts`. */
  readonly summary: string;
  /** The command that comes next for a host set by hand. */
  readonly next?: { readonly when: string; readonly command: string };
}

/** A removed host; `keep` is the command that keeps links to it, where nothing redirects from it yet. */
export interface GoneHost extends RemovedHost {
  readonly keep?: string;
}

export interface StackReport {
  readonly stack: string;
  readonly base?: string;
  readonly hosts: readonly HostReport[];
  readonly removed: readonly GoneHost[];
  /** Hosts that the stack declares beside those that are shown. */
  readonly unchanged: number;
  readonly notes: readonly string[];
  readonly status: 0 | 1 | 3;
}

export interface InspectOptions {
  readonly base?: string;
  readonly host?: readonly string[];
}

/** From how many hosts on progress is worth a line. */
const fewHosts = 4;

export async function inspect(context: Context, { base, host = [] }: InspectOptions): Promise<StackReport> {
  const { folder, stack, outputsFile, io } = context;
  const plan = loadPlan(folder, stack);
  const deployed = readOutputs({ folder, stack, file: outputsFile });
  const before = base === undefined ? undefined : await loadBase(folder, stack, base);
  const changes = before && changesSince(before.plan, plan);
  const wanted = chooseHosts(plan, host).filter((one) => changes === undefined || changes.has(one.host));
  const onChecked = (done: number) => {
    if (wanted.length > fewHosts && io.isTerminal)
      io.progress(`reading DNS: ${done} of ${wanted.length} hosts`);
  };
  if (wanted.length > fewHosts) io.progress(`reading DNS of ${wanted.length} hosts`);
  const checked = await check(wanted, context.newReader(), { expected: expectedHosts(deployed), onChecked });
  if (io.isTerminal) io.progress('');
  return {
    stack,
    base,
    hosts: checked.map((one) => reportOf(one, deployed, changes?.get(one.plan.host))),
    removed: before?.plan === undefined || host.length > 0 ? [] : gone(before.plan, plan),
    unchanged: plan.hosts.length - wanted.length,
    notes: [...context.notes, ...(before?.note === undefined ? [] : [before.note])],
    status: exitStatus(checked.flatMap(({ findings }) => findings)),
  };
}

/** Hosts that are new, or whose resources become others: another site, role, zone, target or redirect. */
function changesSince(before: StackPlan | undefined, now: StackPlan): Map<string, 'added' | 'changed'> {
  const old = new Map((before?.hosts ?? []).map((plan) => [plan.host, JSON.stringify(plan)]));
  const changes = new Map<string, 'added' | 'changed'>();
  for (const plan of now.hosts) {
    const was = old.get(plan.host);
    if (was !== JSON.stringify(plan)) changes.set(plan.host, was === undefined ? 'added' : 'changed');
  }
  return changes;
}

function gone(before: StackPlan, now: StackPlan): GoneHost[] {
  return removedHosts(before, now).map((host) => {
    if (host.redirectTo !== undefined) return host;
    const { primary } = now.settings[host.site];
    return { ...host, keep: redirectCommand(host.host, host.site, now.stack, primary) };
  });
}

function reportOf(
  checked: CheckedHost,
  deployed: Deployed | undefined,
  change: HostReport['change'],
): HostReport {
  const { plan, seen, findings } = checked;
  const provider = plan.zone.provider === 'by-hand' ? 'set by hand' : providerTitle(plan.zone.provider);
  const summary = `${provider} · ${summarizeCaa(plan, seen)} · no conflicts`;
  const next = nextByHand(plan, deployed?.has(plan.host) ?? false);
  return { plan, state: stateOf(checked, deployed?.get(plan.host)), change, findings, summary, next };
}

/** Its records are known once it is deployed, and it is attached once they are verified. */
function nextByHand({ host, zone }: HostPlan, isDeployed: boolean): HostReport['next'] {
  if (zone.provider !== 'by-hand' || zone.verified) return undefined;
  return isDeployed
    ? { when: 'once its records are set', command: `npm run domains -- verify ${host}` }
    : { when: 'once deployed, its records', command: `npm run domains -- records ${host}` };
}
