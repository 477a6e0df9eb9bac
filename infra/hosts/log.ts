// What a run logs of each host: its findings, what its owner does next, how it moves in.
import { warnEngine } from '@petstore/custom-domains/many-hosts';
import { paragraph, type Shown, shown } from '@petstore/custom-domains/output';
import { type Finding, formatFindings, isAbout, isBlocking } from '@petstore/custom-domains/preflight';
import { attachmentKind } from '../plan/plan-stack.ts';
import { type Audience, domainsCommand } from '../plan/stack-option.ts';
import type { StackPlan } from '../plan/types.ts';
import type { Declared, HostDecision } from './decide.ts';
import type { DeployedHost } from './host-output.ts';
import { stagesOf } from './lifecycle.ts';
import { nextSteps } from './next-steps.ts';

/**
 * Receives text for a person: the findings of a host that is left out, those of one that is declared nevertheless, what the
 * owner of an external host does next, or after its removal, and how a host that moves in goes on.
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
  /** How a release goes on; Pulumi's log without it. */
  report?(line: Shown): void;
}

/** What the owner of an external host does, also after its removal, or the next step of a host that moves in. */
export type WaitsFor = 'owner' | 'removal' | 'move';

/** Pulumi shows these warnings in preview and in up, with the stack. */
export const pulumiLog: PreflightLog = {
  // Pulumi indents them by 4, in terminals of 80 columns and more.
  width: 76,
  leftOut: (host, findings) =>
    void warnEngine(
      shown`${host} is blocked and left out; everything else is deployed\n${paragraph(findings)}`,
    ),
  warn: (host, findings) => warnEngine(shown`${host}\n${paragraph(findings)}`),
  waits: (host, next, what) =>
    void warnEngine(shown`${host}${what === 'move' ? ' moves in' : ''}\n${paragraph(next)}`),
};

export function logDecisions(
  decisions: readonly HostDecision[],
  { stack, settings }: StackPlan,
  log: PreflightLog,
  now: Date,
): void {
  const logFindings = (kind: 'leftOut' | 'warn', host: string, findings: readonly Finding[]) => {
    const codes = new Set(findings.map(({ code }) => code));
    if (codes.size > 0) log[kind](host, findingsText(findings, log.width), [...codes]);
  };
  for (const one of decisions) {
    const { host } = one.facts.plan;
    if (one.kind === 'left-out') {
      logFindings('leftOut', host, one.findings.filter(isBlocking));
      continue;
    }
    logFindings('warn', host, warningsOf(one.findings));
    const owners = ownersText(one, { stack, internetFile: log.internetFile }, now);
    if (owners !== '' && settings.preflight !== 'off') log.waits(host, owners, 'owner');
    if (one.move !== undefined)
      log.waits(host, `  the next step: ${domainsCommand('move', host, { stack })}`, 'move');
  }
}

export function findingsText(findings: readonly Finding[], width?: number): string {
  return String(formatFindings(findings, { indent: 2, width }));
}

/**
 * Of a declared host every finding is a warning, also one that would block a new host. That an apex needs an ALIAS, the
 * records show that its owner is to set.
 */
function warningsOf(findings: readonly Finding[]): Finding[] {
  return findings
    .filter((one) => one.severity !== 'info' && !isAbout(one, 'apex'))
    .map((one) => ({ ...one, severity: 'warning' }));
}

/** After this run: a host that is new has its certificate requested, and one that is verified is attached. */
function ownersText(judgement: Declared, audience: Audience, now: Date): string {
  const { facts, waiting } = judgement;
  const { plan, own, output } = facts;
  if (plan.zone.provider !== 'external') return '';
  const isNew = own === undefined;
  const isLeaving =
    output !== undefined && attachmentKind(output) !== plan.target && own?.target !== undefined;
  const after: DeployedHost = {
    ...{ site: plan.site, role: plan.role, records: [], waiting },
    certificate: plan.zone.verified ? 'ISSUED' : 'PENDING_VALIDATION',
    target: isLeaving ? undefined : own?.target,
  };
  const reading = {
    judgement: { ...judgement, facts: { ...facts, output: after } },
    after: { isNew, isLeaving },
    now,
  };
  const steps = nextSteps(stagesOf(reading), reading, audience);
  return steps.map(({ when, command }) => `  ${when}: ${command}`).join('\n');
}
