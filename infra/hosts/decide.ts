// What a run does with each host, as data: nothing after it asks DNS, the state or an account again. Pure.
import { dnsHost } from '@petstore/custom-domains/dns-hosts';
import {
  type AttachmentSlots,
  attachmentSlots,
  type CertificateRequest,
  type CertificateSlot,
  type ExistingHost,
  type Import,
  importsOf,
  type KeptSlot,
  ownRecords,
  routingNames,
  type StackState,
} from '@petstore/custom-domains/many-hosts';
import { hostNames, OWNER_SECONDS } from '@petstore/custom-domains/names';
import { isAbout, isRouted, mayBeAdoptable } from '@petstore/custom-domains/preflight';
import { attachmentKind, planHost } from '../plan/plan-stack.ts';
import type { HostPlan, StackPlan } from '../plan/types.ts';
import type { HostFacts } from './facts.ts';
import type { DeployedHost, WaitingOutput } from './host-output.ts';
import { type JudgedHost, judgeHosts } from './judge.ts';
import { type HostMove, isMoving } from './moves.ts';

export interface RunFacts extends HostFacts {
  /** The certificate that this plan leads to, and what became of it where the state has it. */
  readonly certificate: CertificateSlot & CertificateRequest;
}

/** By logical name: what this run takes over, and the state does not have yet. */
type Imports = ReadonlyMap<string, Import>;

export interface LeftOut extends JudgedHost<RunFacts> {
  readonly kind: 'left-out';
}

export interface Declared extends JudgedHost<RunFacts> {
  readonly kind: 'declared';
  /** What is declared: the plan of the file, or what a held redirect served before. */
  readonly declared: HostPlan;
  /** The certificate's logical name, and the ended request that it replaces. */
  readonly requested: CertificateSlot;
  readonly kept?: KeptSlot;
  /** Of a host that moves in, whose routing record this run does not set: what that waits for. */
  readonly waiting?: WaitingOutput;
  /** ISO 8601: so long the owner is waited for, who could not know the routing record before. */
  readonly routingAwaitedUntil?: string;
  readonly imports: Imports;
}

export type HostDecision = LeftOut | Declared;

/** In the plan's order. A host in the state is never left out; one whose certificate failed before it was attached counts as new. */
export function decideHosts(
  plan: StackPlan,
  hosts: readonly RunFacts[],
  state: StackState,
  internetFile: string | undefined,
): HostDecision[] {
  const judged = judgeHosts(hosts, { stack: plan.stack, internetFile, words: [] });
  return judged.map((one) => (one.isLeftOut ? { kind: 'left-out', ...one } : declare(one, plan, state)));
}

function declare(judged: JudgedHost<RunFacts>, stack: StackPlan, state: StackState): Declared {
  const { plan, output, certificate: looked, move, now } = judged;
  const declared = heldPlan(judged, stack);
  const { certificate, kept } = slotsOf(declared, output, state, { region: stack.region, now });
  // A host that is held may have another certificate than its plan leads to, which nothing was looked up of.
  const isSame = certificate.name === looked.name;
  return {
    ...judged,
    kind: 'declared',
    declared,
    requested: isSame ? { name: certificate.name, retryOf: looked.retryOf } : certificate,
    kept,
    waiting: move && waitingFor(plan, move),
    routingAwaitedUntil: routingAwaitedUntil(judged),
    imports: importsFor(judged, state),
  };
}

/** A deployed host that will redirect to a blocked one keeps serving its site, if it served one, until the target exists. */
function heldPlan({ plan, output, findings }: JudgedHost, { settings }: StackPlan): HostPlan {
  const isHeld = findings.some((one) => isAbout(one, 'redirect-target'));
  if (!isHeld || output === undefined || output.role === 'redirect') return plan;
  return planHost({ host: plan.host, site: output.site, role: 'domain' }, settings);
}

