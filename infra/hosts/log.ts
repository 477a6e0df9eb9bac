// What a run logs of each host: its findings, the command for its next step, how it moves in.
import { warnEngine } from '@petstore/custom-domains/many-hosts';
import { paragraph, type Shown, shown } from '@petstore/custom-domains/output';
import {
  type Finding,
  formatFindings,
  isAbout,
  isBlocking,
  isRouted,
} from '@petstore/custom-domains/preflight';
import { domainsCommand } from '../plan/stack-option.ts';
import type { StackPlan } from '../plan/types.ts';
import type { HostDecision } from './decide.ts';

/** Receives text for a person. `codes`: those of the findings; absent where it is why something of the host failed in this run. */
export interface PreflightLog {
  /** Columns that findings are broken at; without it as for a log. */
  readonly width?: number;
  /** Of the local cloud: the zone file in which the owner of an external host sets its records. */
  readonly internetFile?: string;
  leftOut(host: string, findings: string, codes: readonly string[]): void;
  warn(host: string, findings: string, codes?: readonly string[]): void;
  waits(host: string, next: string, what: WaitsFor): void;
  report?(line: Shown): void;
}

/** The command for the next step of an external host or of a move; what the owner of a removed host deletes. */
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
): void {
  const logFindings = (kind: 'leftOut' | 'warn', host: string, findings: readonly Finding[]) => {
    const codes = new Set(findings.map(({ code }) => code));
    if (codes.size > 0) log[kind](host, findingsText(findings, log.width), [...codes]);
  };
  for (const one of decisions) {
    const { host } = one.plan;
    if (one.kind === 'left-out') {
      logFindings('leftOut', host, one.findings.filter(isBlocking));
      continue;
    }
    logFindings('warn', host, warningsOf(one.findings));
    // Its command shows the stages, and what is next of them.
    const next = (name: string) => `  the next step: ${domainsCommand(name, host, { stack, words: [] })}`;
    const { zone } = one.declared;
    const isSettled = zone.provider !== 'external' || (zone.verified && isRouted(one.findings));
    if (one.move !== undefined) log.waits(host, next('move'), 'move');
    else if (!isSettled && settings.preflight !== 'off') log.waits(host, next('status'), 'owner');
  }
}

export function findingsText(findings: readonly Finding[], width?: number): string {
  return String(formatFindings(findings, { indent: 2, width }));
}

/** Also what would block a new host. That an apex needs an ALIAS, the records show that its owner is to set. */
function warningsOf(findings: readonly Finding[]): Finding[] {
  return findings
    .filter((one) => one.severity !== 'info' && !isAbout(one, 'apex'))
    .map((one) => ({ ...one, severity: 'warning' }));
}
