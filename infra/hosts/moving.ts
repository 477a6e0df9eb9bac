// `petstore:moving`: for each host that moves in, what this run does with its routing record and its alias. Pure.
import { dnsHost } from '@petstore/custom-domains/dns-hosts';
import {
  type ExistingHost,
  type Import,
  importsOf,
  ownRecords,
  type Replacement,
  replacementOf,
  routingNames,
  type StackState,
} from '@petstore/custom-domains/many-hosts';
import { hostNames } from '@petstore/custom-domains/names';
import type { Command } from '@petstore/custom-domains/output';
import type { Finding, MoveStep } from '@petstore/custom-domains/preflight';
import { recordsText } from '../config/host-entry.ts';
import { domainsCommand } from '../plan/stack-option.ts';
import type { HostPlan } from '../plan/types.ts';
import type { HostFacts, HostMove } from './decision.ts';

/** A host that the stack routes already does not move: its line changes nothing. */
export function isMoving(plan: HostPlan, { names }: StackState): boolean {
  if (plan.moving === undefined) return false;
  const routing = routingNames(plan);
  return routing.length === 0 || routing.some((name) => !names.has(name));
}

/** Undefined for a host that does not move. */
export function moveOf({ plan, findings, account }: HostFacts, state: StackState, stack: string) {
  if (!isMoving(plan, state) || account === undefined) return undefined;
  const { host, moving } = plan;
  const command = domainsCommand('move', host, { stack });
  const isTaken = findings.some(({ code }) => code === 'alias-taken');
  const isIn = (name: string) => state.names.has(name);
  // One of a pair of alias records is the stack's. A record of the state that is not declared would be deleted.
  const isRoutedPartly = routingNames(plan).some(isIn);
  if ('error' in account) {
    // What is there is not known: nothing is replaced, and nothing is taken back. A distribution of the state may have the
    // name by now; if it has not, CloudFront refuses the name, and everything stays as it is.
    const hasAlias = !isTaken || isIn(hostNames(host).attachment);
    const why = `what exists of ${host} could not be looked up: ${account.error.message}`;
    const unread = waits(why, `give the deployment the right to read it; ${command} shows the steps`);
    const step = isRoutedPartly ? REPLACES : unread;
    return { step, hasAlias, imports: new Map(), waiting: waitingFor(step, hasAlias) };
  }
  const { existing } = account;
  const hasAlias = !isTaken || existing.attachment !== undefined;
  const replacement = replacementOf(plan, existing.differing, moving?.replaces ?? []);
  const reason = hasAlias ? reasonToWait({ plan, findings }, existing, replacement, command) : PREPARES;
  const step = (isRoutedPartly ? undefined : reason) ?? REPLACES;
  // Of the records that are replaced, and of those that are exactly the stack's, set by hand.
  const own = [...importsOf(host, existing)].filter(([name]) => routingNames(plan).includes(name));
  const routing = step === REPLACES ? [...(replacement.imports ?? []), ...own] : [];
  const imports = [...routing, ...validationImport(plan, existing, state)].filter(([name]) => !isIn(name));
  // The routing record of an external host is its owner's: it waits whatever this run does.
  const waited = plan.zone.provider === 'external' ? PREPARES : step;
  return { step, hasAlias, imports: new Map(imports), waiting: waitingFor(waited, hasAlias, replacement) };
}

/** Undefined where the routing record is set. */
function waitingFor(step: MoveStep, hasAlias: boolean, replacement?: Replacement): HostMove['waiting'] {
  if (step.kind === 'replaces') return undefined;
  const { old = [], imports } = replacement ?? {};
  const isByHand = replacement !== undefined && imports === undefined;
  return { old, isByHand, aliasWaits: !hasAlias, why: step.kind === 'waits' ? step.why : undefined };
}

const PREPARES: MoveStep = { kind: 'prepares' };
const REPLACES: MoveStep = { kind: 'replaces' };

function waits(why: string, fix: string): MoveStep {
  return { kind: 'waits', why: `${why}; the routing record waits`, fix };
}

/** Undefined: the routing record can be created, or take the place of what is there. */
function reasonToWait(
  { plan: { moving, zone }, findings }: Pick<HostFacts, 'plan' | 'findings'>,
  { differing, routing }: ExistingHost,
  { old, isNamed, imports }: Replacement,
  command: Command,
): MoveStep | undefined {
  if (zone.provider === 'external') return zone.verified ? undefined : PREPARES;
  if (differing.length === 0 && routing.length === 0) {
    const isInTheWay = ({ code }: Finding) => code === 'conflicting-record' || code === 'cname-elsewhere';
    if (!findings.some(isInTheWay)) return undefined;
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

/**
 * ACM's record of a name is the same for each certificate of an account, so that an old place in this account has it
 * already, and some DNS hosts refuse a second one. The certificate of the stack, where it has one, names the record.
 */
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
