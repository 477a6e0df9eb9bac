// The report as text for a terminal or a log.
import { describeZone } from '@petstore/custom-domains/dns-hosts';
import {
  count,
  join,
  type ListShape,
  namedLine,
  nameWidth,
  type Shown,
  shown,
  wrap,
} from '@petstore/custom-domains/output';
import {
  exitStatus,
  type Finding,
  formatFindings,
  MARKS,
  paint,
  verdictMark,
  verdictOf,
} from '@petstore/custom-domains/preflight';
import type { HostPlan } from '../../../infra/plan/types.ts';
import type { HostReport, StackReport } from '../host-report.ts';
import { nextLines, ownersTask } from '../next-steps.ts';
import { type Others, otherSentence } from '../other-stacks.ts';
import { type Confirmation, isRefused, type RemovedHostReport } from '../removed-hosts.ts';
import { staleText } from '../stale-dns.ts';
import { withoutListed } from '../targets.ts';

export function reportText(report: StackReport, options: TextOptions): Shown {
  const { hosts, removed, notes, uncompared, staleDns } = report;
  const names = [...hosts.map(({ plan }) => plan.host), ...removed.map(({ host }) => host)];
  const shape = { names: nameWidth(names), columns: options.width };
  return join([
    ...(staleDns === undefined ? [] : [staleText(staleDns, options.color), '']),
    heading(report),
    ...notes.flatMap((note) => wrap(`note: ${note}`, options.width)),
    '',
    ...hosts.map((host) => hostText(host, shape, options)),
    ...removed.map((host) => removedText(host, shape, options)),
    ...(names.length > 0 ? [''] : []),
    conclusion(report),
    ...refusals(report),
    ...(uncompared.length > 0 ? [NOT_COMPARED] : []),
    ...othersText(report),
  ]);
}

/** A line for each other stack of the change, and what reads them all. */
export function othersText({ others = [], readAll }: Others): Shown[] {
  return [
    ...others.map((other) => shown`${otherSentence(other)}: ${other.command}`),
    ...(readAll === undefined ? [] : [shown`${READ_ALL}: ${readAll}`]),
  ];
}

/** To go on with the command. */
export const READ_ALL = 'To check all stacks of the change';

const NOT_COMPARED = 'Whether a host is in two stacks is not known: see the note.';

function heading(report: StackReport): string {
  const { stack, base, hosts, removed } = report;
  if (base === undefined) return `${stack}: ${count(hosts.length, 'host')}`;
  const parts = [
    [hosts.filter(({ change }) => change === 'added').length, 'added'],
    [hosts.filter(({ change }) => change === 'changed').length, 'changed'],
    [removed.length, 'removed'],
  ] as const;
  const changes = parts.filter(([number]) => number > 0);
  if (changes.length === 0) return `${stack}: no host added, changed or removed since ${base}`;
  return `${stack}: ${changes.map(([number, what], index) => `${index === 0 ? count(number, 'host') : number} ${what}`).join(', ')}`;
}

function hostText(
  { plan, state, change, was, findings, summary, isDeployed, next, place }: HostReport,
  shape: ListShape,
  { color, width: columns }: TextOptions,
): Shown {
  const verdict = verdictOf(findings);
  const mark = verdictMark(verdict, color);
  const line =
    verdict === 'ok' ? `${stateText(state)}. ${summary}` : outcome(verdict, findings, { isDeployed, change });
  const details = formatFindings(findings, { color, indent: 6, width: columns });
  const changed = was === undefined ? [] : changedFacets(was, plan).map(facetText);
  const after = nextLines(next, 6);
  const start = namedLine(shown`  ${mark} `, plan.host, line, shape);
  const where = place === undefined ? [] : wrap(place, columns - 6).map((part) => shown`      ${part}`);
  return join([start, ...changed, ...(findings.length > 0 ? [details] : []), ...where, ...after]);
}

function facetText({ name, from, to }: ChangedFacet): Shown {
  return shown`      ${name}: ${from} → ${to}`;
}

function outcome(
  verdict: 'blocked' | 'unknown' | 'warning',
  findings: readonly Finding[],
  { isDeployed, change }: Pick<HostReport, 'isDeployed' | 'change'>,
): string {
  // One that was declared before may be deployed, where that is not known here: then it stays so.
  if (verdict === 'unknown')
    return isDeployed || change === 'changed'
      ? 'could not be read'
      : 'could not be read, so nothing of it is created';
  const open = findings.filter(({ severity }) => severity !== 'info').length;
  if (verdict === 'blocked' && isDeployed) return `deployed, and stays so; ${count(open, 'finding')} to fix`;
  return verdict === 'blocked' ? `blocked, ${count(open, 'finding')}` : count(open, 'warning');
}

/** The state of a host without open findings: `ready` to be created, or a later state. */
export function stateText(state: HostReport['state']): string {
  return state === 'declared' ? 'ready' : state;
}

