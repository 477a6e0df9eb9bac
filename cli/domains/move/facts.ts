// What is known of a move: the stack's file, its outputs, live DNS, the answer of the new place, and CloudFront's.
import { type CheckedHost, check, type Finding, type Reader } from '@petstore/custom-domains/preflight';
import {
  addHost,
  type EditResult,
  listHost,
  type NewHost,
  unlistHost,
} from '../../../infra/config/edit/edit.ts';
import { type NamedRecord, PLACE_TYPES, recordsText } from '../../../infra/config/host-entry.ts';
import { ProblemsError } from '../../../infra/config/problem.ts';
import { type StackText, settingsOf } from '../../../infra/config/stack-file.ts';
import type { StepOptions } from '../../../infra/hosts/external-host.ts';
import { planStack } from '../../../infra/plan/plan-stack.ts';
import type { HostPlan } from '../../../infra/plan/types.ts';
import { UsageError } from '../../usage-error.ts';
import { type Context, stepOptions } from '../context.ts';
import { type DeployedHost, expectedOf, requireOutputs } from '../deployed-hosts.ts';
import { proposeEdit } from '../edit-stack.ts';
import { capital } from '../formats/text.ts';
import { judged } from '../host-report.ts';
import { faultOf, probeOf } from '../status/host-status.ts';
import { type AliasConflicts, aliasConflicts } from './alias-conflicts.ts';

export interface MoveFacts extends StepOptions {
  readonly plan: HostPlan;
  /** How it will be declared; absent where it is. */
  readonly declaring?: NewHost;
  readonly deployed?: DeployedHost;
  /** Why the stack's outputs could not be read. */
  readonly outputsUnread?: string;
  /** Without the records of the old place. */
  readonly findings: readonly Finding[];
  /** The records at the host that lead elsewhere, as DNS has them. */
  readonly old: readonly (NamedRecord & { readonly ttl: number })[];
  /** DNS leads to the stack's target, and nowhere else. */
  readonly isRouted: boolean;
  /** Why the new place does not answer for the host; absent where it does. */
  readonly fault?: string;
  /** The local cloud answers only for a name that leads to it, so that its new place cannot be asked before. */
  readonly isUnasked: boolean;
  readonly aliases: AliasConflicts;
}

/** `declaring`: of a host that the stack does not declare yet; its plan is that of the file with it. */
export async function readFacts(context: Context, plan: HostPlan, declaring: NewHost | undefined) {
  const outputs = await readDeployed(context, plan.host, declaring);
  const { deployed } = outputs;
  const own = expectedOf(deployed, context.io.now());
  const expected = new Map(own === undefined ? [] : [[plan.host, own]]);
  const reader = context.newReader();
  const [checked] = await check([plan], reader, { expected });
  if (checked === undefined) throw new Error(`${plan.host} was not checked`);
  const old = oldRecords(checked);
  const moving = { ...checked, plan: { ...plan, moving: plan.moving ?? {} } };
  const isConfigured = checked.findings.some(({ code }) => code === 'already-configured');
  const isUnasked = context.local !== undefined;
  const fault = isUnasked ? undefined : await newPlaceFault(plan, deployed, reader, context.io.signal);
  return {
    ...outputs,
    ...stepOptions(context),
    plan,
    declaring,
    old,
    isUnasked,
    fault,
    aliases: await aliasConflicts(plan, deployed, { isLocal: isUnasked, serves: fault === undefined }),
    isRouted: isConfigured && old.length === 0,
    findings: judged(moving, undefined, context.stack).findings,
  };
}

/** The plan of the host as the file would have it, with the host and its entry; nothing is written. */
export function plannedHost(context: Context, added: NewHost): HostPlan {
  const { stack } = context;
  const change: FileChange = { kind: 'declare', host: added.host, added };
  const { before, text } = proposeEdit(context, (file) => applyChange(file, change));
  const parsed = settingsOf(stack, { ...before, text });
  if ('problems' in parsed) throw new ProblemsError(`Pulumi.${stack}.yaml`, parsed.problems);
  const plan = planStack(parsed.settings).hosts.find(({ host }) => host === added.host);
  if (plan === undefined) throw new Error(`${added.host} is not in the edited file`);
  return plan;
}

/** That the outputs could not be read is a fact too, which the plan shows. What is not declared is not deployed. */
async function readDeployed(
  context: Context,
  host: string,
  declaring: NewHost | undefined,
): Promise<{ readonly deployed?: DeployedHost; readonly outputsUnread?: string }> {
  if (declaring !== undefined) return {};
  try {
    return { deployed: (await requireOutputs(context, context.io.signal)).get(host) };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    // The lines of the message are sentences of one text, without its final dot.
    const lines = error.message.split('\n').map((line) => capital(line.trim().replace(/\.$/, '')));
    return { outputsUnread: lines.join('. ') };
  }
}

/** Records that the rules on conflicts would have removed; none where no record leads anywhere, as with a TXT or a CAA alone. */
function oldRecords({ findings }: CheckedHost<HostPlan>): MoveFacts['old'] {
  const codes = ['conflicting-record', 'cname-elsewhere', 'stale-https-record'];
  const records = findings.filter(({ code }) => codes.includes(code)).flatMap((one) => one.records);
  const old = records.filter(({ action }) => action === 'remove');
  if (!old.some(({ type }) => PLACE_TYPES.includes(type))) return [];
  return old.map(({ type, value, ttl }) => ({ type, value, ttl }));
}

/** Undefined: it answers. */
async function newPlaceFault(
  plan: HostPlan,
  deployed: DeployedHost | undefined,
  reader: Reader,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (deployed?.target === undefined) return 'it does not exist yet';
  const probe = await probeOf(plan, deployed, { reader, signal }, deployed.target);
  return faultOf(plan, probe);
}

export type FileChange =
  /** The host, where `added` has it, and its entry in petstore:moving. */
  | { readonly kind: 'declare'; readonly host: string; readonly added?: NewHost }
  | { readonly kind: 'name'; readonly host: string; readonly replaces: readonly NamedRecord[] }
  | { readonly kind: 'finish'; readonly host: string };

export function applyChange(file: StackText, change: FileChange): EditResult {
  const { host } = change;
  if (change.kind === 'finish') return unlistHost(file, 'petstore:moving', host);
  if (change.kind === 'name')
    return listHost(file, 'petstore:moving', host, { replaces: recordsText(change.replaces) });
  const declared = change.added === undefined ? { text: file.text } : addHost(file, change.added);
  return 'problems' in declared
    ? declared
    : listHost({ ...file, text: declared.text }, 'petstore:moving', host);
}
