// What was read of one host: by the run from the state and the account, by the commands from the outputs, its response and the place that
// it moves to. What was not read is absent, never empty.
import type { DomainConflict } from '@aws-sdk/client-cloudfront';
import type { Protection } from '@petstore/custom-domains/dns-hosts';
import type { ExistingHost } from '@petstore/custom-domains/many-hosts';
import { hostNames } from '@petstore/custom-domains/names';
import {
  type CheckOptions,
  check,
  type Expected,
  type Finding,
  type FindingText,
  isAbout,
  isConclusive,
  isUnread,
  type Observation,
  type Reader,
  type RecordChange,
  type Renewal,
  removalsOf,
} from '@petstore/custom-domains/preflight';
import { attachmentOf, ownRecords, routingNames, type StackState } from '@petstore/custom-domains/state';
import type { NewHost } from '../config/edit/edit.ts';
import { PLACE_TYPES } from '../config/host-entry.ts';
import { attachmentKind, forecast } from '../plan/plan-stack.ts';
import type { HostPlan, StackPlan } from '../plan/types.ts';
import { type Deployed, type DeployedHost, isRoutingAwaited, recordsOf } from './host-output.ts';

export interface HostFacts {
  readonly plan: HostPlan;
  /** In the outputs of the last deployment that reached its end. */
  readonly output?: DeployedHost;
  /** Its own records, where the stack has it: without them a host counts as new. */
  readonly own?: Expected;
  /** How much of its routing the stack has. The owner of an external host has it, and the stack none. */
  readonly routed: 'none' | 'partly' | 'whole';
  readonly isAttachedInState?: boolean;
  /** What the rules find in live DNS alone. Absent: DNS was not read. */
  readonly dns?: { readonly findings: readonly Finding[]; readonly leadsNowhere: boolean };
  /** What the account and the zone have of it, or why that could not be looked up. Absent: they were not read. */
  readonly account?: AccountFacts;
  /** What nobody can change in its zone. Absent: not read. */
  readonly protections?: readonly Protection[];
  /** Its zone flattens every CNAME. Absent: not read. */
  readonly flattens?: boolean;
  /** What a deployment that read the account said of a host that it left out. */
  readonly reported?: FindingText;
  readonly now: Date;
  /** The validation record, as the servers of its zone have it; the first that has it, where others do not. */
  readonly validation?: { readonly kind: 'seen' | 'partly' | 'other' | 'unseen'; readonly server?: string };
  readonly response?: HostResponse;
  /** Seconds for which resolvers may still return the old record; 0: the resolver has the new one. */
  readonly wait?: number;
  readonly outputsUnread?: string;
  readonly newPlace?: NewPlace;
}

/** What the host responds, where clients are sent to it. */
export interface HostResponse {
  /** Why it is not as it should be, in a sentence. */
  readonly fault?: string;
  readonly status?: number;
  readonly location?: string;
  readonly certificate?: PresentedCertificate;
  readonly renewal?: Renewal;
}

/** Where TLS succeeded. */
export interface PresentedCertificate {
  readonly issuer: string;
  readonly names: readonly string[];
  readonly notBefore: Date;
  readonly notAfter: Date;
  readonly distrust?: string;
}

export interface NewPlace {
  /** How the host will be declared; absent where it is. */
  readonly declaring?: NewHost;
  /** The stack that declares it too: no other can add it then, but by its move. */
  readonly otherStack?: { readonly stack: string; readonly zone?: string };
  /** The local cloud answers only for a name that leads to it, so that its new place cannot be asked before. */
  readonly isUnasked: boolean;
  /** Why the new place does not answer for the host; absent where it does, and where there is none to ask. */
  readonly fault?: string;
  /** Absent: CloudFront was not asked. */
  readonly aliases?: AliasConflicts;
}

export type AliasConflicts =
  | { readonly kind: 'none' }
  /** `by`: distributions, and tenants of them, that have the name or a wildcard over it. CloudFront hides part of another's account. */
  | { readonly kind: 'taken'; readonly distribution?: string; readonly by: readonly DomainConflict[] }
  | { readonly kind: 'unknown'; readonly why: string };

