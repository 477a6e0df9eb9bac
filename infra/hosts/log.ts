// What is said of each host: its findings, as the user of the stack reads them; what its owner does next; how it moves in.
import { warnEngine } from '@petstore/custom-domains/many-hosts';
import { registrableName } from '@petstore/custom-domains/names';
import { paragraph, type Shown, shown } from '@petstore/custom-domains/output';
import {
  type Finding,
  type FindingCode,
  formatFindings,
  isBlocking,
  type MoveStep,
  type RecordChange,
  withMove,
} from '@petstore/custom-domains/preflight';
import { targetOf } from '../plan/plan-stack.ts';
import { domainsCommand, refreshOf } from '../plan/stack-option.ts';
import type { HostPlan, StackPlan } from '../plan/types.ts';
import type { Declared, HostDecision } from './decision.ts';
import { nextSteps, type StepOptions } from './external-host.ts';

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
    const owners = ownersText(one, { stack, internetFile: log.internetFile });
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
    .filter(({ severity, code }) => severity !== 'info' && code !== 'apex-needs-alias')
    .map((one) => ({ ...one, severity: 'warning' }));
}

/** After this run: a host that is new has its certificate requested, and one that is verified is attached. */
function ownersText(
  { facts: { plan, own, before }, findings, move }: Declared,
  options: Parameters<typeof nextSteps>[1],
): string {
  if (plan.zone.provider !== 'external') return '';
  const certificate = plan.zone.verified ? 'ISSUED' : 'PENDING_VALIDATION';
  const isLeaving = before !== undefined && targetOf(before) !== plan.target && own?.target !== undefined;
  const target = isLeaving ? undefined : own?.target;
  const aliasWaits = move?.hasAlias === false;
  const steps = nextSteps(
    { plan, findings, certificate, target, isLeaving, aliasWaits, isNew: own === undefined },
    options,
  );
  return steps.map(({ when, command }) => `  ${when}: ${command}`).join('\n');
}

/**
 * As the user of the stack reads them. The old place of a host that moves in is no conflict. Fixes are other ones on the local stack:
 * nobody deploys it with Pulumi's command line, and its user owns all of its DNS.
 */
export function findingsFor(
  plan: HostPlan,
  findings: readonly Finding[],
  options: StepOptions,
  move?: { readonly step: MoveStep; readonly hasAlias?: boolean },
): readonly Finding[] {
  const { stack, internetFile } = options;
  const command = (name: string) => domainsCommand(name, plan.host, options);
  const { certificateRegion: region } = plan;
  const moved = (move === undefined ? findings : withMove(plan, findings, { ...move, region, command })).map(
    (one) => (one.remedy?.kind === 'move-in' ? { ...one, fix: `${one.fix}: ${command('move')}` } : one),
  );
  if (stack !== 'local') return moved;
  const isElsewhere = moved.some(({ code }) => code === 'zone-unconfirmed');
  // Without a running local cloud, another DNS was read (`--resolver`), and the finding's own fix holds.
  return moved.map((one) =>
    one.code === 'dns-unreadable' && internetFile === undefined
      ? one
      : localFix(one, plan, internetFile, isElsewhere),
  );
}

/** All of the local internet is one zone file and one server on this machine, which responds without a network. */
const LOCAL_FIX: Partial<Record<FindingCode, string>> = {
  'dns-unreadable':
    'see there whether CNAMEs at or below this name lead in a circle, or an NS record leads to a server whose address is not 127.0.0.1; then run it again, without --resolver, while npm run local runs',
  'lame-delegation':
    'remove the NS record; or add an SOA record beside it and 127.0.0.1 as the address of its server, which make the name a zone of its own',
};

/**
 * What is about records names the file that has them: there is no DNS host to log in to. `isElsewhere`: that file has the declared zone,
 * so that what the stack sets is not served.
 */
function localFix(
  one: Finding,
  { host, adopt, target, zone }: HostPlan,
  file = 'the zone file',
  isElsewhere = false,
): Finding {
  const name = zone.provider === 'external' ? registrableName(host) : zone.name;
  if (one.code === 'no-such-zone') {
    const fix = `declare ${name} in petstore:zones, or fix the spelling; or, where the zone is another's, add it to ${file}`;
    return { ...one, fix, records: zoneRecords(name) };
  }
  if (isElsewhere && ['zone-unconfirmed', 'record-missing'].includes(one.code))
    return { ...one, fix: `in ${file}: delete the SOA and the NS record of ${name}, which put it elsewhere` };
  const earlier = target === 'gateway' ? '; an API host of a lost state cannot be: start with --fresh' : '';
  if (one.code === 'adoptable' && adopt === undefined)
    return { ...one, fix: `take it over: ${domainsCommand('adopt', host, { stack: 'local' })}${earlier}` };
  if (one.remedy?.kind === 'set-again') return { ...one, fix: refreshOf('local') };
  const fix = LOCAL_FIX[one.code];
  if (fix !== undefined || one.remedy?.kind !== 'end-zone') {
    const isOfRecords = fix !== undefined || one.records.length > 0;
    return isOfRecords ? { ...one, fix: `in ${file}: ${fix ?? one.fix}` } : one;
  }
  // Both sides of a delegation are in one zone file, which is refused where an SOA is left without its NS records.
  const { zone: part, soa } = one.remedy;
  const removed = soa === undefined ? [] : [{ action: 'remove', ...soa } satisfies RecordChange];
  return {
    ...one,
    fix: `declare ${part} in petstore:zones with who serves it; or delete its SOA and its NS records from ${file}`,
    records: [...removed, ...one.records],
  };
}

/** The records that make a name of the local internet a zone of its own. */
function zoneRecords(zone: string): RecordChange[] {
  const server = `ns1.${zone}`;
  const records = [
    { name: zone, type: 'SOA', value: `${server} hostmaster.${zone} 1 7200 900 1209600 300` },
    { name: zone, type: 'NS', value: server },
    { name: server, type: 'A', value: '127.0.0.1' },
  ];
  return records.map((record) => ({ action: 'add', ttl: 3600, ...record }));
}
