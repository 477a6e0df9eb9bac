// `petstore:moving`: of each host that moves in, what the next run does with its routing record and its alias. Pure.
import type { ExistingHost } from '@petstore/custom-domains/many-hosts';
import type { Command } from '@petstore/custom-domains/output';
import { type Finding, isAbout, type MoveStep } from '@petstore/custom-domains/preflight';
import { type Replacement, replacementOf } from '@petstore/custom-domains/state';
import { recordsText } from '../config/host-entry.ts';
import { isServed } from '../plan/plan-stack.ts';
import { type Audience, domainsCommand } from '../plan/stack-option.ts';
import type { HostPlan } from '../plan/types.ts';
import type { HostFacts } from './facts.ts';
import type { DeployedHost } from './host-output.ts';

/** How a host comes from its old place into the stack, of one that the stack does not route yet. */
export interface HostMove {
  readonly step: MoveStep;
  /** False while another distribution has the host's name: the stack's own is declared without it. Undefined: not known. */
  readonly hasAlias?: boolean;
  /** What the zone has in the place of the routing record; absent where it was not read. */
  readonly replacement?: Replacement;
}

/** Its owner, and not the stack, replaces the record of its old place. */
export function isMovedByOwner({ moving, zone }: HostPlan): boolean {
  return moving !== undefined && zone.provider === 'external';
}

/** A host in petstore:moving keeps the record of its old place until the new one has the host's certificate and its name. */
export function isRoutingDue(plan: HostPlan, output: DeployedHost | undefined): boolean {
  if (!isMovedByOwner(plan)) return true;
  const { certificate, attached, waiting } = output ?? {};
  return isServed(plan) && certificate === 'ISSUED' && attached !== false && !waiting?.aliasWaits;
}

/** A host that the stack routes already does not move: its line changes nothing. */
export const isMoving = ({ plan, routed }: HostFacts): boolean =>
  plan.moving !== undefined && routed !== 'whole';

export function moveOf(facts: HostFacts, audience: Audience): HostMove | undefined {
  if (!isMoving(facts)) return undefined;
  const { plan, output, routed, account, dns, isAttachedInState = false } = facts;
  const isReplaced = isMovedByOwner(plan) ? isRoutingDue(plan, output) : plan.moving?.replaces !== undefined;
  // Without the account: what the file says is what the next deployment does, as far as is known.
  if (account === undefined)
    return {
      step: isReplaced ? REPLACES : PREPARES,
      hasAlias: output?.waiting && !output.waiting.aliasWaits,
    };
  const command = domainsCommand('move', plan.host, audience);
  const isTaken = dns?.findings.some((one) => isAbout(one, 'alias')) ?? false;
  if ('error' in account) {
    // What is there is not known: nothing is replaced, and nothing is taken back. A distribution of the state may have the
    // name by now; if it has not, CloudFront refuses the name, and everything stays as it is.
    const why = `what exists of ${plan.host} could not be looked up: ${account.error.message}`;
    const unread = waits(why, `give the deployment the right to read it; ${command} shows the steps`);
    return { step: routed === 'partly' ? REPLACES : unread, hasAlias: !isTaken || isAttachedInState };
  }
  const { existing } = account;
  const hasAlias = !isTaken || existing.attachment !== undefined;
  const replacement = replacementOf(plan, existing.differing, plan.moving?.replaces ?? []);
  if (plan.zone.provider === 'external')
    return { step: isReplaced ? REPLACES : PREPARES, hasAlias, replacement };
  // One of a pair of alias records is the stack's. A record of the state that is not declared would be deleted.
  if (routed === 'partly') return { step: REPLACES, hasAlias, replacement };
  const reason = hasAlias ? reasonToWait(facts, existing, replacement, command) : PREPARES;
  return { step: reason ?? REPLACES, hasAlias, replacement };
}

const PREPARES: MoveStep = { kind: 'prepares' };
const REPLACES: MoveStep = { kind: 'replaces' };

function waits(why: string, fix: string): MoveStep {
  return { kind: 'waits', why: `${why}; the routing record waits`, fix };
}

/** Undefined: the routing record can be created, or take the place of what is there. */
function reasonToWait(
  { plan: { moving }, dns }: HostFacts,
  { differing, routing }: ExistingHost,
  { old, isNamed, imports }: Replacement,
  command: Command,
): MoveStep | undefined {
  if (differing.length === 0 && routing.length === 0) {
    if (!dns?.findings.some((one) => isAbout(one, 'old-place'))) return undefined;
    return waits(
      "DNS has records at the host that the API of the zone's DNS host does not list",
      `${command} shows what is to be done about them`,
    );
  }
  const texts = recordsText(old);
  if (imports === undefined)
    return waits(
      `no single change by Pulumi turns ${texts} into the routing record: the host would have none for a while`,
      `replace them in one change at the DNS host: ${command} prints it`,
    );
  if (isNamed) return undefined;
  if (moving?.replaces === undefined) return PREPARES;
  return waits(
    `petstore:moving does not name every record that the zone has: ${texts}`,
    `name them, if they are to be replaced: ${command} prints the line`,
  );
}

/** Of an external host whose owner was to leave the record of its old place until the new one has the name. */
export function isPlaceGone({ plan, output, dns }: HostFacts): boolean {
  return isMovedByOwner(plan) && !isRoutingDue(plan, output) && dns?.leadsNowhere === true;
}

/** Of a host that moves: there is no record to set instead yet. */
export function isPlaceLost(one: Finding): boolean {
  return isAbout(one, 'own-records') && one.records.length === 0;
}

/** Those that are to be set now: until a host in petstore:moving has its name here, its routing record is none of them. */
export function recordsDue(plan: HostPlan, output: DeployedHost | undefined): DeployedHost['records'] {
  const records = output?.records ?? [];
  return isRoutingDue(plan, output) ? records : records.filter(({ purpose }) => purpose === 'validation');
}