export type AccountFacts = { readonly existing: ExistingHost } | { readonly error: Error };

/** Of a host as the commands know it, which do not read the state. `deployed`: undefined where the outputs are not known either. */
export function factsFromOutputs(plan: HostPlan, deployed: Deployed | undefined, now: Date): HostFacts {
  const output = deployed?.get(plan.host);
  const isRouted = output !== undefined && output.waiting === undefined && plan.zone.provider !== 'external';
  return {
    plan,
    output,
    own: recordsOf(output, now),
    routed: isRouted ? 'whole' : 'none',
    reported: deployed?.adoptable?.get(plan.host),
    now,
  };
}

/** `isNew`: what the state has of it ended before it was attached. */
export function factsFromState(
  plan: HostPlan,
  output: DeployedHost | undefined,
  state: StackState,
  { isNew, now }: { readonly isNew: boolean; readonly now: Date },
): HostFacts {
  const names = routingNames(plan);
  const present = names.filter((name) => state.names.has(name));
  const isWhole = names.length > 0 && present.length === names.length;
  const routed = isWhole ? 'whole' : present.length > 0 ? 'partly' : 'none';
  const isAttachedInState = state.names.has(hostNames(plan.host).attachment);
  const facts = { plan, output, routed, isAttachedInState, now } as const;
  if (isNew) return facts;
  const own = ownRecords(state, plan.host);
  const routingAwaited = own.routingAwaited || isRoutingAwaited(output?.routingAwaitedUntil, now);
  const { httpsPort } = recordsOf(output, now) ?? {};
  return { ...facts, own: { ...own, routingAwaited, httpsPort } };
}

/** Its id, with which the distribution's ARN ends. */
export function distributionOf(host: string, state: StackState): string | undefined {
  const { arn } = (attachmentOf(state, host, 'distribution')?.resource.outputs ?? {}) as { arn?: string };
  return arn?.split(':distribution/')[1];
}

interface DnsOptions extends Pick<CheckOptions, 'assigned'> {
  /** Its hosts share quotas; `deployed` have what they use already. */
  readonly stack: StackPlan;
  readonly deployed: ReadonlySet<string>;
  /** What each host was before a change; without it, what its outputs say that it is attached to. */
  readonly was?: CheckOptions['before'];
}

/** With what live DNS has of each, in their order. */
export async function withDns<Facts extends HostFacts>(
  hosts: readonly Facts[],
  reader: Reader,
  { stack, deployed, was = new Map(), assigned }: DnsOptions,
): Promise<(Facts & { readonly observation: Observation })[]> {
  const known = hosts.flatMap((one) => (one.own === undefined ? [] : [[one.plan.host, one.own] as const]));
  const attached = hosts.flatMap(({ plan: { host }, own, output }) =>
    own && output ? [[host, { target: attachmentKind(output) }] as const] : [],
  );
  const plans = hosts.map(({ plan }) => plan);
  const options = { assigned, expected: new Map(known), before: new Map([...attached, ...was]) };
  const checked = await check(plans, reader, { ...options, planned: forecast(stack, deployed) });
  return checked.flatMap(({ observation, findings }, i) =>
    hosts.slice(i, i + 1).map((one) => ({ ...one, dns: dnsFacts(observation, findings), observation })),
  );
}

function dnsFacts({ views }: Observation, findings: readonly Finding[]): HostFacts['dns'] {
  const answers = views.flatMap((view) => PLACE_TYPES.flatMap((type) => view.answers[type] ?? []));
  const isSilent = findings.some((one) => isAbout(one, 'servers') && isUnread(one));
  const isRead = !isSilent && answers.length > 0 && answers.every(isConclusive);
  return { findings, leadsNowhere: isRead && !answers.some(({ kind }) => kind === 'found') };
}

/** Records that the rules on conflicts would have removed; none where no record leads anywhere, as with a TXT or a CAA alone. */
export function oldRecords({ dns }: HostFacts): RecordChange[] {
  const conflicts = dns?.findings.filter((one) => isAbout(one, 'old-place', 'https')) ?? [];
  const old = removalsOf(conflicts);
  return old.some(({ type }) => PLACE_TYPES.includes(type)) ? old : [];
}
