// Which hosts of the plan this run declares: preflight reads live DNS first, and a blocked new host is left out.

import type { DnsAdapter, HostZone, ZoneDeclaration } from '@petstore/custom-domains/dns-hosts';
import {
  type CertificateRequest,
  type Import,
  isDeployed,
  isStranded,
  ownRecords,
  type StackState,
} from '@petstore/custom-domains/many-hosts';
import {
  type CheckedHost,
  check,
  createReader,
  type Expected,
  type Finding,
  formatFindings,
  isBlocked,
  isBlocking,
  mayBeAdoptable,
  type ReaderOptions,
} from '@petstore/custom-domains/preflight';
import type { Settings } from '../config/settings.ts';
import { planHost, targetOf } from '../plan/plan-host.ts';
import type { HostPlan, StackPlan } from '../plan/types.ts';
import { isToAdopt, judge, type LookedUp, lookUpHosts, newImports } from './adoption.ts';
import { awaitedUntil, isRoutingAwaited } from './awaited-routing.ts';
import { previousHosts } from './deployed-hosts.ts';
import { logNext, ownersFindings } from './external-log.ts';
import { localFixes } from './local-fixes.ts';
import { judgeMove, type Moves, planMoves } from './moving.ts';
import { logMoves } from './moving-log.ts';
import type { PreflightLog } from './preflight-log.ts';
import { httpsPort } from './url.ts';
import { zoneServers } from './zone-servers.ts';

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
  /** By host: the resources that this run takes over, by logical name. */
  readonly imports: ReadonlyMap<string, ReadonlyMap<string, Import>>;
  /** Hosts that move in, and that the stack does not route yet. */
  readonly moves: Moves;
  /** By external host: until when its owner is waited for. */
  readonly awaited: ReadonlyMap<string, string>;
}

export interface AdmissionOptions {
  readonly dns?: ReaderOptions;
  readonly log: PreflightLog;
  /** What became of the certificates in the state, by host. */
  readonly requests: ReadonlyMap<string, CertificateRequest>;
  /** The adapter of a host's zone, which looks up the zone's name servers and the records that exist. */
  readonly dnsOf: (zone: HostZone) => Promise<DnsAdapter>;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** `petstore:preflight: strict`: some hosts are blocked, and nothing was created. Its message has every finding. */
export class PreflightError extends Error {
  override readonly name = 'PreflightError';
  readonly code = 'preflight-blocked';
  readonly leftOut: readonly LeftOutHost[];

