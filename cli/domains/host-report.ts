// What the commands and the page say of a host, of one that a change removes, and of a stack: text, Markdown and JSON render it, and
// decide nothing.
import type { HostRecord } from '@petstore/custom-domains';
import { providerTitle } from '@petstore/custom-domains/dns-hosts';
import { type Command, command } from '@petstore/custom-domains/output';
import {
  type CheckedHost,
  type Finding,
  isBlocked,
  isConclusive,
  summarizeCaa,
  withAdoption,
} from '@petstore/custom-domains/preflight';
import { checkTargets } from '@petstore/custom-domains/takeover';
import { PLACE_TYPES } from '../../infra/config/host-entry.ts';
import { stacksOfHosts } from '../../infra/config/other-stacks.ts';
import { SITE_NAMES } from '../../infra/config/schema.ts';
import {
  isMovedByOwner,
  isRoutingDue,
  type NextStep,
  nextSteps,
  type OwnersRemoval,
  ownersRemoval,
  remainingRecords,
  type StepOptions,
} from '../../infra/hosts/external-host.ts';
import { findingsFor } from '../../infra/hosts/log.ts';
import { isServed } from '../../infra/plan/plan-stack.ts';
import {
  eitherOr,
  misspeltRemoval,
  type RemovedHost,
  removedHosts,
  unconfirmedRemovals,
} from '../../infra/plan/removals.ts';
import { domainsCommand } from '../../infra/plan/stack-option.ts';
import type { HostPlan, StackPlan } from '../../infra/plan/types.ts';
import { LOCAL_STACK } from '../stack-names.ts';
import { type Context, type StaleDns, stepOptions } from './context.ts';
import { type Deployed, type DeployedHost, externalFacts, hasRecords, targetOf } from './deployed-hosts.ts';
import type { Others } from './stack.ts';

type HostState = 'declared' | 'awaiting-dns' | 'verified' | 'issuing' | 'live' | 'blocked' | 'removing';

export interface HostReport {
  readonly plan: HostPlan;
  /** Compared with --base. */
  readonly change?: 'added' | 'changed';
  readonly state: HostState;
  readonly findings: readonly Finding[];
  /** For the line of a healthy host: `Route 53 · Amazon may issue (no CAA) · no conflicts`. */
  readonly summary: string;
  /** It is in the stack already, and its findings do not remove it. */
  readonly isDeployed: boolean;
  /** Of an external host, until it is live with all of its records; of one in petstore:moving, until that does not have it. */
  readonly next: readonly NextStep[];
}

export interface StackReport extends Others {
  readonly stack: string;
  readonly base?: string;
  readonly hosts: readonly HostReport[];
  readonly removed: readonly RemovedHostReport[];
  readonly notes: readonly string[];
  /** On the local cloud: DNS, and with it what is found of each host, is not of the present zone file. */
  readonly staleDns?: StaleDns;
  /**
   * 1 also where production refuses a removal, 3 also where another stack's file could not be compared, and in any case where
   * DNS is stale.
   */
  readonly status: 0 | 1 | 3;
}

export function hostReport(
  checked: CheckedHost<HostPlan>,
  deployed: DeployedHost | undefined,
  options: StepOptions,
): HostReport {
  const { plan, observation, findings } = checked;
  return {
    plan,
    state: stateOf(checked, deployed),
    findings,
    summary: `${dnsHost(plan)} · ${summarizeCaa(plan, observation)} · no conflicts`,
    isDeployed: hasRecords(deployed),
    next: nextSteps({ plan, findings, ...externalFacts(deployed) }, options),
  };
}

/** `Route 53`; `external` where the stack does not set the records. */
export function dnsHost({ zone }: HostPlan): string {
  return zone.provider === 'external' ? 'external' : providerTitle(zone.provider);
}

/** From DNS and the outputs, never from config alone; `live` means that DNS is complete: `status` also connects to the host. */
export function stateOf({ plan, findings }: CheckedHost, deployed: DeployedHost | undefined): HostState {
  if (isBlocked(findings)) return 'blocked';
  if (deployed === undefined || deployed.certificate === 'FAILED') return 'declared';
  // Until it is verified, the stack neither waits for its certificate nor attaches it.
  if (!isServed(plan)) return 'awaiting-dns';
  const lacksValidation = findings.some(
    ({ code, records }) => code === 'record-missing' && records.some(({ name }) => name !== plan.host),
  );
  if (lacksValidation) return 'awaiting-dns';
  if (deployed.certificate !== 'ISSUED') return 'issuing';
  if (findings.some(({ code }) => code === 'already-configured')) return 'live';
  return plan.zone.provider === 'external' ? 'verified' : 'awaiting-dns';
}

