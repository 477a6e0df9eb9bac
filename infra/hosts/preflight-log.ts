// Who receives what the preflight says of a host: Pulumi's own log, unless a runner has another one.
import { warnEngine } from '@petstore/custom-domains/many-hosts';
import { paragraph, shown } from '@petstore/custom-domains/output';

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
