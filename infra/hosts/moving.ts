// `petstore:moving`: for each host that moves in, what this run does with its routing record and its alias.
import type { DnsAdapter, HostZone } from '@petstore/custom-domains/dns-hosts';
import {
  attachmentOf,
  type ExistingHost,
  findExisting,
  hasCertificate,
  type Import,
  importsOf,
  type NamedRecord,
  ownRecords,
  type Replacement,
  replacementOf,
  routingNames,
  type StackState,
} from '@petstore/custom-domains/many-hosts';
import { certificateRegionOf, hostNames } from '@petstore/custom-domains/names';
import { type CheckedHost, type Finding, type MoveStep, withMove } from '@petstore/custom-domains/preflight';
import { recordsText } from '../config/moves.ts';
import type { HostPlan } from '../plan/types.ts';
import { domainsCommand } from './external-host.ts';

/** A host whose routing record the stack does not have yet. */
export interface HostMove {
  readonly step: MoveStep;
  /** Another distribution has the host's name, so that the stack's own is declared without it. */
  readonly aliasWaits: boolean;
  readonly imports: ReadonlyMap<string, Import>;
  /** The records of the old place, as the zone's DNS host lists them. */
  readonly old: readonly NamedRecord[];
  /** No provider changes them into the stack's records in one change. */
  readonly isByHand: boolean;
}

export type Moves = ReadonlyMap<string, HostMove>;

export interface MoveContext {
  readonly state: StackState;
  readonly dnsOf: (zone: HostZone) => Promise<DnsAdapter>;
  /** The stack's. */
  readonly region: string;
  readonly stack: string;
}

interface Seen {
  readonly plan: HostPlan;
  readonly findings: readonly Finding[];
}

/** By host. A host that the stack routes already moves no more: its line changes nothing. */
export async function planMoves(seen: readonly Seen[], context: MoveContext): Promise<Moves> {
  const moving = seen.filter(({ plan }) => isMoving(plan, context.state));
  const planned = moving.map(async (one) => [one.plan.host, await planMove(one, context)] as const);
  return new Map(await Promise.all(planned));
}

function isMoving(plan: HostPlan, { names }: StackState): boolean {
  if (plan.moving === undefined) return false;
  const routing = routingNames(plan);
  return routing.length === 0 || routing.some((name) => !names.has(name));
}

async function planMove({ plan, findings }: Seen, context: MoveContext): Promise<HostMove> {
  const { state, dnsOf } = context;
  const command = domainsCommand('move', plan.host, context);
  const isTaken = findings.some(({ code }) => code === 'alias-taken');
  try {
    const ids = { distribution: distributionId(plan.host, state) };
    const existing = await findExisting(plan, await dnsOf(plan.zone), ids);
    const aliasWaits = isTaken && existing.attachment === undefined;
    const replacement = replacementOf(plan, existing, plan.moving?.replaces ?? []);
    const reason = aliasWaits ? PREPARES : reasonToWait(plan, findings, { existing, replacement, command });
    const waits = isRoutedPartly(plan, state) ? undefined : reason;
    const routing = waits === undefined ? routingImports(plan, { existing, replacement }) : [];
    const validation = await validationImport(plan, existing, context);
    const imports = [...routing, ...validation].filter(([name]) => !state.names.has(name));
    const { old } = replacement;
    const isByHand = replacement.imports === undefined;
    return { step: waits ?? { kind: 'replaces' }, aliasWaits, imports: new Map(imports), old, isByHand };
  } catch (error) {
    return unread(plan, error as Error, { isTaken, state, command });
  }
}

/** One of a pair of alias records is the stack's. A record of the state that is not declared would be deleted. */
function isRoutedPartly(plan: HostPlan, { names }: StackState): boolean {
  return routingNames(plan).some((name) => names.has(name));
}

/** What the zone has, and what becomes of it. */
interface Zoned {
  readonly existing: ExistingHost;
  readonly replacement: Replacement;
  /** What shows the next step of the move. */
  readonly command: string;
}

const PREPARES: MoveStep = { kind: 'prepares' };