function conclusion(report: StackReport): string {
  const { hosts, removed, stack, staleDns } = report;
  if (staleDns !== undefined)
    return `What is found is not certain until ${staleDns.file} is fixed: see above.`;
  const all = hosts.length;
  const open = removed.filter(({ findings }) => exitStatus(findings) === 1).length;
  if (open > 0)
    return `The ${open === 1 ? 'record' : 'records'} of ${count(open, 'removed host')} can be claimed.`;
  if (all === 0) return `nothing to check in ${stack}`;
  const number = (test: (findings: readonly Finding[]) => boolean) =>
    hosts.filter(({ findings }) => test(findings)).length;
  const outcomes = blockedOutcomes(hosts);
  if (outcomes.length > 0) return `${outcomes.join(', ')}. Details: --format json`;
  const unknown = number((findings) => exitStatus(findings) === 3);
  if (unknown > 0)
    return `${unknown} of ${all} could not be read completely, so their result is not certain.`;
  const waiting = hosts.filter(({ isDeployed, next }) => isDeployed && next.length > 0).length;
  if (waiting > 0) return `${waiting} of ${all} not served yet: the next step is above.`;
  const what = hosts.every(({ state }) => state === 'live') ? 'live' : 'ready';
  return all === 1 ? `It is ${what}.` : `All ${all} are ${what}.`;
}

function blockedOutcomes(hosts: readonly HostReport[]): string[] {
  const { blocked, deployed } = countBlocked(hosts);
  return [
    ...(blocked > 0 ? [`${blocked} of ${hosts.length} blocked`] : []),
    ...(deployed > 0 ? [`${deployed} of ${hosts.length} deployed with findings to fix`] : []),
  ];
}

/** A deployed host stays deployed: its findings block nothing of it. */
export function countBlocked(hosts: readonly HostReport[]): { blocked: number; deployed: number } {
  const found = hosts.filter(({ findings }) => verdictOf(findings) === 'blocked');
  const deployed = found.filter(({ isDeployed }) => isDeployed).length;
  return { blocked: found.length - deployed, deployed };
}

/** With its first letter as a capital. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export interface TextOptions {
  readonly color: boolean;
  readonly width: number;
}

export function removedText(
  host: RemovedHostReport,
  shape: ListShape,
  { color, width: columns }: TextOptions,
): Shown {
  const { refused, confirm, owners, listed, ...removed } = host;
  const findings = removed.findings.map((one) => withoutListed(one, listed));
  return join([
    namedLine(shown`  ${MARKS.removed} `, host.host, `removed, and ${brokenLinks(host)}`, shape),
    ...(refused === undefined ? [] : refusedLines(refused, confirm, columns)),
    ...waysOf(host).map((way) => shown`      ${paint('bold', way, color)}`),
    ...(findings.length === 0 ? [] : [formatFindings(findings, { color, indent: 6, width: columns })]),
    ...(owners === undefined ? [] : [ownersTask(owners, 6)]),
  ]);
}

function refusedLines(fix: string, confirm: Confirmation | undefined, columns: number): Shown[] {
  const text = `${refusal(fix)}${confirm === undefined ? '' : ':'}`;
  return wrap(text, columns - 6).map((line) => shown`      ${line}`);
}

/** The command that keeps the host and the line that confirms its removal: what is to be pasted stays whole. */
function waysOf({ keep, confirm }: RemovedHostReport): Shown[] {
  if (confirm !== undefined) return [shown`either  ${keep}`, shown`or      ${confirm.text}`];
  return [shown`first   ${keep}`];
}

/** To go on after "removed, and ". */
export function brokenLinks({ role }: Pick<RemovedHostReport, 'role'>): string {
  const was = role === 'redirect' ? 'it is no longer redirected' : 'nothing redirects from it';
  return `${was}: links to it will break`;
}

export function refusal(fix: string): string {
  return `production refuses to remove it: ${fix}`;
}

export function refusals({ removed, stack }: StackReport): string[] {
  const refused = refusedCount(removed);
  return refused === undefined ? [] : [`${refused}: ${stack} refuses the deployment, and nothing changes.`];
}

/** Undefined where none is. */
export function refusedCount(removed: StackReport['removed']): string | undefined {
  const refused = removed.filter(isRefused).length;
  return refused === 0 ? undefined : `${count(refused, 'removal')} not confirmed`;
}

export interface ChangedFacet {
  readonly name: string;
  readonly from: string;
  readonly to: string;
}

export function changedFacets(was: HostPlan, now: HostPlan): ChangedFacet[] {
  const before = facets(was);
  return Object.entries(facets(now)).flatMap(([name, to]) => {
    const from = before[name] ?? '';
    return from === to ? [] : [{ name, from, to }];
  });
}

function facets({ site, role, redirect, zone, certificateRegion, ttl }: HostPlan): Record<string, string> {
  return {
    site,
    role,
    'redirects to': redirect ? `${redirect.to} (${redirect.status})` : 'nothing',
    DNS: dns(zone),
    TTL: ttl === undefined ? "its target's" : `${ttl} s`,
    'certificate in': certificateRegion,
  };
}

function dns(zone: HostPlan['zone']): string {
  if (zone.provider === 'external') return zone.verified ? 'external, verified' : 'external';
  return describeZone(zone);
}
