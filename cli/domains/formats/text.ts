// The report of a stack as text, and the words that Markdown shares with it.
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
  formatFindings,
  MARKS,
  paint,
  verdictMark,
  verdictOf,
} from '@petstore/custom-domains/preflight';
import type { NextStep } from '../../../infra/hosts/next-steps.ts';
import type { OwnersRemoval } from '../../../infra/hosts/removal.ts';
import type { HostReport } from '../hosts.ts';
import type { StackReport } from '../inspect.ts';
import type { TextOptions } from '../io.ts';
import { isRefused, type RemovedHostReport } from '../removed.ts';
import { type Others, otherSentence } from '../stack.ts';

export function reportText(report: StackReport, options: TextOptions): Shown {
  const { hosts, removed, notes } = report;
  const names = [...hosts.map(({ plan }) => plan.host), ...removed.map(({ host }) => host)];
  const shape = { names: nameWidth(names), columns: options.width };
  return join([
    heading(report),
    ...notes.flatMap((note) => wrap(`note: ${note}`, options.width)),
    '',
    ...hosts.map((host) => hostText(host, shape, options)),
    ...removed.map((host) => removedText(host, shape, options)),
    ...(names.length > 0 ? [''] : []),
    conclusion(report),
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

function heading(report: StackReport): string {
  const { stack, base, hosts } = report;
  if (base === undefined) return `${stack}: ${count(hosts.length, 'host')}`;
  return `${stack}: ${changesOf(report).join(', ') || 'no host added, changed or removed'} since ${base}`;
}

/** `2 added, 1 removed`: those that there are. */
export function changesOf({ hosts, removed }: StackReport): string[] {
  const number = (change: HostReport['change']) => hosts.filter((one) => one.change === change).length;
  const moved = removed.filter(({ to }) => to !== undefined).length;
  return counted(
    [number('added'), 'added'],
    [number('changed'), 'changed'],
    [removed.length - moved, 'removed'],
    [moved, 'moved to another stack'],
  );
}

/** What is not healthy, each with its number. A deployed host stays deployed: its findings block nothing of it. */
export function openOf({ hosts, removed }: StackReport): string[] {
  const refused = removed.filter(isRefused).length;
  const claimable = removed.filter(({ findings }) => exitStatus(findings) === 1).length;
  const blocked = hosts.filter(({ findings }) => verdictOf(findings) === 'blocked');
  const deployed = blocked.filter(({ isDeployed }) => isDeployed).length;
  const unread = hosts.filter(({ findings }) => verdictOf(findings) === 'unknown').length;
  return counted(
    [refused, `removal${refused === 1 ? '' : 's'} not confirmed`],
    [claimable, 'removed with a record that others can claim'],
    [blocked.length - deployed, 'blocked'],
    [deployed, 'deployed with findings to fix'],
    [unread, 'not read'],
  );
}

/** Those that there are. */
export function counted(...all: readonly (readonly [number: number, what: string])[]): string[] {
  return all.filter(([number]) => number > 0).map(([number, what]) => `${number} ${what}`);
}

function hostText(host: HostReport, shape: ListShape, { color, width: columns }: TextOptions): Shown {
  const { plan, state, findings, summary, next } = host;
  const verdict = verdictOf(findings);
  const line = verdict === 'ok' ? `${stateText(state)}. ${summary}` : outcome(verdict, host);
  return join([
    namedLine(shown`  ${verdictMark(verdict, color)} `, plan.host, line, shape),
    ...(findings.length > 0 ? [formatFindings(findings, { color, indent: 6, width: columns })] : []),
    ...nextLines(next, 6),
  ]);
}

/** What the findings mean for the host. One that was declared before may be deployed, where that is not known here. */
export function outcome(
  verdict: 'blocked' | 'unknown' | 'warning',
  { findings, isDeployed, change }: HostReport,
): string {
  const open = findings.filter(({ severity }) => severity !== 'info').length;
  if (verdict === 'warning') return count(open, 'warning');
  const toFix = `${count(open, 'finding')} to fix`;
  if (verdict === 'blocked')
    return isDeployed ? `deployed, and stays so; ${toFix}` : `blocked, ${toFix} first`;
  if (isDeployed) return 'could not be read; deployed, and stays so';
  return change === 'changed' ? 'could not be read' : 'could not be read, so nothing of it is created';
}

/** The state of a host without open findings: `ready` to be created, or a later state. */
export function stateText(state: HostReport['state']): string {
  return state === 'declared' ? 'ready' : state;
}

function conclusion(report: StackReport): string {
  const { hosts, stack, status } = report;
  const open = openOf(report);
  if (open.length > 0) return `${open.join(', ')}. Details: --format json`;
  if (status === 3) return 'What is found is not certain, as not everything was read.';
  if (hosts.length === 0) return `nothing to check in ${stack}`;
  const waiting = hosts.filter(({ isDeployed, next }) => isDeployed && next.length > 0).length;
  if (waiting > 0) return `${waiting} of ${hosts.length} with a next step, which is above.`;
  const what = hosts.every(({ state }) => state === 'live') ? 'live' : 'ready';
  return hosts.length === 1 ? `It is ${what}.` : `All ${hosts.length} are ${what}.`;
}

/** With its first letter as a capital. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function removedText(host: RemovedHostReport, shape: ListShape, { color, width: columns }: TextOptions) {
  const { keep, refused, confirm, owners, findings } = host;
  // The command that keeps the host and the line that confirms its removal: what is to be pasted stays whole.
  const advice = isAdvised(host) ? [shown`to keep its links:  ${keep}`] : [];
  const ways = confirm === undefined ? advice : [shown`either  ${keep}`, shown`or      ${confirm.text}`];
  return join([
    namedLine(shown`  ${MARKS.removed} `, host.host, `${fateOf(host)}, and ${brokenLinks(host)}`, shape),
    ...(refused === undefined ? [] : wrap(`${refusal(refused)}:`, columns - 6)).map(
      (line) => shown`      ${line}`,
    ),
    ...ways.map((way) => shown`      ${paint('bold', way, color)}`),
    ...(findings.length === 0 ? [] : [formatFindings(findings, { color, indent: 6, width: columns })]),
    ...(owners === undefined ? [] : [ownersTask(owners, 6)]),
  ]);
}

/** Whether the links to a removed host are worth a command: that of a redirect was removed on purpose, unless it moves. */
export const isAdvised = ({ role, to }: Pick<RemovedHostReport, 'role' | 'to'>): boolean =>
  role !== 'redirect' || to !== undefined;

/** What the change does with it, to go on after its name. */
export function fateOf({ to }: Pick<RemovedHostReport, 'to'>): string {
  return to === undefined ? 'removed' : `moves to the stack ${to}`;
}

/** To go on after "removed, and ". */
export function brokenLinks({ role, to }: Pick<RemovedHostReport, 'role' | 'to'>): string {
  if (to !== undefined) return `links to it break until ${to} serves it`;
  const was = role === 'redirect' ? 'it is no longer redirected' : 'nothing redirects from it';
  return `${was}: links to it will break`;
}

export function refusal(fix: string): string {
  return `production refuses to remove it: ${fix}`;
}

/** A line for each: `next    once they are set: npm run domains -- verify HOST`. */
export function nextLines(steps: readonly NextStep[], indent: number): Shown[] {
  return steps.map(({ when, command }, index) => {
    const label = index === 0 ? 'next    ' : '        ';
    return shown`${' '.repeat(indent)}${label}${when}: ${command}`;
  });
}

export function ownersTask({ what, records }: OwnersRemoval, indent: number): Shown {
  const left = ' '.repeat(indent);
  return join([shown`${left}${what}`, ...records.map((record) => shown`${left}  ${record}`)]);
}