/** Undefined: the routing record can be created, or take the place of what is there. */
function reasonToWait(
  { moving, zone }: HostPlan,
  findings: readonly Finding[],
  { existing: { differing, routing }, replacement: { old, isNamed, imports }, command }: Zoned,
): MoveStep | undefined {
  if (zone.provider === 'external') return PREPARES;
  if (differing.length === 0 && routing.length === 0) {
    return findings.some(isInTheWay) ? unlisted(command) : undefined;
  }
  const texts = recordsText(old);
  if (imports === undefined) {
    return {
      kind: 'waits',
      why: `no single change by Pulumi turns ${texts} into the routing record: the host would have none for a while; the routing record waits`,
      fix: `replace them in one change at the DNS host: ${command} prints it`,
    };
  }
  if (isNamed) return undefined;
  if (moving?.replaces === undefined) return PREPARES;
  return {
    kind: 'waits',
    why: `petstore:moving does not name every record that the zone has: ${texts}; the routing record waits`,
    fix: `name them, if they are to be replaced: ${command} prints the line`,
  };
}

const isInTheWay = ({ code }: Finding) => code === 'conflicting-record' || code === 'cname-elsewhere';

function unlisted(command: string): MoveStep {
  return {
    kind: 'waits',
    why: "DNS has records at the host that the API of the zone's DNS host does not list; the routing record waits",
    fix: `${command} shows what is to be done about them`,
  };
}

/** Of the records that are replaced, and of those that are exactly the stack's, set by hand. */
function routingImports(
  plan: HostPlan,
  { existing, replacement }: Pick<Zoned, 'existing' | 'replacement'>,
): [string, Import][] {
  const routing = routingNames(plan);
  const own = [...importsOf(plan.host, existing)].filter(([name]) => routing.includes(name));
  return [...(replacement.imports ?? []), ...own];
}

/**
 * ACM's record of a name is the same for each certificate of an account, so that an old place in this account has it
 * already: Cloudflare refuses a second one. (Route 53's is overwritten.) Before the stack has its certificate, another one
 * of the account shows whose the record is.
 */
async function validationImport(
  { host, zone }: HostPlan,
  { validation, validations }: ExistingHost,
  { state, region }: MoveContext,
): Promise<[string, Import][]> {
  const { validationRecord } = hostNames(host);
  if (zone.provider !== 'cloudflare' || validations.length === 0) return [];
  const own = ownRecords(state, host).validation;
  const isOwn =
    own === undefined && (await hasCertificate(host, [region, certificateRegionOf('distribution', region)]));
  const record = own === undefined ? isOwn && validation : validations.find(({ name }) => name === own.name);
  return record ? [[validationRecord, { id: record.importId, record }]] : [];
}

/**
 * A run that does not know what is there replaces nothing, and takes nothing back: a distribution of the state may have the
 * name by now. If it has not, CloudFront refuses the name, and everything stays as it is.
 */
function unread(
  plan: HostPlan,
  { message }: Error,
  {
    isTaken,
    state,
    command,
  }: Pick<Zoned, 'command'> & { readonly isTaken: boolean; readonly state: StackState },
): HostMove {
  const { host } = plan;
  const waits = {
    kind: 'waits',
    why: `what exists of ${host} could not be looked up: ${message}; the routing record waits`,
    fix: `give the deployment the right to read it; ${command} shows the steps`,
  } as const;
  return {
    step: isRoutedPartly(plan, state) ? { kind: 'replaces' } : waits,
    aliasWaits: isTaken && !state.names.has(hostNames(host).attachment),
    ...{ imports: new Map(), old: [], isByHand: false },
  };
}

/** The distribution's ARN ends with its id. */
function distributionId(host: string, state: StackState): string | undefined {
  const { arn } = (attachmentOf(state, host, 'distribution')?.resource.outputs ?? {}) as { arn?: string };
  return arn?.split(':distribution/')[1];
}

/** With what this run does instead of the conflicts. */
export function judgeMove(
  checked: CheckedHost<HostPlan>,
  move: HostMove | undefined,
  stack: string,
): CheckedHost<HostPlan> {
  if (move === undefined) return checked;
  const { plan, findings } = checked;
  const known = { step: move.step, hasAlias: !move.aliasWaits, region: plan.certificateRegion };
  const command = (name: 'move' | 'adopt') => domainsCommand(name, plan.host, { stack });
  return { ...checked, findings: withMove(plan, findings, { ...known, command }) };
}