  constructor(stack: string, leftOut: readonly LeftOutHost[]) {
    const many = leftOut.length === 1 ? '1 host is' : `${leftOut.length} hosts are`;
    const texts = leftOut.map(({ plan, findings }) => `${plan.host}\n${textOf(findings)}`);
    super(
      `${stack}: ${many} blocked; nothing was changed (petstore:preflight is strict)\n${texts.join('\n')}`,
    );
    this.leftOut = leftOut;
  }
}

/**
 * Runs the preflight of every host of the plan, before anything is declared. A host in the state is never left out:
 * its findings, its own records apart, are warnings. One whose certificate failed before it was attached counts as
 * new. Throws PreflightError where the mode is strict and a host is blocked.
 */
export async function admitHosts(
  plan: StackPlan,
  state: StackState,
  { dns, log, requests, dnsOf, now }: AdmissionOptions,
): Promise<Admission> {
  const mode = plan.settings.preflight;
  const adopted = await lookUpHosts(
    plan.hosts.filter((one) => isToAdopt(one, state)),
    dnsOf,
  );
  const imports = new Map(
    plan.hosts.map((one) => [one.host, newImports(one, adopted.get(one.host), state)] as const),
  );
  if (mode === 'off') {
    const unseen = plan.hosts.map((host) => ({ plan: host, findings: [] }));
    const moves = await planMoves(unseen, { state, dnsOf, region: plan.region, stack: plan.stack });
    logMoves(unseen, moves, { stack: plan.stack, log, hasFindings: false });
    return { hosts: plan.hosts, leftOut: [], imports, moves, awaited: awaitedHosts(unseen, state, now) };
  }
  const { judged, expected, moves } = await judgeHosts(plan, state, adopted, { dns, requests, dnsOf, now });
  const { blocked = [], admitted = [] } = Object.groupBy(judged, (one) =>
    !expected.has(one.plan.host) && isBlocked(one.findings) ? 'blocked' : 'admitted',
  );
  const leftOut = blocked.map((one) => ({ plan: one.plan, findings: one.findings.filter(isBlocking) }));
  if (mode === 'strict' && leftOut.length > 0) throw new PreflightError(`Pulumi.${plan.stack}.yaml`, leftOut);
  for (const { plan: host, findings } of leftOut)
    log.leftOut(host.host, textOf(findings, log), codesOf(findings));
  for (const one of admitted)
    logWarnings(one.plan.host, ownersFindings(one, expected.get(one.plan.host)), log);
  for (const one of admitted) {
    const { host } = one.plan;
    const before = previousHosts(state)[host];
    logNext(one, { own: expected.get(host), before, stack: plan.stack, log });
  }
  logMoves(admitted, moves, { stack: plan.stack, log, hasFindings: true });
  const awaited = awaitedHosts(admitted, state, now);
  const hosts = admitted.map((one) => keptServing(one, plan.settings, state));
  return { hosts, leftOut, imports, moves, awaited };
}

/** The findings of every host, with what the account has of those that are in use; and the records of those that are deployed. */
async function judgeHosts(
  plan: StackPlan,
  state: StackState,
  adopted: ReadonlyMap<string, LookedUp>,
  { dns, requests, dnsOf, now }: Omit<AdmissionOptions, 'log'>,
) {
  const deployed = plan.hosts.filter(
    (one) => isDeployed(state, one.host) && !isStranded(one, requests.get(one.host) ?? {}, state),
  );
  const expected = new Map(deployed.map(({ host }) => [host, expectedOf(host, state, now)]));
  const before = new Map(deployed.flatMap(({ host }) => beforeOf(host, state)));
  const assigned = await zoneServers(zonesOf(plan), dnsOf);
  const checked = await check(plan.hosts, createReader(dns), { expected, before, assigned });
  const inUse = checked.filter(
    ({ plan: one, findings }) =>
      !expected.has(one.host) && !adopted.has(one.host) && !one.moving && mayBeAdoptable(findings),
  );
  const others = await lookUpHosts(
    inUse.map((one) => one.plan),
    dnsOf,
  );
  const moves = await planMoves(checked, { state, dnsOf, region: plan.region, stack: plan.stack });
  const judged = checked.map((one) => {
    const known = judge(one, adopted.get(one.plan.host) ?? others.get(one.plan.host));
    const moved = judgeMove(known, moves.get(one.plan.host), plan.stack);
    return { ...moved, findings: localFixes(moved.findings, plan.stack) };
  });
  return { judged, expected, moves };
}

/** The declared zones that have a host, each once. */
function zonesOf({ hosts }: StackPlan): ZoneDeclaration[] {
  const declared = hosts.flatMap(({ zone }) => (zone.provider === 'external' ? [] : [zone]));
  return [...new Map(declared.map((zone) => [zone.name, zone])).values()];
}

/** Its records, and whether its owner has had the time to set the one that only a deployment shows. */
function expectedOf(host: string, state: StackState, now: number): Expected {
  const { url, routingAwaitedUntil } = previousHosts(state)[host] ?? {};
  const isAwaited = isRoutingAwaited(routingAwaitedUntil, now);
  return {
    ...ownRecords(state, host),
    ...(isAwaited && { routingAwaited: true }),
    ...(url !== undefined && { httpsPort: httpsPort(url) }),
  };
}

/** By host: until when the outputs of this run wait for the owners of external hosts. */
function awaitedHosts(
  hosts: readonly Pick<CheckedHost<HostPlan>, 'plan' | 'findings'>[],
  state: StackState,
  now: number,
): Admission['awaited'] {
  const before = previousHosts(state);
  const all = hosts.map(({ plan, findings }) => {
    const until = awaitedUntil(plan, { before: before[plan.host], findings, now });
    return [plan.host, until] as const;
  });
  return new Map(all.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

/** What the host was attached to, from the outputs of the last deployment that reached its end. */
function beforeOf(host: string, state: StackState) {
  const was = previousHosts(state)[host];
  return was === undefined ? [] : [[host, { target: targetOf(was) }] as const];
}

/**
 * Of a deployed host every finding is a warning, also one that would block a new host. That an apex needs an ALIAS, the records say
 * that its owner is to set.
 */
function logWarnings(host: string, findings: readonly Finding[], log: PreflightLog): void {
  const warnings = findings
    .filter(({ severity, code }) => severity !== 'info' && code !== 'apex-needs-alias')
    .map((one): Finding => ({ ...one, severity: 'warning' }));
  if (warnings.length > 0) log.warn(host, textOf(warnings, log), codesOf(warnings));
}

const codesOf = (findings: readonly Finding[]): string[] => [...new Set(findings.map(({ code }) => code))];

/** A deployed host that will redirect to a blocked one keeps serving its site, if it served one, until the target exists. */
function keptServing(
  { plan, findings }: { readonly plan: HostPlan; readonly findings: readonly Finding[] },
  settings: Settings,
  state: StackState,
): HostPlan {
  const before = previousHosts(state)[plan.host];
  const isHeld = findings.some(({ code }) => code === 'target-blocked');
  if (!isHeld || before === undefined || before.role === 'redirect') return plan;
  return planHost({ host: plan.host, site: before.site, role: 'domain' }, settings);
}

function textOf(findings: readonly Finding[], { width }: Pick<PreflightLog, 'width'> = {}): string {
  return String(formatFindings(findings, { indent: 2, width }));
}