/** `ttl`: that of the routing record after the last deployment that reached its end. */
export function slotsOf(
  plan: HostPlan,
  output: DeployedHost | undefined,
  state: StackState,
  { region, now }: { readonly region: string; readonly now: Date },
): AttachmentSlots {
  const routing = output?.records.find(({ purpose, type }) => purpose === 'routing' && type !== 'HTTPS');
  return attachmentSlots(plan, state, { region, now: now.getTime(), ttl: routing?.ttl });
}

/** The routing record of an external host is its owner's: it waits whatever this run does. Undefined where this run sets it. */
function waitingFor(
  { zone }: HostPlan,
  { step, hasAlias, replacement }: HostMove,
): WaitingOutput | undefined {
  if (step.kind === 'replaces' && zone.provider !== 'external') return undefined;
  const { old = [], imports } = replacement ?? {};
  const isByHand = replacement !== undefined && imports === undefined;
  return { old, isByHand, aliasWaits: !hasAlias, why: step.kind === 'waits' ? step.why : undefined };
}

/** A week from the run that attaches an external host: its owner knows the routing record only then. Afterwards its absence is drift.
 * Undefined where nobody is waited for: the record was seen, or had to be right before. */
function routingAwaitedUntil({ plan, output, findings, now }: JudgedHost): string | undefined {
  if (plan.zone.provider !== 'external' || !plan.zone.verified) return undefined;
  const isAttached = output?.target !== undefined && attachmentKind(output) === plan.target;
  if (!isAttached) return new Date(now.getTime() + OWNER_SECONDS * 1000).toISOString();
  return isRouted(findings) ? undefined : output.routingAwaitedUntil;
}

/** To adopt the host, to move it in, or to find out whether what conflicts with a new one is the account's own. */
export function isAccountRead(facts: HostFacts, state: StackState): boolean {
  const { plan, own, dns } = facts;
  if (isMoving(facts) || isToAdopt(plan, state)) return true;
  return plan.moving === undefined && own === undefined && mayBeAdoptable(dns?.findings ?? []);
}

/** Whether the stack lacks a resource of a host that it is to adopt: the routing record is the last of them. */
function isToAdopt({ host, zone, adopt }: HostPlan, { names }: StackState): boolean {
  if (adopt === undefined) return false;
  const own = hostNames(host);
  const has = (name: string) => names.has(name);
  const isInPlace = has(own.routingRecord) || has(own.routingRecordA) || zone.provider === 'external';
  const isCertified = has(own.certificate) || has(own.secondCertificate);
  return !(isCertified && has(own.attachment) && isInPlace);
}

/** What the state has already is not imported again: Pulumi would replace it. */
function importsFor({ plan, account, move }: JudgedHost, state: StackState): Imports {
  if (account === undefined || 'error' in account) return new Map();
  const { existing } = account;
  const own = [...importsOf(plan.host, existing)];
  const adopted = isToAdopt(plan, state) ? own : [];
  // Of the records that are replaced, and of those that are exactly the stack's, set by hand.
  const routing =
    move?.step.kind === 'replaces'
      ? [...(move.replacement?.imports ?? []), ...own.filter(([name]) => routingNames(plan).includes(name))]
      : [];
  const validation = move === undefined ? [] : validationImport(plan, existing, state);
  return new Map([...adopted, ...routing, ...validation].filter(([name]) => !state.names.has(name)));
}

/** ACM's record of a name is the same for each certificate of an account, and some DNS hosts refuse a second one: that of an old place is it. */
function validationImport(
  { host, zone }: HostPlan,
  { validation, validations }: ExistingHost,
  state: StackState,
): [string, Import][] {
  if (dnsHost(zone.provider).existingValidation !== 'refused') return [];
  const own = ownRecords(state, host).validation;
  const record = own === undefined ? validation : validations.find(({ name }) => name === own.name);
  return record ? [[hostNames(host).validationRecord, { id: record.importId, record }]] : [];
}