/**
 * As the stack's user reads the findings. The records of the old place of a host in petstore:moving are no conflict; one that is
 * routed already, as the outputs of the last deployment say, moves no more.
 */
export function judged(
  checked: CheckedHost<HostPlan>,
  hosts: Deployed | undefined,
  options: StepOptions,
): CheckedHost<HostPlan> {
  const { plan } = checked;
  const deployed = hosts?.get(plan.host);
  const adoption = { declared: plan.adopt !== undefined, reported: hosts?.adoptable?.get(plan.host) };
  // No command reads the account: a deployment compares what exists with what the stack would create.
  const findings = deployed === undefined ? withAdoption(plan, checked.findings, adoption) : checked.findings;
  const isWaiting =
    deployed === undefined || deployed.waiting !== undefined || plan.zone.provider === 'external';
  if (plan.moving === undefined || !isWaiting)
    return { ...checked, findings: findingsFor(plan, findings, options) };
  const isReplaced = isMovedByOwner(plan)
    ? isRoutingDue({ plan, ...externalFacts(deployed) })
    : plan.moving.replaces !== undefined;
  const kind = isReplaced ? 'replaces' : 'prepares';
  const hasAlias = deployed?.waiting && !deployed.waiting.aliasWaits;
  const moving = findingsFor(plan, findings, options, { step: { kind }, hasAlias });
  const isLost = isMovedByOwner(plan) && !isReplaced && leadsNowhere(checked);
  return { ...checked, findings: isLost ? [...moving, placeLost(plan.host)] : moving };
}

/** Nothing could not be read, and no server has a record there that leads anywhere. */
function leadsNowhere({ observation: { views }, findings }: CheckedHost): boolean {
  const answers = views.flatMap((view) => PLACE_TYPES.flatMap((type) => view.answers[type] ?? []));
  const isUnread = findings.some(({ code }) => code === 'dns-unreadable');
  return !isUnread && answers.length > 0 && answers.every((one) => isConclusive(one) && one.kind !== 'found');
}

/** Its owner was to leave the record of the old place until the new one has the name: there is no record to set instead yet. */
function placeLost(host: string): Finding {
  const found = `no record leads ${host} anywhere now, not even to its old place`;
  const why = 'no client reaches the old place any more, nor the new one, which is not ready';
  const fix = 'set the record of the old place again, if that still serves, until the new place is ready';
  return { code: 'record-missing', severity: 'warning', host, found, why, fix, records: [] };
}

export interface RemovedHostReport extends RemovedHost {
  /** Where its name leads, if that is deleted or will be. */
  readonly findings: readonly Finding[];
  /** The other stack whose file has it now: it moves there. */
  readonly to?: string;
  /** What the owner of an external host deletes; absent for a host whose records the stack sets. */
  readonly owners?: OwnersRemoval;
  /** The command that preserves the links to it. */
  readonly keep: Command;
  /** What it does: where no host is left to redirect to, the host is declared again; one that another stack has moves without a gap. */
  readonly keepBy: keyof typeof KEEPING;
  /** Where production refuses the removal: the two ways out, of which one is enough. */
  readonly refused?: string;
  /** What confirms it, for what is refused: the list as `file` has to have it. */
  readonly confirm?: { readonly file: string; readonly text: string };
}

/** Production ends its run at such a removal, before anything is changed. */
export const isRefused = ({ refused }: RemovedHostReport): boolean => refused !== undefined;

