// A removed host as text, and the words of removals that every format shares.
import {
  count,
  join,
  type ListShape,
  namedLine,
  type Shown,
  shown,
  wrap,
} from '@petstore/custom-domains/output';
import { formatFindings, MARKS, paint } from '@petstore/custom-domains/preflight';
import type { Confirmation } from '../confirmation.ts';
import { ownersTask } from '../next-steps.ts';
import { isRefused, type RemovedHostReport } from '../removed-hosts.ts';
import type { StackReport } from '../stack-report.ts';
import { withoutListed } from '../targets.ts';

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
    ...(owners === undefined ? [] : [ownersTask(owners, findings, 6)]),
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
