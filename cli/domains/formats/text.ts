// The report as text for a terminal or a log.

import type { Finding } from '@petstore/custom-domains/preflight';
import {
  exitStatus,
  formatFindings,
  MARKS,
  paint,
  verdictOf,
  wrap,
} from '@petstore/custom-domains/preflight';
import type { HostReport, StackReport } from '../inspect.ts';

interface Look {
  readonly color: boolean;
  readonly width: number;
}

export function reportText(report: StackReport, look: Look): string {
  const { hosts, removed, notes } = report;
  const names = [...hosts.map(({ plan }) => plan.host), ...removed.map(({ host }) => host)];
  const width = Math.max(0, ...names.map((name) => name.length));
  return [
    heading(report),
    ...notes.flatMap((note) => wrap(`note: ${note}`, look.width)),
    '',
    ...hosts.map((host) => hostText(host, width, look)),
    ...removed.map((host) => removedText(host, width, look)),
    ...(names.length > 0 ? [''] : []),
    conclusion(report),
  ].join('\n');
}

function heading({ stack, base, hosts, removed }: StackReport): string {
  if (base === undefined) return `${stack}: ${count(hosts.length, 'host')}`;
  const parts = [
    [hosts.filter(({ change }) => change === 'added').length, 'added'],
    [hosts.filter(({ change }) => change === 'changed').length, 'changed'],
    [removed.length, 'removed'],
  ] as const;
  const said = parts.filter(([number]) => number > 0);
  if (said.length === 0) return `${stack}: no host added, changed or removed since ${base}`;
  return `${stack}: ${said.map(([number, what], index) => `${index === 0 ? count(number, 'host') : number} ${what}`).join(', ')}`;
}

function hostText(
  { plan, state, findings, summary, next }: HostReport,
  width: number,
  { color, width: columns }: Look,
): string {
  const verdict = verdictOf(findings);
  const mark = paint(looks[verdict].style, looks[verdict].mark, color);
  const line = verdict === 'ok' ? `${stateText(state)}. ${summary}` : outcome(verdict, findings);
  const details = formatFindings(findings, { color, indent: 6, width: columns });
  const after = next === undefined ? [] : [`      ${next.when}: ${next.command}`];
  return [`  ${mark} ${plan.host.padEnd(width)}  ${line}`, ...(details ? [details] : []), ...after].join(
    '\n',
  );
}

const looks = {
  ok: { style: 'ok', mark: MARKS.ok },
  warning: { style: 'warning', mark: MARKS.warning },
  unknown: { style: 'blocked', mark: '?' },
  blocked: { style: 'blocked', mark: MARKS.blocked },
} as const;

function outcome(verdict: 'blocked' | 'unknown' | 'warning', findings: readonly Finding[]): string {
  if (verdict === 'unknown') return 'could not be read, so nothing of it is made';
  const open = findings.filter(({ severity }) => severity !== 'info').length;
  return verdict === 'blocked' ? `blocked, ${count(open, 'finding')}` : count(open, 'warning');
}

/** What a host with nothing against it is: `ready` to be made, or where it is in its life. */
export function stateText(state: HostReport['state']): string {
  return state === 'declared' ? 'ready' : state;
}

function removedText(
  { host, role, redirectTo, keep, refused }: StackReport['removed'][number],
  width: number,
  { color, width: columns }: Look,
): string {
  const start = `  ${MARKS.removed} ${host.padEnd(width)}  removed`;
  if (redirectTo !== undefined) return `${start}; it redirects to ${redirectTo} from now on`;
  const was = role === 'redirect' ? 'nothing redirects it any more' : 'nothing redirects from it';
  return [
    `${start}, and ${was}: links to it will break`,
    `      ${paint('bold', `first   ${keep}`, color)}`,
    ...(refused === undefined ? [] : wrap(refusal(refused), columns - 6).map((line) => `      ${line}`)),
  ].join('\n');
}

export function refusal(fix: string): string {
  return `production refuses to take it down: ${fix}`;
}

function conclusion({ hosts, stack }: StackReport): string {
  const all = hosts.length;
  if (all === 0) return `nothing to check in ${stack}`;
  const number = (test: (findings: readonly Finding[]) => boolean) =>
    hosts.filter(({ findings }) => test(findings)).length;
  const blocked = number((findings) => verdictOf(findings) === 'blocked');
  if (blocked > 0) return `${blocked} of ${all} blocked. Details: --format json`;
  const unread = number((findings) => exitStatus(findings) === 3);
  if (unread > 0) return `${unread} of ${all} could not be read in full, so nothing is promised.`;
  const what = hosts.every(({ state }) => state === 'live') ? 'live' : 'ready';
  return all === 1 ? `It is ${what}.` : `All ${all} are ${what}.`;
}

export function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}
