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
import { isRefused, type RemovedHostReport, statusWith } from '../removed-hosts.ts';
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
function waysOf({ keep, keepBy, refused, confirm }: RemovedHostReport): Shown[] {
  if (confirm !== undefined) return [shown`either  ${keep}`, shown`or      ${confirm.text}`];
  // The file of a stack other than production may be removed.
  return [shown`${keepBy === 'file' && refused === undefined ? 'undo ' : 'first'}   ${keep}`];
}

/** To go on after "removed, and ". No deployment removes the hosts of a stack that has no file. */
export function brokenLinks({ role, keepBy }: Pick<RemovedHostReport, 'role' | 'keepBy'>): string {
  if (keepBy === 'file') return 'links to it will break when the stack is destroyed';
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

/** Of a removed file. */
export function removedCount(report: StackReport): string {
  return areKnown(report) ? count(report.removed.length, 'host') : 'hosts not known';
}

/** Nothing is known of the hosts of a removed file that had problems at the base. */
function areKnown({ removed, status }: StackReport): boolean {
  return removed.length > 0 || status !== 3;
}

/** The conclusion of a report of a removed file, whose `status` may be that of another stack. */
export function removedFileText(report: StackReport): string {
  const { stack, renamed } = report;
  if (!areKnown(report) || statusWith(report.removed) !== 0)
    return `Nothing can be deployed to ${stack} without its file.`;
  return renamed === undefined
    ? `Nothing is wrong: the file of ${stack} is removed, and what the stack has deployed stays until it is destroyed.`
    : `The file of ${stack} is renamed, which makes a second stack: the steps are above.`;
}
