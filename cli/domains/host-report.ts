// What the commands and the page say of a host, and of a stack: text, Markdown and JSON render it, and decide nothing.
import { providerTitle } from '@petstore/custom-domains/dns-hosts';
import {
  type CheckedHost,
  type Finding,
  isBlocked,
  summarizeCaa,
  withAdoption,
} from '@petstore/custom-domains/preflight';
import { type NextStep, nextSteps, type StepOptions } from '../../infra/hosts/external-host.ts';
import { findingsFor } from '../../infra/hosts/log.ts';
import type { HostPlan } from '../../infra/plan/types.ts';
import { type Deployed, type DeployedHost, externalFacts, hasRecords } from './deployed-hosts.ts';
import type { RemovedHostReport } from './removed-hosts.ts';
import type { StaleDns } from './running-cloud.ts';
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
  /** Of an external host, until it is live. */
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

/** `state`: where it is known better than from DNS and the outputs alone. */
export function hostReport(
  checked: CheckedHost<HostPlan>,
  deployed: DeployedHost | undefined,
  options: StepOptions,
  {
    state = stateOf(checked, deployed),
    change,
  }: { readonly state?: HostState; readonly change?: HostReport['change'] } = {},
): HostReport {
  const { plan, observation, findings } = checked;
  return {
    plan,
    state,
    change,
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
  if (plan.zone.provider === 'external' && !plan.zone.verified) return 'awaiting-dns';
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
  stack: string,
): CheckedHost<HostPlan> {
  const { plan } = checked;
  const deployed = hosts?.get(plan.host);
  const adoption = { declared: plan.adopt !== undefined, reported: hosts?.adoptable?.get(plan.host) };
  // No command reads the account: a deployment compares what exists with what the stack would create.
  const findings = deployed === undefined ? withAdoption(plan, checked.findings, adoption) : checked.findings;
  const isWaiting =
    deployed === undefined || deployed.waiting !== undefined || plan.zone.provider === 'external';
  if (plan.moving === undefined || !isWaiting)
    return { ...checked, findings: findingsFor(plan, findings, stack) };
  const kind = plan.moving.replaces === undefined ? 'prepares' : 'replaces';
  const hasAlias = deployed?.waiting && !deployed.waiting.aliasWaits;
  return { ...checked, findings: findingsFor(plan, findings, stack, { step: { kind }, hasAlias }) };
}
