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
import { formatFindings, MARKS, paint, verdictMark, verdictOf } from '@petstore/custom-domains/preflight';
import { countsOf, type HostReport, type StackReport } from '../host-report.ts';
import { nextLines, ownersTask } from '../next-steps.ts';
import { type Others, otherSentence } from '../other-stacks.ts';
import type { RemovedHostReport } from '../removed-hosts.ts';
import { staleText } from '../running-cloud.ts';

export function reportText(report: StackReport, options: TextOptions): Shown {
  const { stack, hosts, removed, notes, uncompared, staleDns } = report;
  const refused = refusedText(report);
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
    ...(refused === undefined ? [] : [`${refused}: ${stack} refuses the deployment, and nothing changes.`]),
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
  const { stack, base, hosts } = report;
  if (base === undefined) return `${stack}: ${count(hosts.length, 'host')}`;
  const [first, ...others] = changesOf(report);
  if (first === undefined) return `${stack}: no host added, changed or removed since ${base}`;
  const [number, what] = first;
  return `${stack}: ${[`${count(number, 'host')} ${what}`, ...counted(...others)].join(', ')}`;
}

type Counted = readonly [number: number, what: string];

/** Those that there are. */
export function changesOf(report: StackReport): Counted[] {
  const { added, changed, removed } = countsOf(report);
  const all: Counted[] = [
    [added, 'added'],
    [changed, 'changed'],
    [removed, 'removed'],
  ];
  return all.filter(([number]) => number > 0);
}

function hostText(host: HostReport, shape: ListShape, { color, width: columns }: TextOptions): Shown {
  const { plan, state, findings, summary, next, place } = host;
  const verdict = verdictOf(findings);
  const mark = verdictMark(verdict, color);
  const line = verdict === 'ok' ? `${stateText(state)}. ${summary}` : outcome(verdict, host);
  const details = formatFindings(findings, { color, indent: 6, width: columns });
  const after = nextLines(next, 6);
  const start = namedLine(shown`  ${mark} `, plan.host, line, shape);
  const where = place === undefined ? [] : wrap(place, columns - 6).map((part) => shown`      ${part}`);
  return join([start, ...(findings.length > 0 ? [details] : []), ...where, ...after]);
}

function outcome(
  verdict: 'blocked' | 'unknown' | 'warning',
  { findings, isDeployed, change }: HostReport,
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
  const { hosts, stack, staleDns } = report;
  const { claimable, blocked, deployed, unread, waiting } = countsOf(report);
  const all = hosts.length;
  if (staleDns !== undefined)
    return `What is found is not certain until ${staleDns.file} is fixed: see above.`;
  if (claimable > 0)
    return `The ${claimable === 1 ? 'record' : 'records'} of ${count(claimable, 'removed host')} can be claimed.`;
  if (all === 0) return `nothing to check in ${stack}`;
  const outcomes = counted(
    [blocked, `of ${all} blocked`],
    [deployed, `of ${all} deployed with findings to fix`],
  );
  if (outcomes.length > 0) return `${outcomes.join(', ')}. Details: --format json`;
  if (unread > 0) return `${unread} of ${all} could not be read completely, so their result is not certain.`;
  if (waiting > 0) return `${waiting} of ${all} not served yet: the next step is above.`;
  const what = hosts.every(({ state }) => state === 'live') ? 'live' : 'ready';
  return all === 1 ? `It is ${what}.` : `All ${all} are ${what}.`;
}

/** Those that there are, each with its number. */
export function counted(...all: readonly Counted[]): string[] {
  return all.filter(([number]) => number > 0).map(([number, what]) => `${number} ${what}`);
}

/** With its first letter as a capital. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export interface TextOptions {
  readonly color: boolean;
  readonly width: number;
}

function removedText(
  host: RemovedHostReport,
  shape: ListShape,
  { color, width: columns }: TextOptions,
): Shown {
  const { keep, refused, confirm, owners, unlisted: findings } = host;
  // The command that keeps the host and the line that confirms its removal: what is to be pasted stays whole.
  const ways =
    confirm === undefined
      ? [shown`first   ${keep}`]
      : [shown`either  ${keep}`, shown`or      ${confirm.text}`];
  return join([
    namedLine(shown`  ${MARKS.removed} `, host.host, `removed, and ${brokenLinks(host)}`, shape),
    ...(refused === undefined ? [] : wrap(`${refusal(refused)}:`, columns - 6)).map(
      (line) => shown`      ${line}`,
    ),
    ...ways.map((way) => shown`      ${paint('bold', way, color)}`),
    ...(findings.length === 0 ? [] : [formatFindings(findings, { color, indent: 6, width: columns })]),
    ...(owners === undefined ? [] : [ownersTask(owners, 6)]),
  ]);
}

/** To go on after "removed, and ". */
export function brokenLinks({ role }: Pick<RemovedHostReport, 'role'>): string {
  const was = role === 'redirect' ? 'it is no longer redirected' : 'nothing redirects from it';
  return `${was}: links to it will break`;
}

export function refusal(fix: string): string {
  return `production refuses to remove it: ${fix}`;
}

/** Undefined where production refuses none. */
export function refusedText(report: StackReport): string | undefined {
  const { refused } = countsOf(report);
  return refused === 0 ? undefined : `${count(refused, 'removal')} not confirmed`;
}