export async function removedReports(
  before: StackPlan,
  now: StackPlan,
  deployed: Deployed | undefined,
  context: Context,
): Promise<RemovedHostReport[]> {
  const all = removedHosts(before, now);
  const names = all.map(({ host }) => host);
  const factsOf = await removalFacts(names, before, deployed, context);
  const refused = names.filter(
    (name) => deployed?.has(name) !== false && unconfirmedRemovals([name], now).length > 0,
  );
  const file = `Pulumi.${now.stack}.yaml`;
  const known = [...names, ...(deployed?.keys() ?? [])];
  const misspelt = new Map(refused.map((name) => [name, misspeltRemoval(name, now, known)]));
  const wrong = [...misspelt.values()].map((one) => one.wrong);
  const right = now.settings.removals.filter((one) => !wrong.includes(one));
  const list = [...right, ...refused].join(', ');
  return all.map((removed) => {
    const facts = factsOf(removed.host);
    const kept = keptBy({ ...removed, to: facts.to }, now, context);
    const meant = misspelt.get(removed.host);
    return {
      ...removed,
      ...kept,
      ...facts,
      refused:
        meant &&
        eitherOr(KEEPING[kept.keepBy], `set petstore:removals in ${file}${meant.text} to confirm it`),
      confirm: meant && { file, text: `petstore:removals: [${list}]` },
    };
  });
}

/**
 * What DNS shows of each. In a declared zone the removal deletes the host's record too; the owner of an external host has to delete
 * it before the removal. The local stack deploys a removal as soon as it is in the file, so the fix is worded for the time after it.
 */
export async function removalFacts(
  hosts: readonly string[],
  before: StackPlan,
  deployed: Deployed | undefined,
  context: Context,
) {
  const { stack, io } = context;
  const reader = context.canRead ? context.newReader() : undefined;
  // Of one whose zone the file has lost, the stack deletes the records that it has set.
  const isExternal = ({ host, zone }: HostPlan) =>
    hosts.includes(host) && (deployed?.get(host)?.provider ?? zone.provider) === 'external';
  const deleted = new Map<string, string>();
  const remaining = new Map<string, readonly HostRecord[] | undefined>();
  for (const { host } of before.hosts.filter(isExternal)) {
    const target = targetOf(deployed?.get(host));
    if (target !== undefined && stack !== LOCAL_STACK) deleted.set(host, target);
    const records = deployed?.get(host)?.records ?? [];
    const left = reader === undefined ? records : await remainingRecords(records, reader);
    // Where the outputs are not known, nor is what its owner set.
    remaining.set(host, deployed && left);
  }
  const options = { deleted, signal: io.signal };
  const leading = reader && (await checkTargets(hosts, reader, options));
  const plans = new Map(before.hosts.map((plan) => [plan.host, plan]));
  const findingsOf = (host: string) => {
    const [plan, found = []] = [plans.get(host), leading?.get(host)];
    return plan === undefined ? found : findingsFor(plan, found, stepOptions(context));
  };
  const elsewhere = stacksOfHosts(context.folder, stack);
  return (host: string) => {
    const to = elsewhere.get(host);
    // Of a host that moves, its owner deletes no record: it is set anew, or its new place has the same.
    const isOwners = to === undefined && remaining.has(host);
    const owners = isOwners ? ownersRemoval(remaining.get(host), stepOptions(context)) : undefined;
    return { findings: findingsOf(host), to, owners };
  };
}

const KEEPING = {
  redirect: 'redirect it',
  declaration: 'declare it again',
  move: 'declare it again, and take the steps of its move',
} as const;

/**
 * What preserves the links to a host that left: its move, where another stack has it; else a redirect to the primary of its site, or of
 * another. `now`: the stack without it.
 */
export function keptBy(
  { host, site, to: other }: Pick<RemovedHostReport, 'host' | 'site' | 'to'>,
  { stack, settings }: StackPlan,
  { reading }: Context,
): Pick<RemovedHostReport, 'keep' | 'keepBy'> {
  // Its steps let both stacks have the host until the new one serves it.
  if (other !== undefined)
    return { keep: domainsCommand('move', host, { stack: other, reading }), keepBy: 'move' };
  const sites = [site, ...SITE_NAMES.filter((name) => name !== site)];
  const serving = sites.find((name) => settings[name].primary !== undefined);
  const to = serving && settings[serving].primary;
  const redirect = to === undefined ? [] : ['--redirect-to', to];
  return {
    keep: command`npm run domains -- add ${host} --stack ${stack} --site ${serving ?? site} ${redirect}`,
    keepBy: serving === undefined ? 'declaration' : 'redirect',
  };
}
