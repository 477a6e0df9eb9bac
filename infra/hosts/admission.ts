// Which hosts of the plan this run declares: preflight reads live DNS first, and a blocked new host is left out.

import {
  type CertificateRequest,
  isDeployed,
  isStranded,
  ownRecords,
  type StackState,
} from '@petstore/custom-domains';
import type { Finding } from '@petstore/custom-domains/preflight';
import {
  check,
  createReader,
  formatFindings,
  isBlocked,
  type ReaderOptions,
} from '@petstore/custom-domains/preflight';
import type { PreflightMode, Settings } from '../config/settings.ts';
import { planHost } from '../plan/plan-host.ts';
import type { HostPlan, StackPlan } from '../plan/types.ts';
import type { HostOutput } from './host-output.ts';

/** A host of the plan that this run does not declare, and why. */
export interface LeftOutHost {
  readonly plan: HostPlan;
  /** Those that block it, each with its fix. */
  readonly findings: readonly Finding[];
}

export interface Admission {
  /** What is declared, in the plan's order. */
  readonly hosts: readonly HostPlan[];
  readonly leftOut: readonly LeftOutHost[];
}

/** Receives what preflight found, as text for a person: a host that is left out, and one that is declared all the same. */
export interface PreflightLog {
  leftOut(host: string, findings: string): void;
  warn(host: string, findings: string): void;
}

export interface AdmissionOptions {
  readonly dns?: ReaderOptions;
  readonly log: PreflightLog;
  /** What became of the certificates that the state has, by host. */
  readonly requests: ReadonlyMap<string, CertificateRequest>;
}

/** `petstore:preflight: strict`: some hosts are blocked, and nothing was created. Its message has every finding. */
export class PreflightError extends Error {
  readonly leftOut: readonly LeftOutHost[];

  constructor(stack: string, leftOut: readonly LeftOutHost[]) {
    const many = leftOut.length === 1 ? '1 host is' : `${leftOut.length} hosts are`;
    const texts = leftOut.map(({ plan, findings }) => `${plan.host}\n${textOf(findings)}`);
    super(
      `${stack}: ${many} blocked; nothing was changed (petstore:preflight is strict)\n${texts.join('\n')}`,
    );
    this.name = 'PreflightError';
    this.leftOut = leftOut;
  }
}

/**
 * Asks preflight about every host of the plan, before anything is declared. A host that the state has is never left
 * out: what is found of it, its own records apart, is a warning. One whose certificate failed before it was attached
 * counts as new. Throws PreflightError where the mode is strict.
 */
export async function admitHosts(
  plan: StackPlan,
  state: StackState,
  { dns, log, requests }: AdmissionOptions,
): Promise<Admission> {
  const mode: PreflightMode = plan.settings.preflight;
  if (mode === 'off') return { hosts: plan.hosts, leftOut: [] };
  const deployed = plan.hosts.filter(
    (one) => isDeployed(state, one.host) && !isStranded(one, requests.get(one.host) ?? {}, state),
  );
  const expected = new Map(deployed.map(({ host }) => [host, ownRecords(state, host)]));
  const checked = await check(plan.hosts, createReader(dns), { expected });
  const isLeftOut = (one: { plan: HostPlan; findings: readonly Finding[] }) =>
    !expected.has(one.plan.host) && isBlocked(one.findings);
  const leftOut = checked.filter(isLeftOut).map(({ plan: host, findings }) => ({
    plan: host,
    findings: findings.filter(({ severity }) => severity === 'blocked'),
  }));
  if (mode === 'strict' && leftOut.length > 0) throw new PreflightError(`Pulumi.${plan.stack}.yaml`, leftOut);
  for (const { plan: host, findings } of leftOut) log.leftOut(host.host, textOf(findings));
  const admitted = checked.filter((one) => !isLeftOut(one));
  for (const { plan: host, findings } of admitted) warnOf(host.host, findings, log);
  return { hosts: admitted.map((one) => heldBack(one, plan.settings, state)), leftOut };
}

/** Of a deployed host everything is a warning, what would block a new one as well. */
function warnOf(host: string, findings: readonly Finding[], log: PreflightLog): void {
  const warnings = findings
    .filter(({ severity }) => severity !== 'info')
    .map((one): Finding => ({ ...one, severity: 'warning' }));
  if (warnings.length > 0) log.warn(host, textOf(warnings));
}

/** A deployed host that is to redirect to a blocked one serves on, where it served a site, until its target is there. */
function heldBack(
  { plan, findings }: { readonly plan: HostPlan; readonly findings: readonly Finding[] },
  settings: Settings,
  { hosts }: StackState,
): HostPlan {
  const before = hosts[plan.host] as HostOutput | undefined;
  const isHeld = findings.some(({ code }) => code === 'target-blocked');
  if (!isHeld || before === undefined || before.role === 'redirect') return plan;
  return planHost({ host: plan.host, site: before.site, role: 'domain' }, settings);
}

function textOf(findings: readonly Finding[]): string {
  return formatFindings(findings, { indent: 2 });
}
