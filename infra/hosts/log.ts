// What a run says of each host: its findings, what its owner does next, and how far it has moved in.
import { warnEngine } from '@petstore/custom-domains/many-hosts';
import { paragraph, shown } from '@petstore/custom-domains/output';
import { type Finding, formatFindings, isBlocking } from '@petstore/custom-domains/preflight';
import { targetOf } from '../plan/plan-host.ts';
import type { StackPlan } from '../plan/types.ts';
import type { Declared, HostDecision } from './decision.ts';
import { domainsCommand, nextSteps } from './external-host.ts';

/**
 * Receives text for a person: the findings of a host that is left out, those of one that is declared nevertheless, what the
 * owner of an external host does next, or after its removal, and how far a host that moves in is.
 */
export interface PreflightLog {
  /** Columns that findings are broken at; without it as for a log. */
  readonly width?: number;
  /** Of the local cloud: the zone file in which the owner of an external host sets its records. */
  readonly internetFile?: string;
  /** `codes`: those of the findings. */
  leftOut(host: string, findings: string, codes: readonly string[]): void;
  /** Without codes: why something of the host failed in this run. */
  warn(host: string, findings: string, codes?: readonly string[]): void;
  waits(host: string, next: string, what: WaitsFor): void;
}

/** What the owner of an external host does, or the next step of a host that moves in. */
export type WaitsFor = 'owner' | 'move';

/** Pulumi shows these warnings in preview and in up, with the stack. */
export const pulumiLog: PreflightLog = {
  leftOut: (host, findings) =>
    void warnEngine(
      shown`${host} is blocked and left out; everything else is deployed\n${paragraph(findings)}`,
    ),
  warn: (host, findings) => warnEngine(shown`${host}\n${paragraph(findings)}`),
  waits: (host, next, what) =>
    void warnEngine(shown`${host}${what === 'move' ? ' moves in' : ''}\n${paragraph(next)}`),
};

/** First the hosts that are left out; then the findings of the others, the steps of owners, and the moves. */
export function logDecisions(
  decisions: readonly HostDecision[],
  { stack, settings }: StackPlan,
  log: PreflightLog,
): void {
  const declared = decisions.filter((one) => one.kind === 'declared');
  const hasFindings = settings.preflight !== 'off';
  for (const { facts, findings, kind } of decisions) {
    const blocking = findings.filter(isBlocking);
    if (kind === 'left-out') log.leftOut(facts.plan.host, findingsText(blocking, log), codesOf(blocking));
  }
  if (hasFindings) {
    for (const one of declared) logWarnings(one, log);
    for (const one of declared) logNext(one, stack, log);
  }
  for (const one of declared) logMove(one, stack, { log, hasFindings });
}

export function findingsText(
  findings: readonly Finding[],
  { width }: Pick<PreflightLog, 'width'> = {},
): string {
  return String(formatFindings(findings, { indent: 2, width }));
}

const codesOf = (findings: readonly Finding[]): string[] => [...new Set(findings.map(({ code }) => code))];

/**
 * Of a declared host every finding is a warning, also one that would block a new host. That an apex needs an ALIAS, the
 * records show that its owner is to set.
 */
function logWarnings(declared: Declared, log: PreflightLog): void {
  const warnings = declared.findings
    .filter(({ severity, code }) => severity !== 'info' && code !== 'apex-needs-alias')
    .map((one): Finding => ({ ...one, severity: 'warning' }));
  if (warnings.length > 0) log.warn(declared.facts.plan.host, findingsText(warnings, log), codesOf(warnings));
}

/** After this run: a host that is new has its certificate requested, and one that is verified is attached. */
function logNext({ facts, findings }: Declared, stack: string, log: PreflightLog): void {
  const { plan, own, before } = facts;
  if (plan.zone.provider !== 'external') return;
  const certificate = plan.zone.verified ? 'ISSUED' : 'PENDING_VALIDATION';
  const isLeaving = before !== undefined && targetOf(before) !== plan.target && own?.target !== undefined;
  const target = isLeaving ? undefined : own?.target;
  const steps = nextSteps(
    { plan, findings, certificate, target, isLeaving, isNew: own === undefined },
    { stack, internetFile: log.internetFile },
  );
  const text = steps.map(({ when, command }) => `  ${when}: ${command}`).join('\n');
  if (text !== '') log.waits(plan.host, text, 'owner');
}

/** The findings of a move that waits name the command already, where they were logged. */
function logMove(
  { facts, findings, move }: Declared,
  stack: string,
  { log, hasFindings }: { readonly log: PreflightLog; readonly hasFindings: boolean },
): void {
  if (move === undefined || (move.step.kind === 'waits' && hasFindings)) return;
  const { host } = facts.plan;
  const next = domainsCommand('move', host, { stack });
  log.waits(host, `  ${progressOf(move.step, findings)}; the next step: ${next}`, 'move');
}

/** An external host moves for as long as its line is there: the stack does not set its routing record. */
function progressOf(step: NonNullable<Declared['move']>['step'], findings: readonly Finding[]): string {
  if (findings.some(({ code }) => code === 'already-configured')) return 'its routing record leads here';
  if (step.kind === 'waits') return step.why;
  if (step.kind === 'replaces') return 'this run sets its routing record';
  return 'its old place serves until its routing record leads here';
}
